"""Protocol tests that jupyter_kernel_test does not have."""

import hashlib
import hmac
import json
import os
import signal
import subprocess
import sys

import zmq
from conftest import KERNEL_NAME, TIMEOUT, kinds_of, start, stop, text_of, wait_until, waits_for

ENDLESS = "print('started', flush=True)\nwhile True:\n    pass"


def count(kernel):
    """The number of the next cell."""
    return kernel.execute("None", store_history=False)[0]["execution_count"] + 1


# execute_request and its options


def test_replies_carry_what_the_protocol_asks(kernel):
    before = count(kernel)
    reply, messages = kernel.execute("1 + 1")
    assert reply["status"] == "ok"
    assert reply["execution_count"] == before
    assert reply["payload"] == []
    assert reply["user_expressions"] == {}
    assert kinds_of(messages) == ["execute_input", "execute_result"]
    assert messages[0]["content"] == {"code": "1 + 1", "execution_count": before}
    assert messages[1]["content"]["execution_count"] == before


def test_silent_shows_no_result_and_counts_nothing(kernel):
    before = count(kernel)
    reply, messages = kernel.execute("print('quiet')\nquiet = 41\nquiet", silent=True)
    assert reply["status"] == "ok" and reply["execution_count"] == before - 1
    assert [(message["msg_type"], message["content"]["text"]) for message in messages] == [("stream", "quiet\n")]
    assert count(kernel) == before
    assert kernel.text("print(quiet + 1)") == "42\n"


def test_without_store_history_the_count_stays(kernel):
    before = count(kernel)
    reply, messages = kernel.execute("'not stored'", store_history=False)
    assert reply["status"] == "ok"
    assert "execute_result" in kinds_of(messages)
    assert count(kernel) == before
    tail = kernel.reply(kernel.client.history(hist_access_type="tail", n=1000))["history"]
    assert "'not stored'" not in [source for _, _, source in tail]


def test_user_expressions_are_evaluated_one_by_one(kernel):
    asked = {"sum": "a + 1", "bad": "a + None", "unknown": "no_such_name"}
    reply, _ = kernel.execute("a = 2", user_expressions=asked)
    answers = reply["user_expressions"]
    assert answers["sum"]["status"] == "ok"
    assert answers["sum"]["data"]["text/plain"] == "3"
    assert (answers["bad"]["status"], answers["bad"]["ename"]) == ("error", "TypeError")
    assert (answers["unknown"]["status"], answers["unknown"]["ename"]) == ("error", "NameError")
    reply, _ = kernel.execute("1 / 0", user_expressions=asked)
    assert reply["user_expressions"] == {}


def test_an_error_aborts_the_cells_behind_it_and_nothing_else(kernel, go):
    client = kernel.client
    bad = client.execute(waits_for(go) + "1 / 0")
    aborted = [client.execute(f"print('cell {n}')") for n in range(3)]
    asked = client.complete("enumer")
    info = client.kernel_info()
    replies = {}

    def receive():
        message = client.get_shell_msg(timeout=TIMEOUT)
        replies[message["parent_header"]["msg_id"]] = message["content"]

    # Questions are answered while the cell runs; by then earlier messages have arrived.
    while not {asked, info} <= replies.keys():
        receive()
    go.touch()
    while len(replies) < 6:
        receive()
    assert replies[bad]["status"] == "error"
    assert [replies[request]["status"] for request in aborted] == ["aborted"] * 3
    assert replies[asked]["matches"] == ["enumerate"]
    assert replies[info]["status"] == "ok"
    for request in aborted:
        assert kernel.published(request) == []
    assert kernel.text("print('again')") == "again\n"


def test_without_stop_on_error_the_cells_behind_run(kernel):
    bad = kernel.client.execute("1 / 0", stop_on_error=False)
    good = kernel.client.execute("print('still')")
    assert kernel.reply(bad)["status"] == "error"
    assert kernel.reply(good)["status"] == "ok"


def test_an_error_is_published_once_and_replied(kernel):
    reply, messages = kernel.execute("def f():\n    raise KeyError('k')\nf()")
    assert kinds_of(messages) == ["execute_input", "error"]
    published = messages[1]["content"]
    assert (published["ename"], published["evalue"]) == ("KeyError", "'k'")
    assert published == {key: reply[key] for key in published}
    assert any("KeyError" in line for line in published["traceback"])


# stdin


