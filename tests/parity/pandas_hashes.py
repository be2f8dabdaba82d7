# cpu only: columns of moments lie in the host's memory
# Moments and spans as keys beside Python's own: equal ones have equal hashes.
import datetime as d

import pandas as pd

U = d.timezone.utc
rows = [
    (pd.Timestamp("2024-03-01 10:00"), d.datetime(2024, 3, 1, 10)),
    (pd.Timestamp("2024-03-01 10:00", tz="UTC"), d.datetime(2024, 3, 1, 10, tzinfo=U)),
    (pd.Timestamp("1969-12-31 23:59:59.999999"), d.datetime(1969, 12, 31, 23, 59, 59, 999999)),
    (pd.Timestamp("2024-03-01 10:00", tz="Europe/Berlin"), d.datetime(2024, 3, 1, 9, tzinfo=U)),
    (pd.Timestamp("2024-03-01 10:00").as_unit("ns"), d.datetime(2024, 3, 1, 10)),
    (pd.Timestamp("2024-03-01 10:00").as_unit("s"), pd.Timestamp("2024-03-01 10:00").as_unit("ns")),
    (pd.Timedelta("1h"), d.timedelta(hours=1)),
    (pd.Timedelta(-1, "D"), d.timedelta(days=-1)),
    (pd.Timedelta("3us"), d.timedelta(microseconds=3)),
    (pd.Timedelta("3us").as_unit("ns"), d.timedelta(microseconds=3)),
    (pd.Timedelta(5, "s").as_unit("s"), pd.Timedelta(5, "s").as_unit("ns")),
]
for a, b in rows:
    print(a == b, hash(a) == hash(b), {a: 1}.get(b), {b: 1}.get(a), b in {a}, a in {b})
print(
    hash(pd.Timestamp(1, unit="ns")) == hash(pd.Timestamp(1, unit="ns")),
    len({pd.Timestamp(1, unit="ns"), pd.Timestamp(2, unit="ns"), pd.Timestamp(0)}),
)
print(len({pd.Timedelta(1, "ns"), pd.Timedelta(2, "ns"), pd.Timedelta(0), d.timedelta(0)}))
counts = pd.Series([d.datetime(2024, 1, 1), pd.Timestamp("2024-01-01"), d.datetime(2024, 1, 2)]).map(
    {d.datetime(2024, 1, 1): "new", pd.Timestamp("2024-01-02"): "second"}
)
print(counts.tolist(), pd.Series([d.timedelta(1), pd.Timedelta(1, "D")]).map({d.timedelta(1): "day"}).tolist())
