"""`%restore` after a kernel was killed in a training cell, with device and host tensors: equal bit for bit."""

import os
import signal
import stat
from pathlib import Path

from conftest import start, stop, text_of, wait_until

MODEL = """
import torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 16), nn.Dropout(0.3), nn.Linear(16, 1))
    def forward(self, x):
        return self.body(x)
torch.manual_seed(1)
model = Net()
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
data = torch.randn(64, 4)
head = data[:8]
def train(steps):
    for step in range(steps):
        optimizer.zero_grad()
        loss = model(data + torch.randn(64, 4)).square().mean()
        loss.backward()
        optimizer.step()
"""
BITS = (
    "print([p.detach().view(torch.int32).tolist() for p in model.parameters()], [p.grad.tolist() for p in model.parameters()],"
    " data.tolist(), torch.rand(3).tolist(), head.data_ptr() == data.data_ptr())"
)


def sessions(folder):
    return [path for path in (folder / "sessions").rglob("*") if path.is_file()]


def test_a_killed_kernel_goes_on_to_the_bit(tmp_path, monkeypatch):
    monkeypatch.setenv("TENSORCELL_CACHE", str(tmp_path))
    # However slow the machine is.
    monkeypatch.setenv("TENSORCELL_RESTORE_SECONDS", "1000")
    kernel = start()
    try:
        assert kernel.text(MODEL) == ""
        kernel.execute("train(5)")
        wait_until(lambda: any(path.name == "state-2" for path in sessions(tmp_path)), "the state is not saved")
        for path in [tmp_path / "sessions", *(tmp_path / "sessions").rglob("*")]:
            assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path
        kernel.client.execute("print('training'); train(10 ** 9)")
        kernel.wait_for_text("training")
        os.kill(kernel.manager.provisioner.pid, signal.SIGKILL)
        wait_until(lambda: not Path(f"/proc/{kernel.manager.provisioner.pid}/exe").exists(), "the kernel lives")
        kernel.client.stop_channels()
        kernel.manager.restart_kernel(now=True)
        kernel.client = kernel.connect()
        _, messages = kernel.execute("1 + 1")
        offered = text_of(messages)
        assert offered.startswith("%restore brings back ") and "after Cell [2] at " in offered and offered.count("\n") == 1
        told = kernel.text("%restore")
        assert told.startswith("Brought back ") and "Not brought back" not in told, told
        kernel.execute("train(5)")
        restored = kernel.text(BITS)
    finally:
        stop(kernel)
    wait_until(lambda: not sessions(tmp_path), "a clean end leaves files behind")
    whole = start()
    try:
        whole.execute(MODEL)
        whole.execute("train(5)")
        whole.execute("train(5)")
        assert restored == whole.text(BITS) != ""
    finally:
        stop(whole)
