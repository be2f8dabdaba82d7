# What awaiting an AsyncMock does: part of unittest.mock.

import inspect
from unittest.mock import DEFAULT


async def awaited(mock, args, kwargs, one):
    """Notes that a call is awaited, and answers."""
    state = mock.__dict__
    state["await_count"] += 1
    state["await_args"] = one
    state["await_args_list"].append(one)
    effect = mock.side_effect
    if effect is not None and callable(effect) and not isinstance(effect, type) and inspect.iscoroutinefunction(effect):
        value = await effect(*args, **kwargs)
        return mock.return_value if value is DEFAULT else value
    try:
        return mock._answer(args, kwargs)
    except StopIteration:
        raise StopAsyncIteration from None
