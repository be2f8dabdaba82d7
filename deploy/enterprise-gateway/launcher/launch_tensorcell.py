#!/usr/bin/env python3
"""Starts a TensorCell kernel for Jupyter Enterprise Gateway, and tells the gateway where it listens.

Runs where the kernel is to run: on the host that the gateway chose (its arguments come from kernel.json), or in the kernel's pod
(they come from the environment). Needs pycryptodomex, as the gateway's own launchers do.

The answer to the gateway is the connection file with the launcher's own port, encrypted with a key drawn for it (AES), which
is encrypted with the gateway's public key (RSA). On that port the gateway asks for signals and the end.
"""

import argparse
import base64
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import uuid

from Cryptodome.Cipher import AES, PKCS1_v1_5
from Cryptodome.PublicKey import RSA
from Cryptodome.Random import get_random_bytes
from Cryptodome.Util.Padding import pad

CHANNELS = ["shell_port", "iopub_port", "stdin_port", "hb_port", "control_port"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("kernel-id", "response-address", "public-key", "port-range"):
        variable = name.replace("-", "_").upper()
        default = os.environ.get(variable) or os.environ.get(f"EG_{variable}")
        parser.add_argument(f"--RemoteProcessProxy.{name}", f"--{name}", dest=name.replace("-", "_"), default=default)
    parser.add_argument(
        "--mpi", type=int, default=int(os.environ.get("TENSORCELL_MPI_RANKS") or 0), help="ranks, through mpirun or srun"
    )
    parser.add_argument("--tensorcell", default=os.environ.get("TENSORCELL", "tensorcell"), help="the program")
    # What else the gateway's own scripts are given does not concern us.
    given, _ = parser.parse_known_args()
    for name in ("kernel_id", "response_address", "public_key"):
        if not getattr(given, name):
            parser.error(f"--RemoteProcessProxy.{name.replace('_', '-')} is missing")
    return given


def listening(ports, backlog=None):
    """A socket on a free port, of a range of some were given."""
    low, high = ports
    for _attempt in range(100):
        made = socket.socket()
        try:
            made.bind(("0.0.0.0", random.randint(low, high) if high else 0))
        except OSError:
            made.close()
            continue
        if backlog:
            made.listen(backlog)
        return made
    sys.exit(f"launch_tensorcell: no free port in {low}..{high}")


def port_range(text):
    low, _, high = (text or "0..0").partition("..")
    low, high = int(low), int(high or 0)
    if high and high < low:
        sys.exit(f"launch_tensorcell: {text!r} is no range of ports")
    return low, high


def own_address(response):
    """The address of this machine on the way to the gateway."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(response)
        return probe.getsockname()[0]


def answer(response, public_key, kernel_id, connection):
    """Sends the connection to the gateway, for its eyes only."""
    key = get_random_bytes(16)
    text = pad(json.dumps(connection).encode(), 16)
    rsa = PKCS1_v1_5.new(RSA.import_key(base64.b64decode(public_key)))
    payload = {
        "version": 1,
        "key": base64.b64encode(rsa.encrypt(key)).decode(),
        "conn_info": base64.b64encode(AES.new(key, AES.MODE_ECB).encrypt(text)).decode(),
    }
    with socket.create_connection(response, timeout=30) as to:
        to.sendall(base64.b64encode(json.dumps(payload).encode()))


def serve(requests, kernel):
    """What the gateway asks for: signals to the kernel, the end."""
    while True:
        peer, _ = requests.accept()
        with peer:
            peer.settimeout(5)
            try:
                text = b""
                while chunk := peer.recv(1024):
                    text += chunk
                request = json.loads(text or b"{}")
            except (OSError, ValueError):
                continue
            number = request.get("signum") if isinstance(request, dict) else None
            if isinstance(number, int) and number > 0:
                kernel.send_signal(number)
            if isinstance(request, dict) and request.get("shutdown"):
                kernel.terminate()


def main():
    given = arguments()
    host, _, port = given.response_address.rpartition(":")
    response = (host, int(port))
    ports = port_range(given.port_range)
    requests = listening(ports, backlog=8)
    held = [listening(ports) for _ in CHANNELS]
    connection = {name: made.getsockname()[1] for name, made in zip(CHANNELS, held)}
    connection.update(
        ip="0.0.0.0", transport="tcp", key=str(uuid.uuid4()), signature_scheme="hmac-sha256", kernel_name="tensorcell"
    )
    with tempfile.TemporaryDirectory() as folder:
        # The file holds the key: only this user may read it.
        path = os.path.join(folder, f"kernel-{given.kernel_id}.json")
        with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            json.dump(connection, file)
        command = [given.tensorcell, "kernel", *(["--mpi", str(given.mpi)] if given.mpi else []), path]
        for made in held:
            made.close()
        # The gateway hands over few variables: EG_INHERITED_ENVS names more.
        environment = dict({"PATH": "/usr/local/bin:/usr/bin:/bin"}, **os.environ)
        kernel = subprocess.Popen(command, env=environment)
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda number, frame: kernel.terminate())
        signal.signal(signal.SIGINT, lambda number, frame: kernel.send_signal(signal.SIGINT))
        threading.Thread(target=serve, args=(requests, kernel), daemon=True).start()
        told = dict(connection, ip=own_address(response), pid=os.getpid(), pgid=os.getpgid(0))
        told["comm_port"] = requests.getsockname()[1]
        answer(response, given.public_key, given.kernel_id, dict(told, kernel_id=given.kernel_id))
        return kernel.wait()


if __name__ == "__main__":
    sys.exit(main())
