"""Tables: common operations of pandas, run by this interpreter and by CPython with pandas.

    python3 benches/tables.py target/release/tensorcell PYTHON_WITH_PANDAS [ROWS]

Times are of the clock, in milliseconds, the least of three.
"""

import subprocess
import sys
import time


def operations(rows):
    import numpy as np
    import pandas as pd

    table = pd.DataFrame(
        {
            "key": np.arange(rows) % 100,
            "value": np.arange(rows, dtype=float),
            "name": [f"n{at % 50}" for at in range(rows)],
        }
    )
    other = pd.DataFrame({"key": np.arange(100), "weight": np.arange(100) * 2.0})
    names, keys, values = table["name"], table["key"], table["value"]
    doubled = {at: at * 2 for at in range(100)}
    return {
        "groupby mean": lambda: table.groupby("key").value.mean(),
        "groupby agg": lambda: table.groupby("key").agg({"value": ["sum", "max"]}),
        "groupby text": lambda: table.groupby("name").value.sum(),
        "groupby two keys": lambda: table.groupby(["key", "name"]).value.sum(),
        "sort_values": lambda: table.sort_values("value"),
        "sort_values text": lambda: table.sort_values("name"),
        "filter": lambda: table[table.value > 5],
        "loc mask": lambda: table.loc[table.key == 3, "value"],
        "value_counts": lambda: keys.value_counts(),
        "value_counts text": lambda: names.value_counts(),
        "merge": lambda: table.merge(other, on="key"),
        "describe": lambda: table.describe(),
        "isna": lambda: table.isna().sum(),
        "fillna": lambda: table.fillna(0),
        "arithmetic": lambda: values * 2 + keys,
        "str.upper": lambda: names.str.upper(),
        "map": lambda: keys.map(doubled),
        "apply": lambda: values.apply(lambda x: x + 1),
        "get_dummies": lambda: pd.get_dummies(names),
        "iloc slice": lambda: table.iloc[100 : rows // 2],
        "drop_duplicates": lambda: table.drop_duplicates("key"),
        "concat": lambda: pd.concat([table, table]),
        "to_numpy": lambda: table[["key", "value"]].to_numpy(),
        "rolling mean": lambda: values.rolling(10).mean(),
        "cumsum": lambda: values.cumsum(),
        "nunique": lambda: names.nunique(),
        "pivot_table": lambda: table.pivot_table(values="value", index="key", aggfunc="mean"),
        "isin": lambda: keys.isin([1, 2, 3]),
        "reset_index": lambda: table.reset_index(),
        "itertuples": lambda: sum(1 for _ in table.itertuples()),
        "tolist": lambda: names.tolist(),
    }


def least(work):
    found = []
    for _ in range(3):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


def measured(command, rows):
    output = subprocess.run([*command, __file__, "work", str(rows)], capture_output=True, text=True, check=True).stdout
    return {name: float(time) for name, time in (line.rsplit(" ", 1) for line in output.splitlines())}


def main():
    rows = int(sys.argv[3]) if len(sys.argv) > 3 else 100_000
    ours, theirs = measured([sys.argv[1], "run"], rows), measured([sys.argv[2]], rows)
    print(f"| {rows:,} rows | TensorCell | pandas | ratio |\n|---|---|---|---|")
    for name, taken in ours.items():
        print(f"| {name} | {taken * 1e3:.2f} ms | {theirs[name] * 1e3:.2f} ms | {taken / theirs[name]:.1f} |")


if __name__ == "__main__":
    if sys.argv[1:2] == ["work"]:
        for name, work in operations(int(sys.argv[2])).items():
            print(name, least(work), flush=True)
    else:
        main()
