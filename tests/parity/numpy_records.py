# cpu only: arrays of records are on the CPU
# Arrays of records: fields by name, rows, printing, sorting.
import numpy as np


def show(title, make):
    print("##", title)
    try:
        print(repr(make()))
    except Exception as error:
        print("!!", type(error).__name__, str(error)[:60])


kind = [("name", "U10"), ("age", "i4"), ("weight", "f8")]
dogs = np.array([("Rex", 9, 81.0), ("Fido", 3, 27.25), ("Ace", 5, 3.5)], dtype=kind)


def changed(change):
    array = dogs.copy()
    change(array)
    return array


def doubled(array):
    weights = array["weight"]
    weights *= 2


for at, make in enumerate([
    lambda: np.zeros(3, dtype=[("x", float), ("y", int)]),
    lambda: np.ones(2, dtype=[("x", "f4"), ("on", bool)]),
    lambda: dogs,
    lambda: print(dogs),
    lambda: dogs["name"],
    lambda: dogs["age"],
    lambda: dogs["weight"].mean(),
    lambda: dogs[0],
    lambda: print(dogs[1]),
    lambda: dogs[1]["name"],
    lambda: dogs[0][2],
    lambda: dogs[1:],
    lambda: dogs[dogs["age"] > 4],
    lambda: dogs[dogs["age"] > 4]["name"],
    lambda: dogs[["name", "age"]]["age"],
    lambda: (dogs.dtype.names, dogs.dtype.itemsize, dogs.shape, dogs.size, len(dogs)),
    lambda: dogs.dtype,
    lambda: np.dtype([("x", float), ("y", "U3")]),
    lambda: dogs.dtype["age"],
    lambda: dogs.tolist(),
    lambda: dogs[0].item(),
    lambda: np.sort(dogs, order="age"),
    lambda: np.sort(dogs, order=["weight"])["name"],
    lambda: dogs["no"],
    lambda: changed(lambda a: a.__setitem__("age", 1)),
    lambda: changed(lambda a: a["age"].__setitem__(0, 7)),
    lambda: changed(lambda a: a.__setitem__(0, ("Bo", 1, 2.0))),
    lambda: changed(lambda a: a[0].__setitem__("age", 70)),
    lambda: changed(doubled),
    lambda: [row["name"] for row in dogs],
    lambda: [tuple(row) for row in dogs][0],
    lambda: np.zeros((2, 2), dtype=[("x", int)]),
    lambda: np.array([(1, 2.5)], dtype="i4,f8"),
    lambda: np.array([(1, 2)], dtype={"names": ["a", "b"], "formats": ["i8", "f8"]}),
    lambda: np.rec.array([(1, 2.0), (3, 4.0)], dtype=[("a", int), ("b", float)]).b,
    lambda: np.rec.fromarrays([[1, 2], [3.5, 4.5]], names="a,b").a,
    lambda: np.array([("2020-01-01", 1)], dtype=[("when", "datetime64[D]"), ("n", int)]),
    lambda: np.array([(1, 2, 3)], dtype=[("a", int), ("b", int)]),
]):  # fmt: skip
    show(at, make)
