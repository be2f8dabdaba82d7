#!/usr/bin/env python3
"""Records PyTorch's results for the examples of the reference, and the errors that it raises, in examples.txt.

    tensorcell reference FOLDER && python record.py FOLDER

Wants PyTorch 2.11. A line `>>> ` is a statement, run after those above it; `!!! ` one that fails. Below it stands what it
prints, or the error's type. What asks for a CUDA device is left out: there is no such answer to record.
"""

import ast
import contextlib
import io
import pathlib
import re
import sys
import warnings

HERE = pathlib.Path(__file__).parent
CODE = re.compile(r"\n```text\n(.*?)\n```", re.S)
# `Errors: IndexError where ...: `code``, or with the code below; more of them below that, further to the right.
ERROR = re.compile(r"^(?:Errors:| {7}) \w+[^`\n]*(?:\n {8}[^`\n]*)*?:\s+`([^`]+)`", re.M)


def examples(page):
    """The statements of each example, and those of errors, one by one."""
    for block in CODE.findall(page):
        statements = [line[4:] for line in block.splitlines() if line.startswith(">>> ")]
        if statements:
            yield ">>> ", statements
        for code in ERROR.findall(block):
            yield "!!! ", [" ".join(code.split())]


def answer(statement, names):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            value = eval(compile(ast.parse(statement, mode="eval"), "example", "eval"), names)
            if value is not None:
                print(repr(value))
        except SyntaxError:
            exec(compile(statement, "example", "exec"), names)
    return "".join(line.rstrip() + "\n" for line in printed.getvalue().splitlines())


def entry(kind, statements):
    import torch

    names = {"torch": torch, "nn": torch.nn, "F": torch.nn.functional}
    torch.manual_seed(0)
    text = ""
    for statement in statements:
        text += kind + statement + "\n"
        try:
            text += answer(statement, names)
        except Exception as error:
            if kind == ">>> ":
                raise SystemExit(f"{statement}\n{type(error).__name__}: {error}")
            text += type(error).__name__ + "\n"
        else:
            if kind == "!!! ":
                raise SystemExit(f"does not fail: {statement}")
    return text


def main():
    warnings.simplefilter("ignore")
    pages = sorted(pathlib.Path(sys.argv[1]).glob("*.md"))
    found = {(kind, tuple(statements)) for page in pages for kind, statements in examples(page.read_text())}
    here = [(kind, statements) for kind, statements in sorted(found) if not any("torch.cuda." in line for line in statements)]
    entries = [entry(kind, statements) for kind, statements in here]
    (HERE / "examples.txt").write_text("\n".join(entries))


main()
