# cpu only: pandas' columns lie in the host's memory
# NumPy's functions of elements, of columns and tables.
import numpy as np
import pandas as pd

s = pd.Series([1.0, 4.0, 9.0], index=["a", "b", "c"], name="squares")
print(np.sqrt(s))
print(np.add(s, 1))
print(np.maximum(s, s * 2 - 3))
print(np.exp(pd.Series([0.0, 1.0])).round(4))
print(np.isnan(pd.Series([1.0, np.nan])))
print(np.add.reduce(s), np.mean(s), np.sum(s), np.max(s))
print(type(np.log(s)).__name__, np.log(s).name, list(np.log(s).index))
frame = pd.DataFrame({"x": [1.0, 4.0], "y": [9.0, 16.0]}, index=["p", "q"])
print(np.sqrt(frame))
print(np.power(frame, 2))
print(np.add(frame, frame))
frame["root"] = np.sqrt(frame["x"])
print(frame)
print(np.where(frame["x"] > 2, 1, 0))