def test_input_asks_the_client(kernel):
    request = kernel.client.execute("name = input('Who? ')\nprint('Hello', name)", allow_stdin=True)
    question = kernel.client.get_stdin_msg(timeout=TIMEOUT)
    assert question["msg_type"] == "input_request"
    assert question["content"] == {"prompt": "Who? ", "password": False}
    assert question["parent_header"]["msg_id"] == request
    kernel.client.input("Åsa")
    assert kernel.reply(request)["status"] == "ok"
    assert text_of(kernel.published(request)) == "Hello Åsa\n"


def test_a_password_is_asked_for_as_such(kernel):
    request = kernel.client.execute("from getpass import getpass\nlen(getpass('key: '))", allow_stdin=True)
    question = kernel.client.get_stdin_msg(timeout=TIMEOUT)
    assert question["content"] == {"prompt": "key: ", "password": True}
    kernel.client.input("four")
    kernel.reply(request)
    result = kernel.published(request)[-1]
    assert result["content"]["data"]["text/plain"] == "4"


def test_input_fails_where_nobody_can_be_asked(kernel):
    reply, _ = kernel.execute("input()", allow_stdin=False)
    assert reply["status"] == "error"
    assert "does not support input" in reply["evalue"]


def test_a_question_can_be_interrupted(kernel):
    request = kernel.client.execute("input()", allow_stdin=True)
    kernel.client.get_stdin_msg(timeout=TIMEOUT)
    kernel.manager.interrupt_kernel()
    assert kernel.reply(request)["ename"] == "KeyboardInterrupt"
    assert kernel.text("print(1)") == "1\n"


# interrupts


def test_an_endless_loop_is_interrupted_by_message(kernel):
    kernel.execute("before = 'kept'")
    request = kernel.client.execute(ENDLESS)
    kernel.wait_for_text("started")
    kernel.manager.interrupt_kernel()
    reply = kernel.reply(request)
    assert (reply["status"], reply["ename"]) == ("error", "KeyboardInterrupt")
    assert kernel.text("print(before)") == "kept\n"


def test_an_endless_loop_is_interrupted_by_sigint(kernel):
    request = kernel.client.execute(ENDLESS)
    kernel.wait_for_text("started")
    os.kill(kernel.manager.provisioner.pid, signal.SIGINT)
    assert kernel.reply(request)["ename"] == "KeyboardInterrupt"


def test_an_interrupt_between_cells_stops_nothing(kernel):
    # The manager does not wait for the answer, and a later cell may start before its request arrives.
    kernel.client.control_channel.send(kernel.client.session.msg("interrupt_request", {}))
    assert kernel.client.get_control_msg(timeout=TIMEOUT)["header"]["msg_type"] == "interrupt_reply"
    assert kernel.text("print('runs')") == "runs\n"


# while a cell runs


def test_questions_are_answered_while_a_cell_runs(kernel):
    client = kernel.client
    running = client.execute("secret_name = 1\n" + ENDLESS)
    kernel.wait_for_text("started")
    assert kernel.reply(client.complete("secret_na"))["matches"] == ["secret_name"]
    assert kernel.reply(client.inspect("len"))["found"]
    assert kernel.reply(client.is_complete("for x in y:"))["status"] == "incomplete"
    assert kernel.reply(client.history(hist_access_type="tail", n=1))["status"] == "ok"
    assert kernel.reply(client.comm_info())["comms"] == {}
    assert kernel.reply(client.kernel_info())["status"] == "ok"
    kernel.manager.interrupt_kernel()
    assert kernel.reply(running)["ename"] == "KeyboardInterrupt"


def test_cursors_count_code_points(kernel):
    code = "'🚀🚀'; enumer"
    reply = kernel.reply(kernel.client.complete(code))
    assert reply["matches"] == ["enumerate"]
    assert code[reply["cursor_start"] : reply["cursor_end"]] == "enumer"


# output


def test_a_hundred_thousand_lines_arrive(kernel):
    request = kernel.client.execute("for i in range(100_000):\n    print('line', i)")
    assert kernel.reply(request)["status"] == "ok"
    messages = kernel.published(request)
    assert text_of(messages) == "".join(f"line {i}\n" for i in range(100_000))
    # Few and large: the server throttles senders of a thousand messages a second.
    assert len(messages) < 500


