# Two stages: the first installs the pinned dependencies, which change seldom, and then the program; the second is what
# runs, without compilers and caches. Migrations run at the start.
FROM python:3.11-slim-bookworm AS build
WORKDIR /srv/yeti
RUN python -m venv .venv
ENV PATH=/srv/yeti/.venv/bin:$PATH PIP_DISABLE_PIP_VERSION_CHECK=1
# As long as these three files stay the same, this layer does: a new version of the program installs no dependency anew.
COPY pyproject.toml constraints.txt README.md ./
RUN --mount=type=cache,target=/root/.cache/pip \
    mkdir app && touch app/__init__.py \
 && pip install -e . -c constraints.txt
COPY app app
COPY migrations migrations
COPY templates templates
COPY static static
COPY alembic.ini ./
RUN python -m compileall -q app migrations

FROM python:3.11-slim-bookworm
RUN groupadd --system --gid 10001 yeti \
 && useradd --system --uid 10001 --gid yeti --no-create-home --shell /usr/sbin/nologin yeti \
 && mkdir -p /srv/yeti/data \
 && chown yeti:yeti /srv/yeti/data
WORKDIR /srv/yeti
COPY --from=build /srv/yeti /srv/yeti
ENV PATH=/srv/yeti/.venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 HOST=0.0.0.0 PORT=8000
USER 10001:10001
# The SQLite database, if there is no DATABASE_URL.
VOLUME ["/srv/yeti/data"]
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen(f\"http://127.0.0.1:{os.environ['PORT']}/-/ready\", timeout=3)"]
CMD ["python", "-m", "app", "serve"]
