"""Compares what two runs of statements.py printed: the recorded answers, and ours.

    compare.py RECORDED OURS [KNOWN]

Prints a line for each statement whose answer differs: what differs, the statement, both answers. Numbers may differ by rounding;
strides of dimensions of one element, and of tensors without elements, do not count. KNOWN lists, as regular expressions over these
lines' beginnings, what differs for a reason.
"""

import re
import sys

TENSOR = re.compile(r"(\w+)(\[[\d, ]*\])(\[[-\d, ]*\])<([^>]*)>")
CLOSE = {"float64": (1e-5, 1e-8), "float32": (3e-4, 2e-5), "float16": (1e-2, 2e-2), "bfloat16": (6e-2, 1e-1)}


def integers(text):
    return [int(x) for x in text[1:-1].split(",") if x.strip()]


def alike(ours, theirs, close, scale):
    if ours == theirs:
        return True
    try:
        ours, theirs = float(ours), float(theirs)
    except ValueError:
        return False
    return abs(ours - theirs) <= close[0] * max(abs(ours), abs(theirs)) + close[1] * max(1.0, scale)


def scale_of(numbers):
    sizes = []
    for number in numbers:
        try:
            sizes.append(abs(float(number)))
        except ValueError:
            pass
    return max((x for x in sizes if x < 1e4), default=1.0)


def unlike(ours, theirs):
    if ours == theirs:
        return None
    if theirs.endswith("Error") or ours.endswith("Error"):
        return (
            "error"
            if theirs.endswith("Error") and ours.endswith("Error")
            else "accepted"
            if theirs.endswith("Error")
            else "refused"
        )
    found, wanted = TENSOR.findall(ours), TENSOR.findall(theirs)
    if len(found) != len(wanted) or TENSOR.sub("", ours) != TENSOR.sub("", theirs):
        outside = [re.split(r"[ ();]+", TENSOR.sub("", x)) for x in (ours, theirs)]
        if len(found) != len(wanted) or len(outside[0]) != len(outside[1]):
            return "value"
        if not all(alike(x, y, CLOSE["float32"], 1.0) for x, y in zip(*outside)):
            return "value"
    # A result of a narrow dtype bounds how exact its gradients in wider ones are.
    loosest = max((CLOSE.get(dtype, (0, 0)) for dtype, *_ in wanted), default=(0, 0))
    for (dtype, shape, strides, elements), (dtype2, shape2, strides2, elements2) in zip(found, wanted):
        if dtype != dtype2:
            return "dtype"
        if shape != shape2:
            return "shape"
        ours, theirs = elements.split(), elements2.split()
        close = max(loosest, CLOSE.get(dtype, (0, 0))) if dtype in CLOSE else (0, 0)
        if not all(alike(x, y, close, scale_of(theirs)) for x, y in zip(ours, theirs)):
            return "value"
        steps = [[step for step, size in zip(integers(x), integers(shape)) if size > 1] for x in (strides, strides2)]
        if steps[0] != steps[1] and 0 not in integers(shape):
            return "strides"
    return None


def answers(lines):
    """The lines that are answers: PyTorch's libraries print some of their own."""
    return (line for line in lines if " => " in line)


def main():
    known = []
    if len(sys.argv) > 3:
        lines = [line.rstrip("\n") for line in open(sys.argv[3])]
        known = [re.compile(line) for line in lines if line and line[0] not in "#["]
    count = differ = 0
    with open(sys.argv[1]) as recorded, open(sys.argv[2]) as ours:
        for theirs, own in zip(answers(recorded), answers(ours), strict=True):
            count += 1
            if theirs == own:
                continue
            statement, wanted = theirs.rstrip("\n").split(" => ", 1)
            statement2, found = own.rstrip("\n").split(" => ", 1)
            if statement != statement2:
                raise SystemExit(f"two statements: {statement}, {statement2}")
            what = unlike(found, wanted)
            line = f"{what} | {statement} | {found} | {wanted}"
            if what and not any(pattern.match(line) for pattern in known):
                differ += 1
                print(line)
    print(f"{differ} of {count} answers differ")


if __name__ == "__main__":
    main()