def test_streams_keep_their_order(kernel):
    _, messages = kernel.execute("import sys\nprint('a')\nprint('b', file=sys.stderr)\nprint('c')\ndisplay('d')\nprint('e')")
    shown = [(message["msg_type"], message["content"].get("name"), message["content"].get("text")) for message in messages[1:]]
    assert shown == [
        ("stream", "stdout", "a\n"),
        ("stream", "stderr", "b\n"),
        ("stream", "stdout", "c\n"),
        ("display_data", None, None),
        ("stream", "stdout", "e\n"),
    ]


def test_a_display_is_updated_in_place(kernel):
    _, messages = kernel.execute("handle = display('first', display_id='it')\nhandle.update('second')")
    shown = [message for message in messages if "display" in message["msg_type"]]
    assert kinds_of(shown) == ["display_data", "update_display_data"]
    assert [message["content"]["transient"] for message in shown] == [{"display_id": "it"}] * 2
    assert [message["content"]["data"]["text/plain"] for message in shown] == ["'first'", "'second'"]


# several clients


def test_two_clients_share_a_kernel(kernel):
    other = kernel.connect()
    try:
        kernel.execute("shared = 7")
        request = other.execute("print(shared)")
        assert kernel.reply(request, other)["status"] == "ok"
        # Both clients receive it.
        assert text_of(kernel.published(request, other)) == "7\n"
        assert text_of(kernel.published(request)) == "7\n"
        # At the same time: each client gets its own replies.
        mine = [kernel.client.execute(f"'mine {n}'") for n in range(20)]
        theirs = [other.execute(f"'theirs {n}'") for n in range(20)]
        assert all(kernel.reply(request)["status"] == "ok" for request in mine)
        assert all(kernel.reply(request, other)["status"] == "ok" for request in theirs)
        for messages in kernel.published_for(mine + theirs).values():
            assert kinds_of(messages) == ["execute_input", "execute_result"]
    finally:
        other.stop_channels()


def test_a_subscriber_that_stops_reading_holds_up_nobody(fresh):
    context = zmq.Context()
    stopped = context.socket(zmq.SUB)
    stopped.setsockopt(zmq.RCVHWM, 1)
    stopped.setsockopt(zmq.RCVBUF, 4096)
    stopped.setsockopt(zmq.LINGER, 0)
    stopped.connect(fresh.manager._make_url("iopub"))
    stopped.subscribe(b"")
    try:
        stopped.recv_multipart()
        # 64 MB: more than all buffers between the kernel and a client hold.
        request = fresh.client.execute("for i in range(1000):\n    print('x' * 65535)")
        assert fresh.reply(request)["status"] == "ok"
        text = text_of(fresh.published(request))
        assert len(text) == 1000 * 65536
        assert fresh.text("print('alive')") == "alive\n"
    finally:
        stopped.close()
        context.term()


# bad input


def raw_shell(kernel):
    """A shell socket without a session of its own, and the key."""
    socket = zmq.Context.instance().socket(zmq.DEALER)
    socket.setsockopt(zmq.LINGER, 0)
    socket.connect(kernel.manager._make_url("shell"))
    return socket, kernel.manager.session.key


def frames(key, *parts):
    mac = hmac.new(key, digestmod=hashlib.sha256)
    for part in parts:
        mac.update(part)
    return [b"<IDS|MSG>", mac.hexdigest().encode(), *parts]


def header(kind):
    now = "2026-01-01T00:00:00Z"
    content = {"msg_id": kind, "msg_type": kind, "session": "s", "username": "u", "date": now, "version": "5.5"}
    return json.dumps(content).encode()


def receive(socket):
    assert socket.poll(TIMEOUT * 1000), "no reply"
    parts = socket.recv_multipart()
    at = parts.index(b"<IDS|MSG>")
    return json.loads(parts[at + 2]), json.loads(parts[at + 5])


def test_a_wrong_signature_is_dropped(kernel):
    socket, key = raw_shell(kernel)
    try:
        code = json.dumps({"code": "forged = True"}).encode()
        for wrong in [b"wrong", b""]:
            socket.send_multipart(frames(wrong, header("execute_request"), b"{}", b"{}", code))
        parts = frames(key, header("execute_request"), b"{}", b"{}", b"{}")
        socket.send_multipart([*parts[:-1], code])
        # Answered after everything that was sent before it.
        socket.send_multipart(frames(key, header("kernel_info_request"), b"{}", b"{}", b"{}"))
        assert receive(socket)[0]["msg_type"] == "kernel_info_reply"
        assert not socket.poll(0)
        asked = kernel.client.execute("forged")
        assert kernel.reply(asked)["ename"] == "NameError"
        parents = set()
        while asked not in parents:
            message = kernel.client.get_iopub_msg(timeout=TIMEOUT)
            parents.add(message["parent_header"].get("msg_id"))
        assert "execute_request" not in parents, "nothing is published for what was dropped"
        kernel.published(asked)
    finally:
        socket.close()


