# cpu only: arrays lie in the host's memory
# Arrays and scalars beside sequences, texts and None: element by element.
import operator

import numpy as np

arrays = [np.array([1, 2]), np.array([[1.5], [2.0]]), np.int64(15), np.float32(1), np.array(3), np.array([True, False])]
others = [[15], [1, 2], (1, 3), [[1], [2]], [], None, "x", 1, [1.5, 2]]
for array in arrays:
    for other in others:
        for compare in (operator.eq, operator.ne, operator.lt, operator.ge):
            try:
                print(f"{array!r:28} {compare.__name__} {other!r:12}", repr(compare(array, other)), repr(compare(other, array)))
            except TypeError:
                print(f"{array!r:28} {compare.__name__} {other!r:12} TypeError")
            except ValueError as error:
                print(f"{array!r:28} {compare.__name__} {other!r:12} {error}")
print(np.int64(15) in [[15]], np.int64(15) in [15], None in np.array([1]), 2 in np.array([1, 2]))
