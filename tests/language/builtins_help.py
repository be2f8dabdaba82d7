def area(w: float, h: float = 1.0) -> float:
    """The area.

    In square units."""
    return w * h
class Box:
    "A box."
    def open(self): "Opens it."
print(area.__doc__.splitlines()[0], Box.__doc__, Box.open.__doc__, area.__name__, len.__doc__ is not None, str.upper.__doc__ is not None)
