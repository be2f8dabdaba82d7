"""argparse: subcommands, groups that exclude, types of a program's own, versions, namespaces."""
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
