"""A kernel installed as confined: it says so, Jupyter works with it, and native code has no network on any of its threads."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from conftest import Kernel, stop, text_of
from jupyter_client.manager import KernelManager

NOTE = "This session is confined"
#: A kernel that asks for a socket, an address and a program by the numbers of the calls.
NATIVE = """%%cuda --no-check
extern "C" long raw(long number, ...) asm("syscall");
extern "C" int shell(const char* command) asm("system");
__global__ void ask(int* done) {
    printf("socket %ld\\n", raw(41, 2, 1, 0));
    printf("bind %ld\\n", raw(49, 0, "", 0));
    printf("shell %d\\n", shell("exit 0") == 0);
    *done = 1;
}
"""


@pytest.fixture
def confined(tmp_path, monkeypatch):
    prefix = Path(os.environ["JUPYTER_PATH"]).parents[1]
    installed = [os.environ["TENSORCELL"], "install", "--confined", "--emulate", "1", "--prefix", prefix]
    subprocess.run(installed, check=True, capture_output=True)
    folder = tmp_path / "notebook"
    folder.mkdir()
    monkeypatch.chdir(folder)
    manager = KernelManager(kernel_name="tensorcell-confined")
    manager.start_kernel()
    kernel = Kernel(manager)
    yield kernel
    stop(kernel)


def test_a_confined_kernel_says_so(confined):
    spec = Path(os.environ["JUPYTER_PATH"]) / "kernels/tensorcell-confined/kernel.json"
    assert json.loads(spec.read_text())["display_name"] == "TensorCell (emulated GPU), confined"
    request = confined.client.kernel_info()
    assert NOTE in confined.reply(request)["banner"]
    assert confined.text("print(1)").startswith(NOTE)
    assert confined.text("print(2)") == "2\n"


def test_cells_work_and_reach_nothing(confined, tmp_path):
    (tmp_path / "secret").write_text("secret")
    confined.execute("pass")
    assert confined.text("print(open('made', 'w').write('x'))\nprint(open('made').read())") == "1\nx\n"
    reply, _ = confined.execute("open('../secret').read()")
    assert reply["ename"] == "PermissionError" and "the session is confined" in reply["evalue"]
    assert confined.execute(NATIVE)[0]["status"] == "ok"
    launch = "import torch\ndone = torch.zeros(1, dtype=torch.int32, device='cuda')\nask[1, 1](done)\nprint(done.item())"
    _, messages = confined.execute(launch)
    assert text_of(messages).split() == ["socket", "-1", "bind", "-1", "shell", "0", "1"]


def test_the_history_of_other_sessions_is_not_read(confined):
    confined.execute("secret_of_this_session = 1")
    request = confined.client.history(raw=True, output=False, hist_access_type="tail", n=100)
    assert [entry[2] for entry in confined.reply(request)["history"]] in ([], ["secret_of_this_session = 1"])
