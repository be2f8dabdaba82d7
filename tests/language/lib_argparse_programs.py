"""argparse: kinds of arguments, defaults, choices, actions, subcommands, groups, help texts and error messages."""
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
sub = argparse.ArgumentParser(prog="tool")
commands = sub.add_subparsers(dest="command", required=True, help="what to do")
add = commands.add_parser("add", help="add numbers")
add.add_argument("numbers", nargs="+", type=float)
add.set_defaults(run=lambda ns: sum(ns.numbers))
say = commands.add_parser("say", aliases=["s"])
say.add_argument("--loud", action="store_true")
say.add_argument("words", nargs="*")
say.set_defaults(run=lambda ns: " ".join(ns.words).upper() if ns.loud else " ".join(ns.words))
for args in (["add", "1", "2.5"], ["say", "--loud", "hi", "there"], ["s", "x"]):
    ns = sub.parse_args(args)
    print(ns.command, ns.run(ns))
for args in ([], ["fly"], ["add"]):
    print(attempt(sub, args))
g = argparse.ArgumentParser(prog="g", add_help=False)
group = g.add_mutually_exclusive_group()
group.add_argument("--on", action="store_true")
group.add_argument("--off", action="store_true")
req = g.add_argument_group("needed", "what must be given")
req.add_argument("--key", required=True)
g.add_argument("--flag", action=argparse.BooleanOptionalAction, default=True)
print(attempt(g, ["--key", "k", "--on", "--no-flag"]), attempt(g, ["--key", "k", "--on", "--off"]), attempt(g, []), sep="\n")
print(g.format_help())
ns = argparse.Namespace(a=1, b="x")
ns.c = [1]
print(ns, vars(ns), argparse.Namespace(a=1) == argparse.Namespace(a=1), getattr(ns, "zz", None))


def positive(text):
    value = int(text)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{value} is not positive")
    return value


q = argparse.ArgumentParser(prog="q")
q.add_argument("n", type=positive)
q.add_argument("--version", action="version", version="%(prog)s 1.2")
print(attempt(q, ["5"]), attempt(q, ["-1"]), attempt(q, ["0"]), attempt(q, ["--version"]), sep="\n")
q.set_defaults(extra=3)
print(q.parse_args(["4"]), q.get_default("extra"), q.prog)
