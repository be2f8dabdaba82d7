# Expects what CPython 3.13 prints: its words are newer than those of 3.11.
import enum


class C(enum.Enum):
    A = 1


for attempt in (lambda: max([]), lambda: min(()), lambda: max(iter("")), lambda: C.B, lambda: C(2), lambda: C["B"]):
    try:
        print(attempt())
    except Exception as error:
        print(type(error).__name__, error)
