"""Runs a notebook with nbconvert, like `tensorcell lab --execute`."""

import json
import os
import subprocess

import pytest
from conftest import TIMEOUT

TENSORCELL = os.environ.get("TENSORCELL", "tensorcell")


def notebook(path, *cells):
    document = {
        "cells": [
            {"cell_type": "code", "id": f"c{n}", "metadata": {}, "execution_count": None, "outputs": [], "source": code}
            for n, code in enumerate(cells)
        ],
        "metadata": {"kernelspec": {"name": "tensorcell", "display_name": "TensorCell", "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    path.write_text(json.dumps(document))
    return path


def tensorcell(*args, **options):
    return subprocess.run([TENSORCELL, *map(str, args)], capture_output=True, text=True, timeout=5 * TIMEOUT, **options)


def test_lab_executes_notebooks_to_ipynb_and_html(tmp_path):
    path = notebook(tmp_path / "sums.ipynb", "x = 20", "print(x * 2)\nx + 22")
    done = tensorcell("lab", "--execute", path, "--output", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    executed = json.loads((tmp_path / "out/sums.ipynb").read_text())
    outputs = executed["cells"][1]["outputs"]
    assert outputs[0]["text"] == ["40\n"]
    assert outputs[1]["data"]["text/plain"] == ["42"]
    assert "40" in (tmp_path / "out/sums.html").read_text()


def test_lab_names_the_first_cell_that_fails(tmp_path):
    path = notebook(tmp_path / "bad.ipynb", "x = 1", "y = 2\nundefined_name", "1 / 0")
    done = tensorcell("lab", "--execute", path, "--output", tmp_path / "out")
    assert done.returncode == 1
    assert "cell 2 failed (y = 2): NameError: name 'undefined_name' is not defined" in done.stderr
    assert (tmp_path / "out/bad.html").exists()


def test_run_runs_scripts(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("import sys\nprint(sys.argv[1:])\n3\nprint('err', file=sys.stderr)\n")
    done = tensorcell("run", script, "--flag", "value")
    assert (done.returncode, done.stdout, done.stderr) == (0, "['--flag', 'value']\n", "err\n")


def test_run_shows_diagnostics_and_fails(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("print('begun')\nvalue = [1, 2][5]\nprint('never')\n")
    done = tensorcell("run", script)
    assert done.returncode == 1
    assert done.stdout == "begun\n"
    assert "IndexError: list index out of range" in done.stderr
    assert "\x1b" not in done.stderr


def test_run_shows_the_values_of_a_notebooks_cells(tmp_path):
    path = notebook(tmp_path / "cells.ipynb", "x = 2", "x + 1", "'a'")
    done = tensorcell("run", path)
    assert (done.returncode, done.stdout) == (0, "3\n'a'\n")


@pytest.mark.parametrize("code, status", [("0", 0), ("3", 3), ("'no data'", 1)])
def test_run_exits_as_the_script_asks(tmp_path, code, status):
    script = tmp_path / "script.py"
    script.write_text(f"import sys\nsys.exit({code})\n")
    assert tensorcell("run", script).returncode == status


def test_install_and_uninstall(tmp_path):
    done = tensorcell("install", "--prefix", tmp_path, "--name", "mine", "--emulate", 3)
    assert done.returncode == 0, done.stderr
    spec = json.loads((tmp_path / "share/jupyter/kernels/mine/kernel.json").read_text())
    assert spec["env"] == {"TENSORCELL_EMULATE": "3"}
    assert tensorcell("uninstall", "--prefix", tmp_path, "--name", "mine").returncode == 0
    assert not (tmp_path / "share/jupyter/kernels/mine").exists()
    again = tensorcell("uninstall", "--prefix", tmp_path, "--name", "mine")
    assert again.returncode == 1
    assert again.stderr.count("\n") == 1


def test_what_cannot_be_done_is_said_in_one_sentence(tmp_path):
    (tmp_path / "empty.ipynb").write_text("{}")
    (tmp_path / "connection.json").write_text("{}")
    nowhere = {"PATH": str(tmp_path), "TENSORCELL_CACHE": str(tmp_path / "cache")}
    for args, options in [
        (["run", tmp_path / "absent.py"], {}),
        (["run", tmp_path / "empty.ipynb"], {}),
        (["kernel", tmp_path / "absent.json"], {}),
        (["kernel", tmp_path / "connection.json"], {}),
        (["lab", "--execute", tmp_path / "absent.ipynb"], {}),
        (["lab"], {"env": nowhere}),
    ]:
        done = tensorcell(*args, **options)
        assert done.returncode == 1, args
        assert done.stderr.startswith("tensorcell: ") and done.stderr.count("\n") == 1, done.stderr


def pretend_python(folder, install):
    """A PATH whose python3 makes environments of shell scripts; `install` is what their pip does."""
    folder.mkdir()
    scripts = {
        "uv": "exit 1",
        "python3": f"""
            if [ "$1" = -c ]; then echo True 3.12.0; exit; fi
            mkdir -p "$3/bin"
            printf '#!/bin/sh\\n{install}\\n' > "$3/bin/python"
            printf '#!/bin/sh\\necho lab "$@"\\n' > "$3/bin/jupyter-lab"
            chmod +x "$3/bin/python" "$3/bin/jupyter-lab"
        """,
    }
    for name, script in scripts.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    return f"{folder}:/usr/bin:/bin"


def test_calls_at_once_make_one_environment(tmp_path):
    path = pretend_python(tmp_path / "bin", f"echo made >> {tmp_path}/log; sleep 0.5")
    environment = {"PATH": path, "TENSORCELL_CACHE": str(tmp_path / "cache")}
    calls = [
        subprocess.Popen([TENSORCELL, "lab", "--no-browser"], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    for call in calls:
        out, _ = call.communicate(timeout=TIMEOUT)
        assert call.returncode == 0
        assert "lab --MultiKernelManager.default_kernel_name=tensorcell" in out and "--no-browser" in out
    assert (tmp_path / "log").read_text() == "made\n"


def test_an_environment_that_was_not_finished_is_made_anew(tmp_path):
    path = pretend_python(tmp_path / "bin", f"mkdir {tmp_path}/tried 2> /dev/null && exit 1; exit 0")
    environment = {"PATH": path, "TENSORCELL_CACHE": str(tmp_path / "cache")}
    first = tensorcell("lab", env=environment)
    assert first.returncode == 1
    assert "is there a network?" in first.stderr.splitlines()[-1]
    assert tensorcell("lab", env=environment).returncode == 0


def test_doctor_and_completions():
    done = tensorcell("doctor")
    assert done.returncode == 0
    for what in ["driver", "GPUs", "NVRTC", "cuBLASLt", "cuDNN", "g++", "python3", "jupyter", "emulator"]:
        assert what in done.stdout
    assert "tensorcell" in tensorcell("completions", "bash").stdout