def test_malformed_messages_get_error_replies_and_the_kernel_goes_on(kernel):
    socket, key = raw_shell(kernel)
    try:
        for content in [b'{"code": ', b"[]", b"{}", b'{"code": 3}', b"\xff\xfe", b'{"code": "\\ud800"}']:
            socket.send_multipart(frames(key, header("execute_request"), b"{}", b"{}", content))
            reply_header, reply = receive(socket)
            assert reply_header["msg_type"] == "execute_reply"
            assert reply["status"] == "error", content
        for kind in ["complete_request", "history_request", "nonsense_request"]:
            socket.send_multipart(frames(key, header(kind), b"{}", b"{}", b"{}"))
            reply_header, reply = receive(socket)
            assert reply_header["msg_type"] == kind.replace("request", "reply")
            assert reply["status"] == "error"
        # There is no client to answer.
        for parts in [[b"x"], [b"<IDS|MSG>"], [b"<IDS|MSG>", b"", b"{}"], frames(key, b"[", b"{}", b"{}", b"{}")]:
            socket.send_multipart(parts)
        assert kernel.text("print('fine')") == "fine\n"
    finally:
        socket.close()


def test_a_comm_without_a_target_here_is_closed(kernel):
    session = kernel.client.session
    content = {"comm_id": "c1", "target_name": "nowhere", "data": {}}
    message = session.msg("comm_open", content)
    session.send(kernel.client.shell_channel.socket, message, buffers=[b"\x00\xff"])
    messages = kernel.published(message["header"]["msg_id"])
    assert kinds_of(messages) == ["stream", "comm_close"]
    assert text_of(messages, "stderr") == "No such comm target registered: nowhere\n"
    assert messages[1]["content"]["comm_id"] == "c1"
    assert kernel.reply(kernel.client.comm_info())["comms"] == {}


def test_control_answers_kernel_info(kernel):
    client = kernel.client
    client.control_channel.send(client.session.msg("kernel_info_request", {}))
    reply = client.get_control_msg(timeout=TIMEOUT)["content"]
    assert (reply["status"], reply["implementation"]) == ("ok", "tensorcell")
    assert reply["language_info"]["name"] == "python"
    assert reply["supported_features"] == ["kernel subshells", "debugger"]


# beginnings and ends


def test_shutdown_is_announced_and_obeyed(fresh):
    request = fresh.client.shutdown(restart=False)
    reply = fresh.client.get_control_msg(timeout=TIMEOUT)
    assert reply["parent_header"]["msg_id"] == request
    assert reply["content"] == {"status": "ok", "restart": False}
    announced = fresh.published(request)
    assert kinds_of(announced) == ["shutdown_reply"]
    wait_until(lambda: not fresh.manager.is_alive(), "the kernel is still there")


def test_shutdown_does_not_wait_for_an_endless_cell(fresh):
    fresh.client.execute(ENDLESS)
    fresh.wait_for_text("started")
    fresh.client.shutdown(restart=False)
    wait_until(lambda: not fresh.manager.is_alive(), "the kernel is still there")


def test_a_restart_forgets_names_and_keeps_history(fresh):
    fresh.execute("forgotten = 'remembered in history only'")
    fresh.client.stop_channels()
    fresh.manager.restart_kernel(now=False)
    fresh.client = fresh.connect()
    assert fresh.execute("forgotten")[0]["ename"] == "NameError"
    found = fresh.reply(fresh.client.history(hist_access_type="search", pattern="forgotten = *", n=1))
    assert [source for _, _, source in found["history"]] == ["forgotten = 'remembered in history only'"]


def test_the_last_words_before_the_end_arrive(fresh):
    request = fresh.client.execute("print('last words')")
    fresh.reply(request)
    fresh.client.shutdown(restart=False)
    assert text_of(fresh.published(request)) == "last words\n"


