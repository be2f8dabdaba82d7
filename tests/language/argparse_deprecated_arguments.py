# Arguments and commands that still work, with a warning; options whose value is named once in help.
import argparse
import sys

sys.stderr = sys.stdout
parser = argparse.ArgumentParser(prog="P")
print(parser.add_argument("-x", "--xx", deprecated=True, default=3, help="h"))
parser.add_argument("pos", nargs="?", deprecated=True)
parser.add_argument("--flag", action=argparse.BooleanOptionalAction, help="f", default=True)
for action in ("store_true", "store_false", "append", "count", "store_const", "append_const", "extend", "version"):
    options = {"const": 1} if "const" in action else {}
    print(parser.add_argument("--" + action, action=action, deprecated=True, **options))
print(parser.parse_args(["-x", "1", "-x", "2", "--xx", "3", "v", "--count", "--count"]))
parser.print_help()
parser = argparse.ArgumentParser(prog="Q")
commands = parser.add_subparsers(dest="c")
commands.add_parser("old", aliases=["o"], deprecated=True).add_argument("y")
commands.add_parser("new")
print(parser.parse_args(["o", "1"]), parser.parse_args(["new"]))
