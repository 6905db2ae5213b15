# The same steps as `make run`, in an image: install from the pins, migrate at start-up, serve.
FROM python:3.11-slim
WORKDIR /srv/yeti
COPY pyproject.toml constraints.txt README.md ./
COPY app app
COPY migrations migrations
COPY alembic.ini alembic.ini
COPY templates templates
COPY static static
RUN pip install --no-cache-dir -e . -c constraints.txt \
 && useradd --system --home /srv/yeti yeti && mkdir data && chown yeti data
USER yeti
ENV HOST=0.0.0.0 PORT=8000
EXPOSE 8000
CMD ["python", "-m", "app", "serve"]
