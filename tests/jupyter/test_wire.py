"""Clients of libzmq on the kernel's sockets, with and without encryption, and attackers."""

import json
import os
import socket
import stat
import struct

import pytest
import zmq
from conftest import TIMEOUT, start, stop, text_of
from zmq.utils.monitor import recv_monitor_message


@pytest.fixture(scope="module", params=["tcp", "ipc"])
def sealed(request):
    """A kernel whose jupyter_client insists on encryption."""
    kernel = start(transport=request.param, transport_encryption="required")
    yield kernel
    stop(kernel)


def connect(kernel, channel, kind, server=None, identity=b""):
    """A socket of libzmq's, with keys of its own where it knows the server's."""
    client = zmq.Context.instance().socket(kind)
    client.setsockopt(zmq.LINGER, 0)
    client.setsockopt(zmq.RCVTIMEO, int(TIMEOUT * 1000))
    client.setsockopt(zmq.SNDTIMEO, int(TIMEOUT * 1000))
    client.setsockopt(zmq.RECONNECT_IVL, -1)
    if identity:
        client.setsockopt(zmq.ROUTING_ID, identity)
    if server:
        client.curve_publickey, client.curve_secretkey = zmq.curve_keypair()
        client.curve_serverkey = server
    client.connect(kernel.manager._make_url(channel))
    return client


def port(kernel, channel):
    return getattr(kernel.manager, f"{channel}_port")


def closes(connection):
    """Waits until the kernel has closed a connection."""
    connection.settimeout(TIMEOUT)
    try:
        while connection.recv(65536):
            pass
    except ConnectionResetError:
        pass
    connection.close()
    return True


# encryption


def test_cells_run_over_encrypted_sockets(sealed):
    info = json.loads(open(sealed.manager.connection_file).read())
    assert len(info["curve_secretkey"]) == 40
    assert sealed.text("print('sealed')") == "sealed\n"
    large = "x" * 3_000_000
    assert sealed.text(f"print(len('{large}'))") == "3000000\n"
    assert len(sealed.text("print('y' * 5_000_000)")) == 5_000_001
    request = sealed.client.execute("name = input('Who? ')\nprint('Hello', name)", allow_stdin=True)
    assert sealed.client.get_stdin_msg(timeout=TIMEOUT)["content"]["prompt"] == "Who? "
    sealed.client.input("Åsa")
    assert sealed.reply(request)["status"] == "ok"
    assert text_of(sealed.published(request)) == "Hello Åsa\n"
    assert sealed.client.hb_channel.is_beating()


def test_an_encrypted_kernel_is_interrupted_and_restarted(sealed):
    request = sealed.client.execute("print('started', flush=True)\nwhile True:\n    pass")
    sealed.wait_for_text("started")
    sealed.manager.interrupt_kernel()
    assert sealed.reply(request)["ename"] == "KeyboardInterrupt"
    sealed.client.stop_channels()
    sealed.manager.restart_kernel(now=False)
    sealed.client = sealed.connect()
    # The line before it offers to restore the kernel's state.
    assert sealed.text("print('again')").splitlines()[-1] == "again"


def test_any_client_that_knows_the_servers_key_is_served(sealed):
    server = sealed.manager.curve_publickey
    beat = connect(sealed, "hb", zmq.REQ, server)
    for ping in (b"one", b"two"):
        beat.send(ping)
        assert beat.recv() == ping
    beat.close()


@pytest.mark.parametrize("server", [None, zmq.curve_keypair()[0]])
def test_who_does_not_is_refused_in_the_handshake(sealed, server):
    client = zmq.Context.instance().socket(zmq.DEALER)
    client.setsockopt(zmq.LINGER, 0)
    failed = zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL | zmq.EVENT_DISCONNECTED
    events = client.get_monitor_socket(failed | zmq.EVENT_HANDSHAKE_SUCCEEDED)
    events.setsockopt(zmq.RCVTIMEO, int(TIMEOUT * 1000))
    if server:
        client.curve_publickey, client.curve_secretkey = zmq.curve_keypair()
        client.curve_serverkey = server
    client.connect(sealed.manager._make_url("shell"))
    assert recv_monitor_message(events)["event"] != zmq.EVENT_HANDSHAKE_SUCCEEDED
    client.disable_monitor()
    client.close()
    assert sealed.text("print('unharmed')") == "unharmed\n"


def test_encryption_is_refused_by_a_kernel_in_the_clear(kernel):
    beat = connect(kernel, "hb", zmq.REQ, zmq.curve_keypair()[0])
    beat.setsockopt(zmq.RCVTIMEO, 0)
    beat.send(b"nobody reads this")
    assert kernel.text("print('unharmed')") == "unharmed\n"
    with pytest.raises(zmq.Again):
        beat.recv()
    beat.close()


# sockets of every kind


@pytest.mark.parametrize("kind", [zmq.DEALER, zmq.REQ])
def test_types_that_belong_together_talk(kernel, kind):
    client = connect(kernel, "shell", kind, identity=b"somebody")
    session = kernel.client.session
    message = session.msg("kernel_info_request", {})
    client.send_multipart(session.serialize(message))
    reply = session.deserialize(session.feed_identities(client.recv_multipart())[1])
    assert reply["msg_type"] == "kernel_info_reply"
    assert reply["parent_header"]["msg_id"] == message["header"]["msg_id"]
    client.close()


