# cpu only: tables are the host's
# pandas.read_csv: its options, types, missing values, names, bad rows and errors.
import io

import pandas as pd

TABLE = """name,age,score,when
# a comment
"Smith, J",31,"1,234.5",2020-01-01
O'Neil, 42 ,7,2020-02-30

Zoë,,NA,
"""


def show(text=TABLE, **options):
    """Prints a table, or the first chunk of one."""
    try:
        table = pd.read_csv(io.StringIO(text), **options)
    except (ValueError, TypeError) as error:
        print(sorted(options), type(error).__name__, str(error)[:120])
        return
    table = table if isinstance(table, pd.DataFrame) else next(table)
    types, index = [str(kind) for kind in table.dtypes], list(table.index)
    print(sorted(options), list(table.columns), types, index, table.index.name, table.to_dict("list"))


show(comment="#")
show(comment="#", thousands=",")
show(comment="#", skip_blank_lines=False)
show(comment="#", usecols=["age", "name"])
show(comment="#", usecols=[0, 2])
show(comment="#", usecols=lambda n: n.startswith("s"))
show(comment="#", usecols=["nope"])
show(comment="#", index_col="name")
show(comment="#", index_col=0)
show(comment="#", nrows=1)
show(comment="#", nrows=0)
show(comment="#", skiprows=1)
show(comment="#", skiprows=[0, 2])
show(comment="#", skiprows=lambda i: i == 2)
show(comment="#", header=None)
show(comment="#", names=["a", "b", "c", "d"])
show(comment="#", names=["a", "b", "c", "d"], header=0)
show(comment="#", names=["a", "b", "c"])
show(comment="#", names=["a", "b", "c", "d", "e"])
show(comment="#", names=["a", "a"])
show(comment="#", dtype=str)
show(comment="#", dtype={"age": "float32"})
show(comment="#", dtype={"age": int})
show(comment="#", converters={"age": lambda s: s.strip() + "!"})
show(comment="#", na_values=["31"])
show(comment="#", na_values={"age": [31]})
show(comment="#", na_values=7)
show(comment="#", keep_default_na=False)
show(comment="#", na_filter=False)
show(comment="#", skipinitialspace=True)
show(text='a,b\n"x,1"\n', quoting=3)
show(comment="#", header=1)
show(comment="#", header=99)
show(comment="#", chunksize=2)
show(text="a;b\n1,5;2\n2,5;3\n", sep=";", decimal=",")
show(text="a b  c\n1   2 3\n 4 5 6\n", sep=r"\s+")
show(text="a||b\n1||2\n", sep=r"\|\|", engine="python")
show(text="a\tb\n1\t2\n", sep="\t")
show(text="a,b\n1,2\n3,4,5\n6,7\n")
show(text="a,b\n1,2\n3,4,5\n6,7\n", on_bad_lines="skip")
show(text="a,b\n1,2,3\n4,5,6\n")
show(text="a,b\n1,2,\n4,5,\n", index_col=False)
show(text="a,b,c\n1\n2,3\n")
show(text="a,a,a\n1,2,3\n")
show(text="a,,b,\n1,2,3,4\n")
show(text="")
show(text="\n\n")
show(text="a,b\n")
show(text="a\nTrue\nfalse\nTRUE\n")
show(text="a\nTrue\n\nFalse\n", skip_blank_lines=False)
show(text="a\nyes\nno\n", true_values=["yes"], false_values=["no"])
show(text="a\n1\n2.5\nx\n")
show(text="a\n+1\n-0\n007\n")
show(text="a\ninf\n-Infinity\n1e3\n.5\n5.\n")
show(text="a\n1_000\n0x10\n")
show(text='a,b\n"x ""y""",1\n"multi\nline",2\n')
show(text='a,b\n"open,1\n')
show(text="a,b\nx\\,y,1\n", escapechar="\\")
show(text="a,b\r\n1,2\r\n3,4\r\n")
show(text="a,b\r1,2\r3,4\r")
show(text="a,b\n1,2\n3,4\n", skipfooter=1, engine="python")
show(text="a,b~1,2~", lineterminator="~")
show(text="a,b\n1,2", header=None)
show(text="'a','b'\n'1,5',2\n", quotechar="'")
show(text="a,b\n,\n,\n")
show(text="x,y\n1,2\n", prefix=1)
show(text="i,a\nr1,1\nr2,2\n", index_col="i", dtype={"a": "float64"})
show(text=",a\nr1,1\nr2,2\n", index_col=0)
show(text="\ufeffa,b\n1,2\n")
print(pd.read_csv(io.BytesIO("a,é\n1,ü\n".encode("latin-1")), encoding="latin-1").to_dict("list"))
try:
    pd.read_csv(io.BytesIO(b"a,b\n\xff,1\n"))
except UnicodeDecodeError as error:
    print(error)
print([chunk.to_dict("list") for chunk in pd.read_csv(io.StringIO("a\n1\n2\nx\n"), chunksize=2)])
print(pd.read_table(io.StringIO("a\tb\n1\t2\n")).to_dict("list"))
show(text="a,b,c\nx,1,2\nx,2,3\n", index_col=["a", "b"])
show(text="c\nx,1,2\nx,2,3\n")
show(text=",,c\nx,1,2\nx,2,3\n", index_col=[0, 1])
