"""Magics that use files, in a kernel with a temporary folder."""

import pytest
from conftest import TIMEOUT, start, stop, text_of


@pytest.fixture
def home(tmp_path, monkeypatch):
    (tmp_path / "sub").mkdir()
    (tmp_path / "script.py").write_text("import sys\nvalue = 41 + 1\nprint('ran', sys.argv[1:], __name__)\n")
    monkeypatch.chdir(tmp_path)
    # These tests are of a kernel that stays in its folder.
    monkeypatch.setenv("TENSORCELL_CONFINED", "1")
    kernel = start()
    kernel.execute("pass")  # the first cell prints that the session is confined
    yield kernel
    stop(kernel)


def error_of(messages):
    return next(m["content"] for m in messages if m["msg_type"] == "error")


def test_folders_are_changed_inside_the_notebooks_own(home, tmp_path):
    reply, _ = home.execute("%cd sub")
    assert reply["status"] == "ok"
    assert home.text("%pwd\nimport os\nprint(os.getcwd())").strip() == str(tmp_path / "sub")
    assert home.text("%ls ..") == "script.py\nsub/\n"
    assert home.text("print(open('../script.py').readline().strip())") == "import sys\n"
    for outside in ["%cd ../..", "%cd /", "%ls /etc", "import os; os.chdir('/')"]:
        _, messages = home.execute(outside)
        assert error_of(messages)["ename"] == "PermissionError", outside
    assert home.text("%cd").strip() == str(tmp_path)


def test_cells_are_written_loaded_and_run(home, tmp_path):
    assert home.text("%%writefile made.py\nmade = 5\nprint(made)\n") == "Writing made.py\n"
    assert (tmp_path / "made.py").read_text() == "made = 5\nprint(made)\n"
    assert home.text("%%writefile made.py\nmade = 6") == "Overwriting made.py\n"
    assert home.text("%%writefile -a made.py\nprint(made)") == "Appending to made.py\n"
    assert home.text("%run made.py\nprint(made + 1)") == "6\n7\n"
    assert home.text("%run script.py one two\nprint(value)") == "ran ['one', 'two'] __main__\n42\n"
    reply, _ = home.execute("%load -r 2 script.py")
    (payload,) = reply["payload"]
    assert payload == {
        "source": "set_next_input",
        "replace": True,
        "text": "# %load -r 2 script.py\nvalue = 41 + 1",
    }
    for outside in ["%load /etc/passwd", "%run ../x.py", "%%writefile /tmp/x\n1"]:
        _, messages = home.execute(outside)
        assert error_of(messages)["ename"] == "PermissionError", outside
    assert "made.py" in home.text("%ls -l")


def test_a_reset_is_asked_for(home):
    client = home.client
    home.execute("x = 1")
    request = client.execute("%reset", allow_stdin=True)
    question = client.get_stdin_msg(timeout=TIMEOUT)
    assert "Proceed" in question["content"]["prompt"]
    client.input("y")
    assert home.reply(request)["status"] == "ok"
    _, messages = home.execute("x")
    assert error_of(messages)["ename"] == "NameError"


def test_pages_help_for_magics(home):
    reply, _ = home.execute("%timeit?")
    assert "-n LOOPS" in reply["payload"][0]["data"]["text/plain"]
    assert text_of(home.execute("%time 1")[1]).startswith("CPU times: user ")


def test_exit_asks_the_front_end_to_end(kernel):
    for code, keeps in [("exit", False), ("quit()", False), ("exit(True)", True)]:
        reply, messages = kernel.execute(code)
        assert reply["payload"] == [{"source": "ask_exit", "keepkernel": keeps}], code
        assert [m["msg_type"] for m in messages] == ["execute_input"]
    assert kernel.text("exit = 5\nprint(exit)\ndel exit") == "5\n"
