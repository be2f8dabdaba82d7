"""Jupyter Enterprise Gateway, with our kernelspec and launcher: cells, an interrupt, the end. Arguments: tensorcell, the folder of
the files, the number of ranks (0: none)."""

import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

# Seconds after which a wait has failed.
PATIENCE = int(os.environ["PATIENCE"])
binary, files, ranks = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
scratch = pathlib.Path(tempfile.mkdtemp())
folder = scratch / "share/jupyter/kernels/tensorcell_distributed"
folder.mkdir(parents=True)
spec = json.loads((files / "tensorcell_distributed/kernel.json").read_text())
shutil.copy(files / "launcher/launch_tensorcell.py", folder)
# Settings that an administrator adapts: the paths of python3 and the launcher.
spec["argv"][:2] = [sys.executable, str(folder / "launch_tensorcell.py")]
spec["argv"] += ["--tensorcell", binary] + (["--mpi", str(ranks)] if ranks else [])
(folder / "kernel.json").write_text(json.dumps(spec))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


port = free_port()
url = f"http://127.0.0.1:{port}"
environment = dict(os.environ, JUPYTER_PATH=str(scratch / "share/jupyter"), EG_RESPONSE_PORT=str(free_port()))
environment.update(JUPYTER_RUNTIME_DIR=str(scratch / "runtime"), JUPYTER_CONFIG_DIR=str(scratch / "config"))
environment.update(EG_KERNEL_LOG_DIR=str(scratch), EG_MIN_PORT_RANGE_SIZE="100", EG_LIST_KERNELS="True")
gateway = subprocess.Popen(
    [sys.executable, "-m", "enterprise_gateway", f"--EnterpriseGatewayApp.port={port}", "--EnterpriseGatewayApp.ip=127.0.0.1"]
    + ["--EnterpriseGatewayApp.remote_hosts=localhost", "--EnterpriseGatewayApp.port_range=40000..40500"],
    env=environment,
    stdout=open(scratch / "log", "w"),
    stderr=subprocess.STDOUT,
)


def ask(path, data=None, method=None):
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(url + path, body, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        text = answer.read()
        return json.loads(text) if text else None


def wait_for(what, found):
    until = time.time() + PATIENCE
    while True:
        try:
            if value := found():
                return value
        except (urllib.error.URLError, OSError):
            pass
        if time.time() > until or gateway.poll() is not None:
            raise SystemExit(f"{what}: not within {PATIENCE} s\n{(scratch / 'log').read_text()}")
        time.sleep(0.1)


def launchers():
    out = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True).stdout
    return [int(line.split()[0]) for line in out.splitlines() if str(folder / "launch_tensorcell.py") in line]


def talk(kernel):
    """Runs cells over the gateway's websocket; returns the output of each."""
    import asyncio
    import uuid

    import tornado.websocket

    async def session():
        to = await tornado.websocket.websocket_connect(f"ws://127.0.0.1:{port}/api/kernels/{kernel}/channels")

        async def run(code, meanwhile=None):
            """Returns a cell's output; calls `meanwhile` once it has printed."""
            number = uuid.uuid4().hex
            header = {
                "msg_id": number,
                "username": "",
                "session": "s",
                "msg_type": "execute_request",
                "version": "5.3",
                "date": "",
            }
            content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False}
            message = {"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": "shell"}
            await to.write_message(json.dumps(message))
            shown, _later = [], None
            while True:
                text = await asyncio.wait_for(to.read_message(), PATIENCE)
                message = json.loads(text)
                if message["parent_header"].get("msg_id") != number:
                    continue
                kind, content = message["msg_type"], message["content"]
                if kind == "stream":
                    shown.append(content["text"])
                    if meanwhile:
                        _later, meanwhile = asyncio.get_running_loop().run_in_executor(None, meanwhile), None
                elif kind in ("execute_result", "display_data"):
                    shown.append(content["data"]["text/plain"])
                elif kind == "error":
                    shown.append(content["ename"])
                    print(content["ename"], content["evalue"], file=sys.stderr)
                elif kind == "status" and content["execution_state"] == "idle":
                    return shown

        first = await run("import torch\nprint('seen')\n(torch.ones(3) * 2).tolist()")
        assert first[0].startswith("seen") and "[2.0, 2.0, 2.0]" in first, first
        if ranks:
            code = "import torch.distributed as dist\ndist.init_process_group('gloo')\nx = torch.ones(1)\ndist.all_reduce(x)\nx.item()"
            shown = await run(code)
            assert str(float(ranks)) in shown, shown

        def interrupt():
            ask(f"/api/kernels/{kernel}/interrupt", {})

        shown = await run("import time\nprint('looping')\nwhile True:\n    time.sleep(0.1)", interrupt)
        assert "KeyboardInterrupt" in shown, shown
        assert "42" in await run("6 * 7")
        to.close()

    asyncio.run(session())


try:
    wait_for("the gateway", lambda: ask("/api/kernelspecs"))
    # The gateway refuses to start kernels for root.
    kernel = ask("/api/kernels", {"name": "tensorcell_distributed", "env": {"KERNEL_USERNAME": "tester"}})["id"]
    assert len(launchers()) >= 1, "\n".join(log.read_text() for log in scratch.glob("*log*"))
    talk(kernel)
    ask(f"/api/kernels/{kernel}/restart", {})
    talk(kernel)
    ask(f"/api/kernels/{kernel}", method="DELETE")
    wait_for("the kernel's end", lambda: not launchers())
    assert ask("/api/kernels") == []
    print("all went well")
finally:
    gateway.send_signal(signal.SIGTERM)
    gateway.wait(PATIENCE)
    shutil.rmtree(scratch, ignore_errors=True)
