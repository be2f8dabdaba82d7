"""The kernel in a terminal: `jupyter console`, driven through a pseudo-terminal."""

import os
import re
import sys

import pexpect
import pytest
from conftest import TIMEOUT

COLOUR = r"(?:\x1b\[[0-9;]*m)*"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07|\x1b[=>]")


class Console:
    """A console: what is typed goes in, what it shows comes out."""

    def __init__(self, *options):
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "jupyter_console", *options],
            # A terminal that answers no questions about its cursor.
            env={**os.environ, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"},
            encoding="utf-8",
            dimensions=(50, 160),
            timeout=TIMEOUT,
        )
        self.number = 0
        self.banner = self.prompt()
        # ZeroMQ connects one socket after the other: input typed before iopub connects loses its output.
        while "ready" not in self.ask("print('rea' 'dy')"):
            pass

    def prompt(self):
        """What was shown before the next prompt, without the terminal's escapes."""
        # The editor redraws its prompt at each key, so this waits for the next number.
        self.child.expect(rf"In \[{COLOUR}(?!{self.number}\D)(\d+){COLOUR}\]: ")
        self.number = int(self.child.match[1])
        return ESCAPES.sub("", self.child.before).replace("\r", "")

    def ask(self, line):
        self.child.send(line + "\r")
        return self.prompt()

    def stop(self):
        self.child.close(force=True)


@pytest.fixture
def console():
    """Lines in, lines out: what a terminal without colours or cursor gets."""
    console = Console("--kernel", "tensorcell", "--ZMQTerminalInteractiveShell.simple_prompt=True")
    yield console
    console.stop()


@pytest.fixture
def editor():
    """The line editor that a person has: completion, several lines."""
    console = Console("--kernel", "tensorcell")
    yield console
    console.stop()


def test_values_and_prints_are_plain_text(console):
    number = console.number
    assert f"Out[{number}]: 2" in console.ask("1 + 1")
    shown = console.ask("import torch; torch.arange(4.).view(2, 2)")
    assert "tensor([[0., 1.],\n        [2., 3.]])" in shown
    assert "hello" in console.ask("print('hello')")


def test_pictures_are_drawn_with_characters(console):
    console.ask("import tensorcell")
    console.ask("curve = tensorcell.Curve('loss')")
    console.ask("_ = [curve.add(loss=(8 - step) ** 2) for step in range(9)]")
    shown = console.ask("curve")
    assert "loss" in shown and "<svg" not in shown and "image/png" not in shown, shown


def test_bars_and_displays_end_in_their_last_state(console):
    console.ask("from tqdm import tqdm")
    shown = console.ask("for i in tqdm(range(300), desc='going'): tqdm.write('half') if i == 150 else None\r")
    assert "going: 100%|██████████| 300/300 [" in shown and "half" in shown, shown
    # The bar appears below the output, and its last line stays.
    assert shown.index("half") < shown.index("going: 100%") and "going: 100%" in shown.rstrip().splitlines()[-1], shown
    shown = console.ask("handle = display('first', display_id=True); handle.update('second')")
    assert "'first'" in shown and "'second'" in shown, shown


def test_a_terminal_without_colours_gets_none(monkeypatch):
    for wish, coloured in (("", False), (None, True)):
        monkeypatch.delenv("NO_COLOR", raising=False) if wish is None else monkeypatch.setenv("NO_COLOR", "1")
        console = Console("--kernel", "tensorcell", "--ZMQTerminalInteractiveShell.simple_prompt=True")
        try:
            console.child.send("1 / 0\r")
            console.child.expect("division by zero")
            assert ("\x1b[1m\x1b[91mZeroDivisionError" in console.child.before) == coloured, console.child.before
        finally:
            console.stop()


def test_errors_are_shown_whole_and_the_session_goes_on(console):
    console.ask("import torch")
    shown = console.ask("torch.ones(2, 3) @ torch.ones(4, 5)")
    assert "mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)" in shown
    assert "^" in shown and "\x1b" not in shown
    assert "42" in console.ask("40 + 2")


def test_hostile_text_does_not_reach_the_terminal_as_commands(console):
    # A value is shown by its repr: the escape sequence that would rename the window is printed as text.
    shown = console.ask(r"'\x1b]0;owned\x07'")
    assert r"\x1b]0;owned\x07" in shown


def test_the_banner_says_what_answers(console):
    assert "TensorCell" in console.banner


def test_two_clients_share_a_kernel(kernel):
    kernel.execute("shared = 20")
    console = Console("--existing", kernel.manager.connection_file, "--ZMQTerminalInteractiveShell.simple_prompt=True")
    try:
        console.ask("shared += 22")
        assert kernel.text("print(shared)") == "42\n"
    finally:
        console.stop()
    assert kernel.text("print(shared)") == "42\n", "the kernel outlives a client that goes"


def test_an_endless_cell_is_interrupted(editor):
    editor.child.send("while not print('beg' + 'un'):\rpass\r\r")
    editor.child.expect("begun")
    editor.child.sendintr()
    editor.child.expect("KeyboardInterrupt")
    editor.prompt()
    assert "42" in editor.ask("40 + 2")


def test_a_block_goes_on_until_an_empty_line(editor):
    editor.child.send("for step in range(3):\r")
    editor.child.expect(r"\.\.\.:")
    editor.child.send("print(step * 111)\r\r")
    shown = editor.prompt()
    assert "222" in shown


def test_tab_completes(editor):
    editor.ask("import torch")
    editor.child.send("torch.linspac\t")
    # Unchanged text may not be redrawn: then only the last letter arrives, among terminal codes.
    editor.child.expect("linspac[^e]*e")
    editor.child.send("(0, 1, 3)\r")
    assert "0.5000" in editor.prompt()
