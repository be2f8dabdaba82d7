"""Measures a kernel through jupyter_client: start-up, round trip, idle memory.

    kernel.py COMMAND...     {connection_file} in COMMAND stands for the connection file

Prints one JSON object: medians over several kernels (start-up) and several hundred cells (round trip).
"""

import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from queue import Empty

from jupyter_client import BlockingKernelClient
from jupyter_client.connect import write_connection_file

STARTS, CELLS = 7, 300


def start(command):
    """A kernel, its client, and the seconds from the start of its process to its first reply."""
    path, connection = write_connection_file(os.path.join(tempfile.mkdtemp(), "connection.json"), ip="127.0.0.1")
    arguments = [part.replace("{connection_file}", path) for part in command]
    began = time.perf_counter()
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    # A client that comes too early tries again after 100 ms, and that would be what is measured.
    while not listens(connection["shell_port"]):
        if process.poll() is not None:
            sys.exit(f"{command[0]} ended with {process.returncode}")
        time.sleep(0.001)
    client = BlockingKernelClient(connection_file=path)
    client.load_connection_file()
    client.start_channels()
    answer(client, client.kernel_info())
    seconds = time.perf_counter() - began
    # Cells count once their output arrives: the subscription takes a moment longer.
    while True:
        client.kernel_info()
        try:
            client.get_iopub_msg(timeout=0.2)
            return process, client, seconds
        except Empty:
            pass


def listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def answer(client, message):
    """Waits for the reply to a request."""
    while client.get_shell_msg(timeout=60)["parent_header"].get("msg_id") != message:
        pass


def round_trip(client, code):
    """Seconds from execute_request to its reply and its idle."""
    began = time.perf_counter()
    message = client.execute(code)
    answer(client, message)
    while True:
        output = client.get_iopub_msg(timeout=10)
        if output["parent_header"].get("msg_id") == message and output["content"].get("execution_state") == "idle":
            return time.perf_counter() - began


def resident(pid):
    """Bytes of memory that a process occupies."""
    with open(f"/proc/{pid}/status") as status:
        line = next(line for line in status if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


def main(command):
    starts, trips, memory = [], [], 0
    for turn in range(STARTS):
        process, client, seconds = start(command)
        starts.append(seconds)
        if turn == STARTS - 1:
            for _ in range(20):
                round_trip(client, "1+1")
            trips = [round_trip(client, "1+1") for _ in range(CELLS)]
            memory = resident(process.pid)
        client.stop_channels()
        process.kill()
        process.wait()
    print(json.dumps({"start": statistics.median(starts), "round_trip": statistics.median(trips), "memory": memory}))


if __name__ == "__main__":
    main(sys.argv[1:])
