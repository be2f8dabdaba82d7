"""The debugger: ipykernel's own tests of it, the conversations recorded from ipykernel, and requests that must not end
a session."""

import json
from pathlib import Path

import pytest
from conftest import TIMEOUT
from debugging import CONVERSATIONS, GROUPS, INITIALIZE, STEPS, Debugger

ANSWERS = json.loads(Path(__file__).with_name("ipykernel_debugger.json").read_text())


@pytest.fixture
def debugger(kernel):
    debugger = Debugger(kernel.client, TIMEOUT)
    debugger.attach()
    yield debugger
    debugger.ask("disconnect", restart=False, terminateDebuggee=True)


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_conversations_are_those_with_ipykernel(debugger, name):
    told = json.loads(json.dumps(CONVERSATIONS[name](debugger)))
    assert told == ANSWERS[name]


def test_the_kernel_says_that_it_has_a_debugger(kernel):
    request = kernel.client.kernel_info()
    assert kernel.reply(request)["supported_features"] == ["kernel subshells", "debugger"]


def test_requests_before_initialize_are_refused(kernel):
    debugger = Debugger(kernel.client, TIMEOUT)
    for command in ["attach", "dumpCell", "setBreakpoints", "threads", "continue"]:
        response = debugger.ask(command)
        assert not response["success"] and response["request_seq"] > 0 and response["message"], response
    assert debugger.body("debugInfo")["isStarted"] is False
    assert debugger.body("initialize", **INITIALIZE)["supportsConditionalBreakpoints"]
    assert debugger.body("debugInfo")["isStarted"] is True
    debugger.body("disconnect")
    assert debugger.body("debugInfo")["isStarted"] is False


def test_a_cell_with_empty_lines_before_it_stops_where_it_is_told(debugger):
    code = "\ndef f(a, b):\n    c = a + b\n    return c\n\nf(2, 3)"
    debugger.set_breakpoints(code, 6)
    assert debugger.run(code)["reason"] == "breakpoint"
    assert debugger.places() == [["<module>", 6]]
    debugger.finish()


def test_what_is_shown_of_a_variable_is_what_a_cell_would_show(debugger):
    debugger.set_breakpoints(STEPS, 2)
    debugger.run(STEPS)
    frame = debugger.frames()[0]["id"]
    first = debugger.variables(debugger.scope("Locals"))[0]
    rich = debugger.body("richInspectVariables", variableName=first["name"], frameId=frame)
    assert rich["data"] == {"text/plain": first["value"]}
    debugger.set_breakpoints(STEPS)
    debugger.finish()


