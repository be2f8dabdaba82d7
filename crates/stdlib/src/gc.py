# gc: the collector of objects that refer to each other. Counting references frees all else at once.

from _tensorcell.gc import _collect, _objects, get_referents, get_referrers, is_finalized, is_tracked

DEBUG_STATS, DEBUG_COLLECTABLE, DEBUG_UNCOLLECTABLE, DEBUG_SAVEALL, DEBUG_LEAK = 1, 2, 4, 32, 38
callbacks = []
garbage = []
_settings = {"enabled": True, "threshold": (2000, 10, 10), "debug": 0, "frozen": 0}
_statistics = {"collections": 0, "collected": 0, "uncollectable": 0}


def collect(generation=2):
    """Collects cycles now; the number of objects freed."""
    if not 0 <= generation <= 2:
        raise ValueError("invalid generation")
    for callback in list(callbacks):
        callback("start", {"generation": generation, "collected": 0, "uncollectable": 0})
    found = _collect()
    _statistics["collections"] += 1
    _statistics["collected"] += found
    for callback in list(callbacks):
        callback("stop", {"generation": generation, "collected": found, "uncollectable": 0})
    return found


def enable():
    """Cycles are collected at the end of each cell, and while very many objects gather."""
    _settings["enabled"] = True


def disable():
    """Noted for isenabled: cycles are collected all the same."""
    _settings["enabled"] = False


def isenabled():
    return _settings["enabled"]


def get_objects(generation=None):
    """The containers that the collector looks through."""
    if generation is not None and not 0 <= generation <= 2:
        raise ValueError("generation parameter must be less than the number of available generations (3)")
    return _objects()


def get_count():
    return (len(_objects()) % _settings["threshold"][0] if _settings["threshold"][0] else 0, 0, 0)


def get_threshold():
    return _settings["threshold"]


def set_threshold(threshold0, threshold1=None, threshold2=None, /):
    """Noted for get_threshold: the collector chooses its own times."""
    old = _settings["threshold"]
    _settings["threshold"] = (
        threshold0,
        old[1] if threshold1 is None else threshold1,
        old[2] if threshold2 is None else threshold2,
    )


def get_debug():
    return _settings["debug"]


def set_debug(flags, /):
    _settings["debug"] = flags


def get_stats():
    """Of three generations; all collections here are of the last."""
    nothing = {"collections": 0, "collected": 0, "uncollectable": 0}
    return [dict(nothing), dict(nothing), dict(_statistics)]


def freeze():
    """Notes how many objects there are: get_freeze_count tells it."""
    _settings["frozen"] = len(_objects())


def unfreeze():
    _settings["frozen"] = 0


def get_freeze_count():
    return _settings["frozen"]
