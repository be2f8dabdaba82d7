# cpu only: tables as JSON, as HTML, and what they take
import contextlib
import io
import math

import numpy as np
import pandas as pd


def show(function, *args, **options):
    try:
        result = function(*args, **options)
        print(result if isinstance(result, str) else repr(result))
        if hasattr(result, "dtypes") and hasattr(result, "columns"):
            print([str(kind) for kind in result.dtypes], list(result.index))
    except Exception as error:
        print(type(error).__name__, error)


table = pd.DataFrame({"a": [1, 2, 3], "b": [1.5, math.nan, math.inf], "c": ["x/y", 'ü"\n', None], "d": [True, False, True]})
orients = ["split", "records", "index", "columns", "values", "table"]
labelled = pd.DataFrame({1: [1, 2]}, index=["p", "q"])
floats = pd.DataFrame({"a": [1, 2]}, index=[0.5, 2.0])
named = pd.DataFrame({"a": [1]}, index=pd.Index([7], name="id"))
levels = pd.DataFrame({"v": [1, 2]}, index=pd.MultiIndex.from_tuples([("a", 1), ("b", 2)], names=["k", "n"]))
for orient in orients:
    for one in (table, labelled, floats, named, levels, pd.DataFrame()):
        show(one.to_json, orient=orient)
for orient in ["split", "records", "index", "values", "table"]:
    for name in table:
        show(table[name].to_json, orient=orient)

values = [1e20, 1e-12, 1.5, 1e15, 123456789.123456789, 1 / 3, 1e16, 1e17, 12345678901234567.0, -0.0, 0.1 + 0.2, 2.0, 1e-10]
values += [5e-11, 123456.7, 1e22, 1.7976931348623157e308, 5e-324, 9999999999.99999, -1.25, -1e-7, 0.99999999999, 2.5, 3.5]
for digits in (0, 1, 3, 10, 15):
    show(pd.Series(values).to_json, double_precision=digits)
show(pd.DataFrame({"f": np.array([0.1, 0.2], dtype=np.float32), "i": np.array([1, 2], dtype=np.int8)}).to_json)

for options in [
    {"orient": "records", "lines": True},
    {"orient": "records", "indent": 2},
    {"indent": 4},
    {"force_ascii": False},
    {"orient": "split", "index": False},
    {"orient": "records", "index": True},
    {"orient": "columns", "index": False},
    {"orient": "nope"},
    {"orient": "columns", "lines": True},
    {"mode": "x"},
    {"mode": "a"},
]:
    show(table.to_json, **options)
nested = pd.DataFrame({"o": [[1, [2.5, "x"]], {"k": 1, 2: None}, (3, 4)], "p": [None, 1, "z"]})
show(nested.to_json)
print(nested)
show(nested.to_json, orient="table")
show(pd.DataFrame({"a": [1, 2]}, index=[0, 0]).to_json)
show(pd.DataFrame({"a": [1 + 2j]}).to_json)
show(pd.DataFrame({"a": [2**70, 2**62]}).to_json)
show(pd.DataFrame({"a": [object()]}).to_json, default_handler=lambda value: "seen")
show(pd.DataFrame({"c": pd.Categorical(["u", "v", "u"])}).to_json, orient="table")

for text, options in [
    ('{"a":{"0":1,"1":2},"b":{"0":1.5,"1":null}}', {}),
    ('[{"a":1,"b":"x"},{"a":2}]', {}),
    ('[{"a":1.0,"b":true},{"a":2.0,"b":false}]', {}),
    ('{"columns":["a"],"index":[5,6],"data":[[1],[2]]}', {"orient": "split"}),
    ('{"p":{"a":1},"q":{"a":2}}', {"orient": "index"}),
    ("[[1,2],[3,4.5]]", {}),
    ('{"a":1}\n{"a":2}\n', {"lines": True}),
    ('{"a":1}\n{"a":2}\n', {"lines": True, "nrows": 1}),
    ('{"0":1,"1":2}', {"typ": "series"}),
    ('{"a":["1","2"],"b":["x","y"]}', {}),
    ('{"a":[1,2],"b":[[1],{"k":2}]}', {}),
    ('{"a":[true,null]}', {}),
    ('{"a":[null,null]}', {}),
    ("[]", {}),
    ("{}", {}),
    ('{"x":{"1.5":1,"2.5":2}}', {}),
    ('{"a":{"10":1,"2":2}}', {}),
    ('{"a":[1,2]}', {"dtype": {"a": "float64"}}),
    ('{"a":["1","2"]}', {"dtype": False}),
]:
    show(pd.read_json, io.StringIO(text), **options)
show(pd.read_json, "/nowhere/table.json")
show(pd.read_json, io.StringIO(table[["a", "c"]].to_json(orient="table")), orient="table")
print(pd.io.json.to_json(None, table["a"]))

