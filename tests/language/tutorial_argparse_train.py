# The argument parser of a training script, and what its parts print.
import argparse, sys, os, io, contextlib
def get_args(argv):
    parser = argparse.ArgumentParser(prog="train.py", description="PyTorch MNIST Example", epilog="Have fun!", formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--batch-size", type=int, default=64, metavar="N", help="input batch size for training")
    parser.add_argument("--epochs", type=int, default=14, metavar="N", help="number of epochs to train")
    parser.add_argument("--lr", type=float, default=1.0, metavar="LR", help="learning rate")
    parser.add_argument("--no-cuda", action="store_true", default=False, help="disables CUDA training")
    parser.add_argument("--model", choices=["resnet", "vit"], default="resnet", help="which model")
    parser.add_argument("--layers", nargs="+", type=int, default=[1, 2], help="sizes")
    parser.add_argument("-v", "--verbose", action="count", default=0, help="more words")
    parser.add_argument("--tag", action="append", help="tags")
    parser.add_argument("--flag", action=argparse.BooleanOptionalAction, default=True, help="a flag")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--fast", action="store_const", const=1, dest="speed", help="quick")
    group.add_argument("--slow", action="store_const", const=2, dest="speed", help="slow")
    parser.add_argument("data", nargs="?", default="./data", help="where the data is")
    return parser, parser.parse_args(argv)
parser, args = get_args([])
print(args)
print(vars(args)["lr"], args.batch_size, getattr(args, "no_cuda"))
parser, args = get_args("--batch-size 32 --lr=0.1 --no-cuda --layers 3 4 5 -vv --tag a --tag b --no-flag --fast here".split())
print(args.batch_size, args.lr, args.no_cuda, args.layers, args.verbose, args.tag, args.flag, args.speed, args.data)
print("batch_size" in args, args == argparse.Namespace(**vars(args)))
known, rest = parser.parse_known_args(["--lr", "2", "--unknown", "5"])
print(known.lr, rest)
for bad in (["--epochs", "x"], ["--model", "z"], ["--fast", "--slow"], ["--nope"], ["--lr"], ["--layers"], ["a", "b"], ["--batch", "3", "--e", "1", "--l", "1"]):
    err = io.StringIO()
    try:
        with contextlib.redirect_stderr(err):
            parser.parse_args(bad)
    except SystemExit as e:
        print(e.code, err.getvalue().splitlines()[-1])
out = io.StringIO()
try:
    with contextlib.redirect_stdout(out): parser.parse_args(["-h"])
except SystemExit as e: print(e.code)
print(out.getvalue().split("\n\n", 1)[1])
os.environ.setdefault("SOME_VARIABLE", "5")
print(os.environ.get("SOME_VARIABLE"), os.environ.get("NOT_THERE"), "PATH" in os.environ, os.getenv("NOT", "d"))