def test_the_kernel_ends_with_its_parent(tmp_path):
    script = (
        "import sys, time\n"
        "from jupyter_client.manager import KernelManager\n"
        f"manager = KernelManager(kernel_name={KERNEL_NAME!r})\n"
        "manager.start_kernel()\n"
        "client = manager.client(); client.start_channels(); client.wait_for_ready(timeout=600)\n"
        "print(manager.provisioner.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    pid = int(parent.stdout.readline())
    assert is_running(pid)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    wait_until(lambda: not is_running(pid), "the kernel outlived its parent")


def is_running(pid):
    """Whether the process is there and no zombie."""
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_sockets_in_the_file_system_serve_too():
    kernel = start(transport="ipc")
    try:
        assert kernel.text("print('over ipc')") == "over ipc\n"
    finally:
        stop(kernel)


def test_the_heartbeat_beats(kernel):
    assert kernel.client.hb_channel.is_beating()
    socket = zmq.Context.instance().socket(zmq.REQ)
    socket.setsockopt(zmq.LINGER, 0)
    socket.connect(kernel.manager._make_url("hb"))
    try:
        socket.send(b"ping")
        assert socket.poll(TIMEOUT * 1000)
        assert socket.recv() == b"ping"
    finally:
        socket.close()


def test_what_an_editor_sends_before_the_first_cell_stays_out_of_sight(fresh):
    """VS Code's Jupyter extension takes a kernel of the language "python" for IPython: it asks, sets up, looks at variables.

    None of it may show an error or count as a cell.
    """
    fresh.client.kernel_info()
    setup = [
        # The notebook's folder and name, and inline plots.
        "import os as _VSCODE_os\nimport sys as _VSCODE_sys\nimport builtins as _VSCODE_builtins\n"
        "if _VSCODE_os.path.exists('/tmp'):\n    _VSCODE_os.chdir('/tmp')\ndel _VSCODE_os, _VSCODE_sys, _VSCODE_builtins",
        "__vsc_ipynb_file__ = '/tmp/a notebook.ipynb'",
        "%matplotlib inline\nimport matplotlib_inline.backend_inline",
        "%config InlineBackend.figure_formats = {'svg', 'png'}",
        # A query for packages.
        "def __VSCODE_find(name):\n    import importlib.util\n    return importlib.util.find_spec(name)\n"
        "__VSCODE_found = __VSCODE_find('pandas')\ndel __VSCODE_find, __VSCODE_found",
    ]
    for code in setup:
        reply, published = fresh.execute(code, silent=True, store_history=False)
        assert reply["status"] == "ok" and published == [], (code, reply, published)

    reply, published = fresh.execute("number = 20 + 22\nnumber")
    assert reply["execution_count"] == 1
    assert [message["msg_type"] for message in published] == ["execute_input", "execute_result"]
    reply, published = fresh.execute("import os\nprint([name for name in dir() if 'vsc' in name.lower()], os.getcwd())")
    assert published[-1]["content"]["text"] == "['__vsc_ipynb_file__'] /tmp\n"


def test_an_editor_s_table_of_variables_is_filled(fresh):
    """VS Code reads what a silent cell prints; and a thread's update of a display, after the cell has ended."""
    fresh.execute("import torch, pandas as pd\nnumber, table, tensor = 7, pd.DataFrame({'a': [1]}), torch.ones(2, 3)")
    listing = (
        "def _described(names):\n    import json\n"
        "    return json.dumps({name: [type(globals()[name]).__name__, repr(globals()[name])] for name in names})\n"
    )
    expected = {
        "number": ["int", "7"],
        "table": ["DataFrame", "   a\n0  1"],
        "tensor": ["Tensor", "tensor([[1., 1., 1.],\n        [1., 1., 1.]])"],
    }

    def of_cell(text):
        return {name: told for name, told in json.loads(text).items() if name in expected}

    code = listing + "_names = %who_ls\nprint(_described(_names))\ndel _names, _described"
    reply, published = fresh.execute(code, silent=True, store_history=False)
    assert reply["status"] == "ok" and of_cell(published[0]["content"]["text"]) == expected

    code = listing + (
        "def _begin():\n    from threading import Thread\n    from IPython.display import display\n"
        "    output, names = display({'application/x.begun': ''}, raw=True, display_id=True), get_ipython().run_line_magic('who_ls', '')\n"
        "    Thread(target=lambda: output.update({'application/x.told': _described(names)}, raw=True), daemon=True).start()\n"
        "_begin()"
    )
    request = fresh.client.execute(code, silent=True, store_history=False)
    told = []
    while not told:
        message = fresh.client.get_iopub_msg(timeout=TIMEOUT)
        if message["msg_type"] == "update_display_data" and message["parent_header"]["msg_id"] == request:
            told.append(message["content"]["data"]["application/x.told"])
    assert of_cell(told[0]) == expected
