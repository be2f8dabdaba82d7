"""A dataclass keeps the __init__ that its class writes."""
from dataclasses import dataclass, fields


@dataclass
class Own:
    x: int
    y: str = "y"

    def __init__(self, x, *, private=False):
        self.x, self.y = x, str(private)


@dataclass
class Below(Own):
    z: int = 3


print(Own(1, private=True), [f.name for f in fields(Own)], Below(1), Below(1, "a", 5) == Below(1, "a", 5))
