"""Jinja with what a template always says worked out before: a sentence without parameters is part of the compiled
template, and a drawing is made once. What comes out is what Jinja's own environment gives, byte by byte.
"""

from collections.abc import MutableMapping
from functools import lru_cache
from typing import Any

from jinja2 import Environment, Template, nodes
from jinja2.environment import TemplateModule
from jinja2.runtime import Macro
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

most_drawings = 512
"""Kept of one macro; those used last stay. Most are called with names of icons, numbers of hats and classes."""


class TranslatedConstants(NodeTransformer):
    """Puts the translation in place of every `_("constant")`."""

    def __init__(self, environment: Environment) -> None:
        self._gettext: Any = environment.globals["gettext"]
        self._context = environment.from_string("").new_context()

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802  # named by Jinja
        self.generic_visit(node)
        is_text = isinstance(node.node, nodes.Name) and node.node.name == "_" and len(node.args) == 1
        constant = node.args[0] if is_text else None
        if not isinstance(constant, nodes.Const) or node.kwargs or node.dyn_args or node.dyn_kwargs:
            return node
        said = self._gettext(self._context, constant.value)
        assert isinstance(said, Markup), "every template escapes by itself"
        return nodes.Const(said, lineno=node.lineno)


class DrawnTemplate(Template):
    """Of a template that says `{% set kept = true %}` the macros are made once for the same words: a macro of an
    imported template sees nothing but its arguments.
    """

    def make_module(self, *args: Any, **kwargs: Any) -> TemplateModule:
        module = super().make_module(*args, **kwargs)
        if getattr(module, "kept", False):
            for name, macro in vars(module).items():
                if isinstance(macro, Macro):
                    setattr(module, name, lru_cache(most_drawings, typed=True)(macro))
        return module


class TranslatedEnvironment(Environment):
    """One language. Its globals are complete before the first template is loaded."""

    template_class = DrawnTemplate

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """A plain dict: every rendering copies it, and a `ChainMap` is slow to copy."""
        return {**self.globals, **(d or {})}

    def _generate(self, source: nodes.Template, *args: Any, **kwargs: Any) -> str:
        if not args or args[0] is not None:  # a template with a name, none from a string
            source = TranslatedConstants(self).visit(source)
        return super()._generate(source, *args, **kwargs)