def test_libzmqs_heartbeats_are_answered(kernel):
    """Without PONG libzmq would close the connection."""
    client = zmq.Context.instance().socket(zmq.REQ)
    client.setsockopt(zmq.LINGER, 0)
    client.setsockopt(zmq.RCVTIMEO, int(TIMEOUT * 1000))
    client.setsockopt(zmq.HEARTBEAT_IVL, 5)
    client.setsockopt(zmq.HEARTBEAT_TIMEOUT, int(TIMEOUT * 1000))
    client.setsockopt(zmq.HEARTBEAT_TTL, 1000)
    events = client.get_monitor_socket(zmq.EVENT_DISCONNECTED)
    client.connect(kernel.manager._make_url("hb"))
    for beat in range(200):
        client.send(b"%d" % beat)
        assert client.recv() == b"%d" % beat
    assert not events.poll(0)
    client.disable_monitor()
    client.close()


def test_topics_select_what_is_published(kernel):
    streams = connect(kernel, "iopub", zmq.SUB)
    streams.subscribe(b"stream")
    assert streams.recv_multipart()[0] == b"stream"
    streams.subscribe(b"nothing")
    assert streams.recv_multipart()[0] == b"nothing"
    streams.unsubscribe(b"nothing")
    assert kernel.text("print('one')") == "one\n"
    assert streams.recv_multipart()[0] == b"stream"
    streams.close()


# attackers


def test_strange_protocols_are_refused(kernel):
    zmtp2 = b"\xff" + bytes(7) + b"\x01\x7f\x01\x05"
    for greeting in [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", zmtp2, b"\x01\x00", b"\x16\x03\x01" + bytes(100)]:
        for channel in ["shell", "control", "iopub", "stdin", "hb"]:
            connection = socket.create_connection(("127.0.0.1", port(kernel, channel)))
            connection.sendall(greeting)
            assert closes(connection)
    assert kernel.text("print('unharmed')") == "unharmed\n"


def null_handshake(connection, kind):
    connection.sendall(b"\xff" + bytes(8) + b"\x7f\x03\x01NULL" + bytes(48))
    metadata = b"\x0bSocket-Type" + struct.pack(">I", len(kind)) + kind
    connection.sendall(bytes([4, 6 + len(metadata)]) + b"\x05READY" + metadata)


def test_announced_lengths_take_no_memory(kernel):
    pid = kernel.manager.provisioner.pid

    def memory():
        with open(f"/proc/{pid}/statm") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    before = memory()
    kept = []
    for channel, kind in [
        ("shell", b"DEALER"),
        ("control", b"DEALER"),
        ("stdin", b"DEALER"),
        ("iopub", b"SUB"),
        ("hb", b"REQ"),
    ]:
        for length in [2**63 - 1, 2**40, 60 << 20]:
            connection = socket.create_connection(("127.0.0.1", port(kernel, channel)))
            null_handshake(connection, kind)
            connection.sendall(b"\x02" + struct.pack(">Q", length) + b"x" * 1000)
            if length > 1 << 30 or channel in ("iopub", "hb"):
                assert closes(connection)
            else:
                kept.append(connection)
    assert kernel.text("print('unharmed')") == "unharmed\n"
    assert memory() - before < 64 << 20
    for connection in kept:
        connection.close()


def test_a_thousand_connections_that_never_finish_keep_nobody_out(kernel):
    connections = []
    for number in range(1000):
        connection = socket.create_connection(
            ("127.0.0.1", port(kernel, ["shell", "iopub", "control", "hb", "stdin"][number % 5]))
        )
        try:
            connection.sendall(b"\xff" + bytes(number % 8))
        except OSError:
            pass  # The kernel has dropped it already.
        # Keeps this process within its own descriptor limit.
        connections = [*connections[-200:], connection]
    other = kernel.connect()
    request = other.execute("print('served')")
    assert kernel.reply(request, other)["status"] == "ok"
    assert text_of(kernel.published(request, other)) == "served\n"
    other.stop_channels()
    for connection in connections:
        connection.close()


def test_a_message_runs_once(kernel):
    session = kernel.client.session
    kernel.execute("count = 0")
    content = {"code": "count += 1", "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False}
    frames = session.serialize(session.msg("execute_request", content))
    client = connect(kernel, "shell", zmq.DEALER)
    for _ in range(3):
        client.send_multipart(frames)
    client.send_multipart(session.serialize(session.msg("kernel_info_request", {})))
    kinds = []
    while "kernel_info_reply" not in kinds:
        reply = client.recv_multipart()
        kinds.append(json.loads(reply[2])["msg_type"])
    if "execute_reply" not in kinds:
        assert json.loads(client.recv_multipart()[2])["msg_type"] == "execute_reply"
    client.close()
    assert kernel.text("print(count)") == "1\n"


def test_files_are_their_users_alone(sealed):
    assert stat.S_IMODE(os.stat(sealed.manager.connection_file).st_mode) == 0o600
    if sealed.manager.transport == "ipc":
        for channel in ["shell", "control", "iopub", "stdin", "hb"]:
            path = f"{sealed.manager.ip}-{port(sealed, channel)}"
            assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
