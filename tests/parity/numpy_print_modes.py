# cpu only: NumPy's print options
# Every print option by value, alone and together, and what stays afterwards.
import numpy as np


def show(run):
    try:
        print(run())
    except Exception as error:
        print(type(error).__name__, error)


values = [np.array([1e-6, 3.14159265, 100.0, -2.5]), np.array([0.1, 12345678.9]), np.float32([1 / 3, 2]), np.array([1 + 2j, -0.5j]), np.arange(-3, 4), np.array([True, False]), np.array([[1.5, 22.25], [333.125, 4.0]]), np.array([np.nan, np.inf, -1.0])]
for options in (
    *[{"floatmode": mode, "precision": digits} for mode in ("fixed", "unique", "maxprec", "maxprec_equal") for digits in (2, 6)],
    {"suppress": True},
    {"suppress": True, "precision": 2},
    {"sign": "+"},
    {"sign": " "},
    {"linewidth": 20},
    {"threshold": 3, "edgeitems": 1},
    {"nanstr": "NA", "infstr": "many"},
    {"formatter": {"float": lambda x: f"<{x:.1f}>"}},
    {"formatter": {"float_kind": lambda x: f"[{x:.1f}]", "all": lambda x: "*"}},
    {"formatter": {"int_kind": hex, "bool": lambda x: "yn"[int(x)]}},
    {"formatter": {"complex_kind": lambda x: f"{x.real:g}&{x.imag:g}"}},
    {"precision": 0},
):
    print({key: value for key, value in options.items() if key != "formatter"})
    with np.printoptions(**options):
        for value in values:
            print(value)
            print(repr(value))
np.set_printoptions(precision=3)
np.set_printoptions(suppress=True)
print(values[0], np.get_printoptions()["precision"], np.get_printoptions()["suppress"])
with np.printoptions(precision=1) as inside:
    print(values[0], inside["precision"])
print(values[0])
np.set_printoptions(precision=8, suppress=False)
for run in (
    lambda: np.set_printoptions(floatmode="odd"),
    lambda: np.set_printoptions(sign="x"),
    lambda: np.set_printoptions(threshold="x"),
    lambda: np.array2string(np.arange(30), prefix="data: ", max_line_width=40),
    lambda: np.array2string(values[6], separator=", ", precision=1),
    lambda: np.array2string(values[0], formatter={"float": "{:.2e}".format}),
    lambda: np.array_str(values[0], precision=2, suppress_small=True),
    lambda: np.array_repr(values[0], max_line_width=30),
    lambda: np.format_float_positional(np.pi, precision=3),
    lambda: np.format_float_positional(1e-5),
    lambda: np.format_float_positional(16.0, trim="-"),
    lambda: np.format_float_positional(2.5, pad_left=4),
    lambda: np.format_float_scientific(12345.678, precision=2),
    lambda: np.format_float_scientific(0.001, exp_digits=4),
):
    show(run)
