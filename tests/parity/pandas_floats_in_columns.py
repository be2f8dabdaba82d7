# cpu only: pandas' columns are on the CPU
# How wide numbers print: with as many decimals as they need, or as powers of ten.
import numpy as np
import pandas as pd

COLUMNS = [
    [1117489.0, 4817528.0], [1117489.5, 2], [1e6, 1.25], [1234567.123456, 1], [1e-7, 1], [123456789.0, 1], [1e10, 1], [1e15, 2.5],
    [99999999.5, 1], [1e6 + 0.125, 3], [1e20, 1], [0.001, 1e7], [np.nan, 2e6], [np.inf, 2e6, 0.1234567],
]
for values in COLUMNS:
    print(pd.Series(values))
    print(pd.DataFrame({"a": values}))
