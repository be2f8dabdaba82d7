"""A kernel for a test, and helpers that talk to it.

JUPYTER_PATH names the kernelspec, KERNEL_NAME its name; tests/program/jupyter.rs sets both.
"""

import os
import time
from pathlib import Path

import pytest
from jupyter_client import BlockingKernelClient
from jupyter_client.manager import KernelManager

KERNEL_NAME = os.environ.get("KERNEL_NAME", "tensorcell")
#: The longest wait, in seconds, for something that must happen; when it ends, nothing happened.
TIMEOUT = 120 * float(os.environ.get("TENSORCELL_PATIENCE", 1))


class Kernel:
    """A running kernel with one client."""

    def __init__(self, manager):
        self.manager = manager
        self.client = self.connect()

    def connect(self):
        """Returns another client with its own session, once it receives published messages."""
        client = BlockingKernelClient(connection_file=self.manager.connection_file)
        client.load_connection_file()
        client.start_channels()
        client.wait_for_ready(timeout=TIMEOUT)
        return client

    def execute(self, code, client=None, **options):
        """Runs a cell; returns the reply's content, and the messages published for it except statuses."""
        client = client or self.client
        request = client.execute(code, **options)
        return self.reply(request, client), self.published(request, client)

    def reply(self, request, client=None):
        return self.reply_message(request, client)["content"]

    def reply_message(self, request, client=None):
        client = client or self.client
        while True:
            message = client.get_shell_msg(timeout=TIMEOUT)
            if message["parent_header"].get("msg_id") == request:
                return message

    def published(self, request, client=None):
        """Returns all messages published for a request, up to its idle."""
        return self.published_for([request], client)[request]

    def published_for(self, requests, client=None):
        """Returns all messages published for each request, up to the last idle."""
        client = client or self.client
        messages = {request: [] for request in requests}
        waiting = set(requests)
        while waiting:
            message = client.get_iopub_msg(timeout=TIMEOUT)
            request = message["parent_header"].get("msg_id")
            if request not in messages:
                continue
            if message["msg_type"] != "status":
                messages[request].append(message)
            elif message["content"]["execution_state"] == "idle":
                waiting.discard(request)
        return messages

    def wait_for_text(self, text):
        """Waits until a running cell has printed `text`."""
        while text not in self.client.get_iopub_msg(timeout=TIMEOUT)["content"].get("text", ""):
            pass

    def text(self, code, **options):
        """Returns a cell's output on stdout."""
        _, messages = self.execute(code, **options)
        return text_of(messages)


def text_of(messages, name="stdout"):
    return "".join(
        message["content"]["text"]
        for message in messages
        if message["msg_type"] == "stream" and message["content"]["name"] == name
    )


def kinds_of(messages):
    return [message["msg_type"] for message in messages]


def wait_until(condition, what):
    end = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def start(**options):
    manager = KernelManager(kernel_name=KERNEL_NAME, **options)
    manager.start_kernel()
    return Kernel(manager)


def stop(kernel):
    kernel.client.stop_channels()
    kernel.manager.shutdown_kernel()


@pytest.fixture(scope="module")
def kernel():
    """A kernel shared by the tests of a module, which must leave it unchanged."""
    kernel = start()
    yield kernel
    stop(kernel)


@pytest.fixture
def fresh():
    """A kernel for this test only."""
    kernel = start()
    yield kernel
    stop(kernel)


@pytest.fixture
def go(request):
    """A file that a test creates and its cell waits for; in the kernel's folder, the only one a cell can read."""
    file = Path(f"go-{request.node.name}")
    yield file
    file.unlink(missing_ok=True)


def waits_for(file):
    """Returns lines of a cell that loop until a test creates a file."""
    return f"import os, time\nwhile not os.path.exists({str(file)!r}):\n    time.sleep(0.001)\n"
