# contextvars: variables whose values belong to a context.

from _contextvars import Context, ContextVar, Token, copy_context

__all__ = ("Context", "ContextVar", "Token", "copy_context")