# Options.
print(pd.options.display.max_rows, pd.get_option("display.max_rows"), pd.options.display.precision)
pd.options.display.max_rows = 5
show(lambda: pd.options.display.nope)
show(setattr, pd.options.display, "nope", 1)
show(pd.set_option, "display.max_rows")
show(pd.get_option, "max")
show(pd.set_option, "display.max_rows", "x")
show(pd.set_option, "display.max_rows", -1)
with pd.option_context("display.max_rows", 7, "display.precision", 2):
    print(pd.get_option("display.max_rows"), pd.Series([1.23456]).to_string())
print(pd.get_option("display.max_rows"))
pd.reset_option("display.max_rows")
print(pd.get_option("display.max_rows"))
pd.set_option({"display.max_rows": 9})
print(pd.get_option("display.max_rows"))
pd.reset_option("^display")
print(pd.get_option("display.max_rows"))
long = pd.DataFrame({"a": ["x" * 60, "y"]}, index=["i" * 12, "j"])
print(long["a"].to_string(), long._repr_html_().count("x"), long.to_html().count("x"), sep="\n")
with pd.option_context("display.max_colwidth", 10):
    print(long, long["a"], sep="\n")
with pd.option_context("display.max_colwidth", None):
    print(long["a"])
for form in ["{:.2f}", "${:,.1f}"]:
    with pd.option_context("display.float_format", form.format):
        print(pd.Series([1234567.0, math.nan, -3]), pd.DataFrame({"a": [1.5, -2.25], "b": [1, 2]}), sep="\n")

# What tables take.
print(table.memory_usage().to_dict(), table.memory_usage(index=False).tolist(), table.memory_usage(deep=True).to_dict())
print(table["c"].memory_usage(), table["a"].nbytes, table.index.memory_usage(), table["c"].nbytes, pd.Index([1, 2]).nbytes)
buffer = io.StringIO()
table.info(buf=buffer)
print(buffer.getvalue())
for options in [
    {"verbose": False},
    {"show_counts": False},
    {"memory_usage": "deep"},
    {"max_cols": 2},
    {"verbose": True},
    {"memory_usage": False},
]:
    table.info(**options)
print()
table.set_index("d").info()
table["a"].info()
pd.Series([1, 2], name="n").info(verbose=False)
pd.DataFrame().info()
pd.DataFrame({"x": range(100000)}).info()
pd.DataFrame({name: [1] for name in range(105)}).info()
pd.DataFrame({"o": [[1], "a", {}]}).info()
pd.DataFrame({"long name of a column": [1.0]}).info()

# HTML as notebooks show it.
print(pd.DataFrame({"a": [1, -2], "b<": ["x", "<&>"]})._repr_html_())
print(pd.DataFrame({"a": range(100), "b": np.arange(100) / 7})._repr_html_())
print(pd.DataFrame({"a": [1.5, 2]}, index=pd.Index(["p", "q"], name="k"))._repr_html_())
print(pd.DataFrame({"k": ["a", "b", "a"], "v": [1, 2, 3]}).groupby("k").sum()._repr_html_())
print(pd.DataFrame()._repr_html_(), pd.DataFrame({"a": []})._repr_html_())
three = [("a", 1, "x"), ("a", 1, "y"), ("a", 2, "x"), ("b", 1, "x")]
print(pd.DataFrame({"v": range(4)}, index=pd.MultiIndex.from_tuples(three, names=["k", "n", None]))._repr_html_())
print(pd.crosstab(pd.Series(["a", "b"], name="x"), pd.Series([1, 2], name="y"))._repr_html_())
print(pd.DataFrame({"a": [1]}).to_html(index=False))

# Tables of what programs have at hand.
for data in [
    [1, [2, 3], "a"],
    [np.array(3.0)],
    [1, "a", None],
    [[1, 2], 3],
    [[], []],
    [(1, 2), (3, 4)],
    [True, 2.5],
    [np.float64(1.5), np.int64(2)],
    "abc",
    5,
    {"a": 1},
]:
    show(pd.DataFrame, data)

# Types.
types = pd.api.types
asked = ["is_numeric_dtype", "is_integer_dtype", "is_float_dtype", "is_bool_dtype", "is_object_dtype", "is_string_dtype"]
for name in [*asked, "is_signed_integer_dtype", "is_unsigned_integer_dtype", "is_any_real_numeric_dtype", "is_complex_dtype"]:
    columns = [*[table[column] for column in table], nested["o"]]
    print(name, [getattr(types, name)(one) for one in [*columns, "int64", float, np.uint8, str, bool, "object"]])
for name in [
    "is_list_like",
    "is_dict_like",
    "is_iterator",
    "is_hashable",
    "is_number",
    "is_integer",
    "is_float",
    "is_bool",
    "is_scalar",
]:
    things = [
        1,
        1.5,
        True,
        "a",
        b"b",
        None,
        [1],
        (1,),
        {1},
        {1: 2},
        iter([]),
        np.int64(1),
        np.float32(2),
        np.array(1),
        np.array([1]),
    ]
    print(name, [getattr(types, name)(thing) for thing in things])
print(pd.DataFrame.__module__, pd.Series.__module__, pd.Index.__module__, pd.core.frame.DataFrame is pd.DataFrame)
with contextlib.suppress(NotImplementedError):
    np.set_printoptions(**np.get_printoptions())
print(np.array([1.0]))
