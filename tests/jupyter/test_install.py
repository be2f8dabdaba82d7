"""`pip install .`: installs binary and kernelspec in an environment, and `pip uninstall` removes all of it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import TIMEOUT
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import KernelManager

SOURCE = Path(__file__).parents[2]
BUILT = Path(os.environ["TENSORCELL_BUILT"]).parent


def run(*command, **environment):
    # Inside `cargo test` cargo describes the test to its children; to this build it must not. Settings stay: nothing is built twice.
    kept = {"CARGO_HOME", "CARGO_INCREMENTAL"}
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("CARGO_") or name in kept}
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, timeout=900, env={**inherited, **environment}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def files_below(folder):
    return {path.relative_to(folder) for path in folder.rglob("*") if not path.is_dir() and "__pycache__" not in path.parts}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """What pip builds before it installs; with the compiled crates of this test run."""
    folder = tmp_path_factory.mktemp("wheel")
    profile = {"debug": "dev"}.get(BUILT.name, "release")
    run(
        *(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, SOURCE),
        PATH=f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        CARGO_TARGET_DIR=str(BUILT.parent),
        MATURIN_PEP517_ARGS=f"--profile {profile}",
    )
    (wheel,) = folder.glob("tensorcell-*.whl")
    return wheel


def printed_by(kernel_dirs, code):
    """What the installed kernel prints for a cell."""
    found = KernelSpecManager(kernel_dirs=[str(kernel_dirs)], ensure_native_kernel=False)
    manager = KernelManager(kernel_name="tensorcell", kernel_spec_manager=found)
    manager.start_kernel()
    try:
        client = manager.client()
        client.start_channels()
        client.wait_for_ready(timeout=TIMEOUT)
        lines = []
        reply = client.execute_interactive(
            code, timeout=TIMEOUT, output_hook=lambda message: lines.append(message["content"].get("text", ""))
        )
        assert reply["content"]["status"] == "ok", reply["content"]
        client.stop_channels()
        return "".join(lines)
    finally:
        manager.shutdown_kernel()


@pytest.fixture
def environment(tmp_path):
    folder = tmp_path / "with a space"
    run(sys.executable, "-m", "venv", folder)
    return folder


def test_an_environment_gets_the_kernel_and_gives_it_back(wheel, environment, monkeypatch):
    before = files_below(environment)
    run(environment / "bin/pip", "install", "--no-deps", "--no-index", wheel)
    assert "tensorcell 0" in run(environment / "bin/tensorcell", "--version")

    # Jupyter finds it in the environment, without PATH or another folder.
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    found = KernelSpecManager(kernel_dirs=[str(environment / "share/jupyter/kernels")], ensure_native_kernel=False)
    spec = found.get_kernel_spec("tensorcell")
    assert spec.display_name == "TensorCell" and spec.language == "python" and spec.interrupt_mode == "message"
    logos = {path.name for path in Path(spec.resource_dir).iterdir()}
    assert logos == {"kernel.json", "logo-32x32.png", "logo-64x64.png", "logo-svg.svg"}
    code = "import torch; print(torch.ones(2, 3).sum())"
    assert printed_by(environment / "share/jupyter/kernels", code) == "tensor(6.)\n"

    run(environment / "bin/pip", "uninstall", "--yes", "tensorcell")
    assert files_below(environment) == before
    assert not (environment / "share/jupyter/kernels/tensorcell").exists()


def test_the_source_archive_holds_what_the_build_reads(tmp_path):
    run(Path(sys.executable).with_name("maturin"), "sdist", "--manifest-path", SOURCE / "Cargo.toml", "--out", tmp_path)
    (archive,) = tmp_path.glob("*.tar.gz")
    names = run("tar", "-tf", archive).splitlines()
    held = {name.partition("/")[2] for name in names}
    for needed in ["Cargo.lock", "crates/emulator/build.rs", "kernelspec/data/share/jupyter/kernels/tensorcell/kernel.json"]:
        assert needed in held
    assert any(name.startswith("kernels/") for name in held) and any(
        name.startswith("crates/torch/src/prelude/") for name in held
    )
    assert not any(name.startswith("target") for name in held)


def test_the_kernelspec_of_install_and_of_pip_differ_only_in_the_binary(tmp_path):
    run(os.environ["TENSORCELL"], "install", "--prefix", tmp_path)
    installed = json.loads((tmp_path / "share/jupyter/kernels/tensorcell/kernel.json").read_text())
    shipped = json.loads((SOURCE / "kernelspec/data/share/jupyter/kernels/tensorcell/kernel.json").read_text())
    assert installed["argv"][1:] == shipped["argv"][1:]
    assert {**installed, "argv": []} == {**shipped, "argv": []}


@pytest.mark.parametrize("how", ["--prefix", "--sys-prefix"])
def test_an_installed_kernel_imports_from_its_environment(environment, monkeypatch, how):
    (site,) = environment.glob("lib/python3*/site-packages")
    (site / "only_here.py").write_text("where = 'in the environment'\n")
    with monkeypatch.context() as active:
        active.setenv("VIRTUAL_ENV", str(environment))
        run(os.environ["TENSORCELL_BUILT"], "install", how, *([environment] if how == "--prefix" else []))
    # As a Jupyter whose environment was not activated by a shell.
    for name in ["VIRTUAL_ENV", "CONDA_PREFIX", "TENSORCELL_PYTHON"]:
        monkeypatch.delenv(name, raising=False)
    code = "import only_here, sys; print(only_here.where, sys.prefix)"
    assert printed_by(environment / "share/jupyter/kernels", code) == f"in the environment {environment}\n"
