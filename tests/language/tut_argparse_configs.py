"""argparse as training scripts use it."""
import argparse
import sys
import io
import contextlib


def parser():
    p = argparse.ArgumentParser(prog="train.py", description="Train a model on MNIST.", epilog="See the docs.")
    p.add_argument("data", help="the folder")
    p.add_argument("extra", nargs="*", default=["none"], help="more folders")
    p.add_argument("-b", "--batch-size", type=int, default=64, metavar="N", help="input batch size (default: %(default)s)")
    p.add_argument("--lr", type=float, default=1e-3, help="learning rate")
    p.add_argument("--no-cuda", action="store_true", default=False, help="disables CUDA")
    p.add_argument("--optimizer", choices=["sgd", "adam"], default="sgd")
    p.add_argument("-v", "--verbose", action="count", default=0)
    p.add_argument("--layers", type=int, nargs="+", default=[32, 16])
    p.add_argument("--size", nargs=2, type=int, metavar=("W", "H"))
    p.add_argument("--tag", action="append")
    p.add_argument("--amp", action=argparse.BooleanOptionalAction, default=True)
    p.add_argument("--mode", dest="how", const="fast", nargs="?", default="slow")
    g = p.add_mutually_exclusive_group()
    g.add_argument("--cpu", action="store_const", const="cpu", dest="device")
    g.add_argument("--gpu", action="store_const", const="gpu", dest="device")
    p.add_argument("--version", action="version", version="%(prog)s 2.0")
    return p


p = parser()
print(p.parse_args(["folder"]))
print(p.parse_args("folder a b -b 10 --lr=0.5 --no-cuda -vvv --layers 1 2 3 --size 4 5 --tag x --tag y --no-amp --mode --gpu".split()))
print(p.parse_args(["f", "--mode", "x", "--optim", "adam", "-b7"]))
print(vars(p.parse_args(["f"]))["layers"], p.parse_known_args(["f", "--unknown", "3"]))
p.print_help()
print(p.format_usage())


def fails(args, make=parser):
    err, out = io.StringIO(), io.StringIO()
    with contextlib.redirect_stderr(err), contextlib.redirect_stdout(out):
        try:
            make().parse_args(args)
            print("no failure")
        except SystemExit as e:
            print("exit", e.code)
    print(out.getvalue() + err.getvalue().splitlines()[-1] if err.getvalue() else out.getvalue())


fails([])
fails(["f", "--lr", "fast"])
fails(["f", "-b"])
fails(["f", "--optimizer", "rmsprop"])
fails(["f", "--cpu", "--gpu"])
fails(["f", "--size", "1"])
fails(["f", "--nothing"])
fails(["f", "--lr"])
fails(["f", "--layers"])
fails(["f", "--tag"])
fails(["--version"])
fails(["f", "--l", "3"])
fails(["-h"])


def sub():
    p = argparse.ArgumentParser(prog="tool", formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    p.add_argument("--debug", action="store_true", help="say more")
    s = p.add_subparsers(dest="command", required=True, title="commands", help="what to do")
    t = s.add_parser("train", help="train a model", aliases=["t"])
    t.add_argument("--epochs", type=int, default=3, help="how long")
    t.set_defaults(func=lambda a: f"training {a.epochs}")
    e = s.add_parser("eval", help="evaluate")
    e.add_argument("checkpoint", type=str)
    e.set_defaults(func=lambda a: f"evaluating {a.checkpoint}")
    return p


for line in ("train --epochs 5", "--debug eval model.pt", "t"):
    a = sub().parse_args(line.split())
    print(a.command, a.debug, a.func(a))
sub().print_help()
fails([], sub)
fails(["fly"], sub)
fails(["eval"], sub)
fails(["train", "-h"], sub)


def positive(text):
    value = int(text)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{value} is not positive")
    return value


def typed():
    p = argparse.ArgumentParser(prog="x", add_help=False, allow_abbrev=False)
    p.add_argument("-n", type=positive, required=True)
    p.add_argument("--flag", type=lambda s: {"yes": True, "no": False}[s.lower()])
    return p


print(typed().parse_args(["-n", "3", "--flag", "YES"]))
fails(["-n", "-3"], typed)
fails(["-n", "0"], typed)
fails(["-n", "x"], typed)
fails(["--flag", "no"], typed)
fails(["-n", "1", "--fl", "no"], typed)
ns = argparse.Namespace(a=1, b="two")
print(ns, ns == argparse.Namespace(b="two", a=1), "a" in ns, vars(ns))
p = argparse.ArgumentParser(prog="g", usage="%(prog)s [options]")
group = p.add_argument_group("model", "the model's shape")
group.add_argument("--hidden", type=int, help="width")
p.set_defaults(hidden=9, other=3)
print(p.parse_args([]), p.get_default("hidden"))
p.print_help()
parent = argparse.ArgumentParser(add_help=False)
parent.add_argument("--seed", type=int, default=0, help="seed of all")
child = argparse.ArgumentParser(prog="child", parents=[parent])
child.add_argument("rest", nargs=argparse.REMAINDER)
print(child.parse_args(["--seed", "4", "run", "--fast", "-x"]))
child.print_help()
p = argparse.ArgumentParser(prog="fmt", formatter_class=argparse.RawDescriptionHelpFormatter, description="line one\n  line two\n\nline three")
p.add_argument("--long-option-name-that-is-quite-long", metavar="VALUE", help="a help text that is long enough to be wrapped over more than one line of the terminal, truly")
p.add_argument("--suppressed", help=argparse.SUPPRESS)
p.print_help()
