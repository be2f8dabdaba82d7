"""argparse: kinds of arguments, defaults, choices, actions, help, errors."""
import argparse
import contextlib
import io


def attempt(parser, args):
    err = io.StringIO()
    with contextlib.redirect_stderr(err), contextlib.redirect_stdout(err):
        try:
            return parser.parse_args(args)
        except SystemExit as stop:
            return f"exit {stop.code}: {err.getvalue()}"


p = argparse.ArgumentParser(prog="train", description="Train a model.", epilog="The end.")
p.add_argument("data", help="where the data is")
p.add_argument("extra", nargs="*", type=int, help="more numbers")
p.add_argument("-e", "--epochs", type=int, default=10, metavar="N", help="how often (default: %(default)s)")
p.add_argument("--lr", type=float, default=1e-3)
p.add_argument("--opt", choices=["sgd", "adam"], default="adam")
p.add_argument("-v", "--verbose", action="count", default=0)
p.add_argument("--cuda", action="store_true")
p.add_argument("--no-log", dest="log", action="store_false")
p.add_argument("--tag", action="append")
p.add_argument("--dims", nargs=2, type=int, metavar=("H", "W"))
p.add_argument("--mode", action="store_const", const="fast", default="slow")
p.add_argument("--maybe", nargs="?", const="given", default="absent")
print(attempt(p, ["d"]))
print(attempt(p, ["d", "1", "2", "-e", "5", "--lr=0.5", "--opt", "sgd", "-vvv", "--cuda", "--no-log", "--tag", "a", "--tag", "b", "--dims", "3", "4", "--mode", "--maybe"]))
print(attempt(p, ["d", "--maybe", "x", "-e5", "--verb", "--", "-7"]) if False else attempt(p, ["d", "--maybe", "x", "-e5", "--verb"]))
for args in ([], ["d", "--epochs", "x"], ["d", "--opt", "rms"], ["d", "--nope"], ["d", "x"], ["d", "--dims", "1"], ["d", "--epochs"], ["d", "--no", "--cu", "--t"]):
    print(attempt(p, args))
print(p.format_usage())
print(p.format_help())
ns, rest = p.parse_known_args(["d", "--unknown", "--lr", "2"])
print(ns.lr, rest, vars(ns)["opt"], "lr" in ns, ns == p.parse_known_args(["d", "--unknown", "--lr", "2"])[0])