def test_requests_are_answered_one_after_the_other(debugger):
    debugger.set_breakpoints(STEPS, 7)
    debugger.run(STEPS)
    locals_, globals_ = debugger.scope("Locals"), debugger.scope("Globals")
    requests = [debugger.send("variables", {"variablesReference": reference}) for reference in [locals_, globals_]]
    first, second = map(debugger.reply, requests)
    assert {"a": "2", "b": "3"}.items() <= {it["name"]: it["value"] for it in first["body"]["variables"]}.items()
    assert set(GROUPS[:2]) <= {it["name"] for it in second["body"]["variables"]}
    debugger.next_message(lambda it: it["parent_header"].get("msg_id") == requests[1] and is_idle(it))
    # While the cell stands nothing says that it runs.
    stood = [it for it in debugger.published if it["msg_type"] == "status"]
    states = [it["content"]["execution_state"] for it in stood if it["parent_header"]["msg_type"] == "debug_request"]
    assert states == ["busy", "idle"] * (len(states) // 2)
    debugger.finish()


def is_idle(message):
    return message["content"].get("execution_state") == "idle"


def test_an_interrupt_ends_a_stop(kernel, debugger):
    debugger.set_breakpoints(STEPS, 7)
    debugger.run(STEPS)
    kernel.manager.interrupt_kernel()
    assert kernel.reply(debugger.cell)["ename"] == "KeyboardInterrupt"
    debugger.end()
    assert debugger.body("debugInfo")["stoppedThreads"] == []
    assert kernel.text("print('alive')") == "alive\n"


def test_a_restart_ends_a_stop(fresh):
    debugger = Debugger(fresh.client, TIMEOUT)
    debugger.attach()
    debugger.set_breakpoints(STEPS, 7)
    debugger.run(STEPS)
    fresh.manager.restart_kernel()
    fresh.client.wait_for_ready(timeout=TIMEOUT)
    # A line before it may offer to restore the kernel's state, if that was written in time.
    assert fresh.text("print('anew')").splitlines()[-1] == "anew"


def test_completion_and_help_are_answered_while_the_program_stands(kernel, debugger):
    debugger.set_breakpoints(STEPS, 7)
    debugger.run(STEPS)
    assert "outer" in kernel.reply(kernel.client.complete("oute"))["matches"]
    assert kernel.reply(kernel.client.inspect("outer"))["found"]
    debugger.finish()


def test_a_pause_stops_a_loop_that_calls_nothing(kernel, debugger):
    code = "turns = 0\nprint('begun')\nwhile not turns < 0:\n    turns += 1\nprint(turns)"
    debugger.cell = kernel.client.execute(code)
    debugger.next_message(lambda it: it["content"].get("text") == "begun\n")
    debugger.body("pause", threadId=1)
    assert debugger.event("stopped")["reason"] == "pause"
    assert debugger.places()[0][1] in (3, 4)
    globals_ = debugger.scope("Globals")
    assert debugger.go("next")[0] == "step"
    debugger.ask("setVariable", variablesReference=debugger.scope("Globals"), name="turns", value="-5")
    assert globals_ > 0
    debugger.finish()
    assert debugger.text().splitlines()[-1].startswith("-")


def test_a_breakpoint_that_is_set_while_the_cell_runs_stops_it(kernel, debugger):
    code = "turns = 0\nprint('begun')\nwhile turns >= 0:\n    turns += 1\nprint('end')"
    debugger.cell = kernel.client.execute(code)
    debugger.next_message(lambda it: it["content"].get("text") == "begun\n")
    debugger.set_breakpoints(code, 4)
    assert debugger.event("stopped")["reason"] == "breakpoint"
    debugger.set_breakpoints(code)
    debugger.ask("setVariable", variablesReference=debugger.scope("Globals"), name="turns", value="-5")
    debugger.finish()
    assert debugger.text().splitlines()[-1] == "end"


def test_a_function_of_an_earlier_cell_stops_where_it_is(debugger):
    code = "def add(a, b):\n    total = a + b\n    return total"
    debugger.run_through(code)
    path, _ = debugger.set_breakpoints(code, 2)
    debugger.run("add(1, 2)")
    assert debugger.places() == [["add", 2], ["<module>", 1]]
    assert debugger.frames()[0]["source"]["path"] == path
    assert len(debugger.frames(startFrame=1, levels=1)) == 1
    debugger.finish()


def test_generators_coroutines_and_comprehensions_stop_inside(debugger):
    code = (
        "import asyncio\ndef numbers():\n    for n in range(3):\n        yield n\nasync def wait(n):\n"
        "    await asyncio.sleep(0)\n    return n\nfound = [n for n in numbers()]\nasyncio.run(wait(4))"
    )
    debugger.set_breakpoints(code, {"line": 4, "condition": "n == 1"}, 7)
    debugger.run(code)
    assert [debugger.places()[0], debugger.evaluate("[n + k for k in range(2)]")] == [["numbers", 4], "[1, 2]"]
    assert debugger.go("continue")[1][0] == ["wait", 7]
    debugger.finish()


def test_a_thread_stops_and_is_listed(debugger):
    code = (
        "import threading\ndef work(n):\n    n += 1\n    return n\n"
        "thread = threading.Thread(target=work, args=(4,), name='worker')\nthread.start()\nthread.join()\nprint('joined')"
    )
    debugger.set_breakpoints(code, 4)
    stopped = debugger.run(code)
    threads = {it["name"]: it["id"] for it in debugger.body("threads")["threads"]}
    assert threads["MainThread"] == 1 and stopped["threadId"] == threads["worker"]
    assert set(debugger.body("debugInfo")["stoppedThreads"]) == set(threads.values())
    frames = debugger.frames(stopped["threadId"])
    assert [frames[0]["name"], frames[0]["line"]] == ["work", 4]
    assert debugger.ask("evaluate", expression="n", frameId=frames[0]["id"], context="hover")["body"]["result"] == "5"
    debugger.finish()
    assert debugger.text().splitlines()[-1] == "joined"


TENSORS = """import torch
from torch import nn
def look(model, x):
    y = model(x)
    return y
model = nn.Sequential(nn.Linear(3, 2), nn.ReLU())
x = torch.arange(6.0).view(2, 3)
look(model, x)"""


def test_tensors_are_shown_by_shape_dtype_and_device(debugger):
    debugger.set_breakpoints(TENSORS, 5)
    debugger.run(TENSORS)
    x, y = debugger.variable("x"), debugger.variable("y")
    assert (x["type"], x["value"]) == ("Tensor [2, 3] float32 cpu", "[2, 3] float32 cpu")
    assert y["value"].startswith("[2, 2] float32 cpu grad_fn=")
    inside = {it["name"]: it["value"] for it in debugger.variables(x["variablesReference"])}
    assert inside["shape"] == "torch.Size([2, 3])" and inside["1"] == "[3] float32 cpu"
    model = {it["name"]: it for it in debugger.variables(debugger.variable("model")["variablesReference"])}
    assert model["training"]["value"] == "True"
    rich = debugger.body("richInspectVariables", variableName="x", frameId=debugger.frames()[0]["id"])
    assert "tensor([[0., 1., 2.]" in rich["data"]["text/plain"]
    debugger.finish()


def test_long_lists_come_in_pages(debugger):
    code = "many = list(range(1000))\nprint(len(many))"
    debugger.set_breakpoints(code, 2)
    debugger.run(code)
    many = debugger.variable("many", "Globals")
    assert many["indexedVariables"] == 1000 and many["value"].endswith("58, ...]")
    page = debugger.variables(many["variablesReference"], start=500, count=3)
    assert [[it["name"], it["value"], it["evaluateName"]] for it in page] == [
        [str(n), str(n), f"many[{n}]"] for n in (500, 501, 502)
    ]
    whole = debugger.variables(many["variablesReference"])
    assert [it["value"] for it in whole if it["name"] == "..."] == ["700 more"]
    debugger.finish()


def test_uncaught_exceptions_stop_where_they_are_raised_and_caught_ones_do_not(debugger):
    code = (
        "def fails():\n    raise ValueError('no')\ntry:\n    fails()\nexcept ValueError:\n    print('caught')\n"
        "def deep():\n    fails()\ndeep()"
    )
    debugger.body("setExceptionBreakpoints", filters=["uncaught"])
    assert debugger.run(code)["text"] == "ValueError"
    assert debugger.places() == [["fails", 2], ["deep", 8], ["<module>", 9]]
    assert "ValueError: no" in debugger.body("exceptionInfo", threadId=1)["details"]["stackTrace"]
    debugger.finish()
    assert debugger.text() == "caught\n"


def test_breakpoint_in_the_code_stops_for_the_client(debugger):
    debugger.run("def f():\n    n = 3\n    breakpoint()\n    return n\nf()")
    assert debugger.places()[0][0] == "f" and debugger.evaluate("n") == "3"
    debugger.finish()


def test_conditions_that_fail_stop_and_say_so(debugger):
    code = "for i in range(2):\n    j = i\n"
    debugger.set_breakpoints(code, {"line": 2, "condition": "1 / 0"})
    assert debugger.run(code)["reason"] == "breakpoint"
    debugger.set_breakpoints(code)
    debugger.finish()
    assert "ZeroDivisionError: division by zero" in debugger.text()


def test_code_that_a_client_has_run_prints_into_the_cell(debugger):
    debugger.set_breakpoints(STEPS, 7)
    debugger.run(STEPS)
    debugger.ask("evaluate", expression="print('hello', a)", context="repl", frameId=debugger.frames()[0]["id"])
    debugger.finish()
    assert debugger.text().startswith("hello 2\n")


def test_the_end_of_a_session_has_a_standing_program_go_on(kernel):
    debugger = Debugger(kernel.client, TIMEOUT)
    debugger.attach()
    debugger.set_breakpoints(STEPS, 7)
    debugger.run(STEPS)
    debugger.body("disconnect", terminateDebuggee=True)
    debugger.end()
    assert debugger.text() == "21\n"


HOSTILE = [
    {},
    {"type": "request"},
    {"type": "request", "seq": "one", "command": "threads"},
    {"type": "event", "seq": 1, "command": "threads"},
    {"type": "request", "seq": 1, "command": "launch"},
    {"type": "request", "seq": 1, "command": "setBreakpoints", "arguments": {"source": 5}},
    {"type": "request", "seq": 1, "command": "evaluate", "arguments": {"expression": "(" * 5000}},
    {"type": "request", "seq": 1, "command": "stackTrace", "arguments": {"threadId": -1, "levels": -1}},
    {"type": "request", "seq": 1, "command": "scopes", "arguments": {"frameId": 2**62}},
    {"type": "request", "seq": 1, "command": "variables", "arguments": {"variablesReference": -1}},
]


@pytest.mark.parametrize("is_standing", [False, True])
def test_hostile_requests_are_refused_and_the_session_lives(debugger, is_standing):
    if is_standing:
        debugger.set_breakpoints(STEPS, 7)
        debugger.run(STEPS)
    for content in HOSTILE:
        message = debugger.client.session.msg("debug_request", content)
        debugger.client.control_channel.send(message)
        response = debugger.reply(message["header"]["msg_id"])
        is_empty_stack = response.get("command") == "stackTrace"
        assert is_empty_stack or (response["type"] == "response" and not response["success"]), (content, response)
    assert debugger.ask("threads")["success"]
    if is_standing:
        debugger.finish()


def test_names_that_fail_to_show_themselves_are_told_of(debugger):
    code = "class Odd:\n    def __repr__(self):\n        raise RuntimeError('no')\nodd = Odd()\nprint('x')"
    debugger.set_breakpoints(code, 5)
    debugger.run(code)
    assert debugger.variable("odd", "Globals")["value"] == "<RuntimeError while it was shown>"
    debugger.finish()


class Console:
    """Answers pdb's questions, one after the other."""

    def __init__(self, kernel, *lines):
        self.kernel, self.lines = kernel, list(lines)

    def run(self, code):
        client = self.kernel.client
        request = client.execute(code, allow_stdin=True)
        for line in self.lines:
            client.get_stdin_msg(timeout=TIMEOUT)
            client.input(line)
        self.kernel.reply(request)
        messages = self.kernel.published(request)
        return "".join(it["content"]["text"] for it in messages if it["msg_type"] == "stream")


FAILING = """import torch, weakref
alive = []
def half(n, words, weights):
    return n / 0
def run():
    weights = torch.ones(3)
    alive.append(weakref.ref(weights))
    half(6, ['a', 2], weights)
run()"""


def test_debug_looks_at_the_last_exception_without_its_tensors(kernel):
    kernel.execute(FAILING)
    text = Console(kernel, "p n, words", "p weights", "up", "q").run("%debug")
    assert "half()" in text and "(6, ['a', 2])" in text and "<Tensor [3] float32 cpu>" in text and "run()" in text
    assert kernel.text("print(alive[-1]() is None)") == "True\n", "a failed cell holds no tensor"


def test_pdb_follows_a_cell_that_fails_and_keeps_its_tensors(kernel):
    assert kernel.text("%pdb on") == "Automatic pdb calling has been turned ON\n"
    text = Console(kernel, "p weights", "q").run(FAILING)
    assert "ZeroDivisionError: division by zero" in text and "tensor([1., 1., 1.])" in text
    assert kernel.text("%pdb") == "Automatic pdb calling has been turned OFF\n"


def test_debug_runs_a_statement_step_by_step(kernel):
    kernel.execute("def twice(n):\n    m = n * 2\n    return m")
    text = Console(kernel, "s", "s", "s", "p n", "c").run("%debug print(twice(4))")
    assert "twice()" in text and "\n4\n" in text and text.endswith("8\n")
    text = Console(kernel, "n", "p x", "c").run("%%debug\nx = 3\ny = x + 1\nprint(y)")
    assert "\n3\n" in text and text.endswith("4\n")


def test_debug_without_an_exception_says_so(fresh):
    reply, messages = fresh.execute("%debug")
    assert reply["status"] == "ok"
    assert [it["content"]["text"] for it in messages if it["msg_type"] == "stream"] == [
        "No traceback has been produced, nothing to debug.\n"
    ]
