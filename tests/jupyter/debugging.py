"""A debugger client, and conversations with it in a form that allows comparing two kernels.

A conversation is a function that debugs cells with a `Debugger` and returns what it observed. Values that differ between runs (numbers
of messages, frames and variables, folders) is left out of it.
"""

from itertools import count

#: Names under which a client finds names that Python keeps, or functions, or classes.
GROUPS = ("special variables", "function variables", "class variables")

INITIALIZE = {
    "clientID": "test",
    "clientName": "test",
    "adapterID": "",
    "pathFormat": "path",
    "linesStartAt1": True,
    "columnsStartAt1": True,
    "supportsVariableType": True,
    "supportsVariablePaging": True,
    "supportsRunInTerminalRequest": True,
    "locale": "en",
}


class Debugger:
    """Debugs the cells of a kernel through a client of jupyter_client."""

    def __init__(self, client, timeout):
        self.client, self.timeout = client, timeout
        self.numbers = count(1)
        #: Published messages that were not read yet.
        self.published = []
        #: The request of the running cell.
        self.cell = None

    def send(self, command, arguments=None):
        request = {"type": "request", "seq": next(self.numbers), "command": command, "arguments": arguments or {}}
        message = self.client.session.msg("debug_request", request)
        self.client.control_channel.send(message)
        return message["header"]["msg_id"]

    def reply(self, request):
        while True:
            message = self.client.control_channel.get_msg(timeout=self.timeout)
            if message["parent_header"].get("msg_id") == request:
                return message["content"]

    def ask(self, command, **arguments):
        """Returns the response to a request."""
        return self.reply(self.send(command, arguments))

    def body(self, command, **arguments):
        """Returns the body of a response that must report success."""
        response = self.ask(command, **arguments)
        assert response["success"], response
        return response.get("body")

    def attach(self):
        self.body("initialize", **INITIALIZE)
        self.ask("attach")

    def dump(self, code):
        return self.body("dumpCell", code=code)["sourcePath"]

    def set_breakpoints(self, code, *breakpoints):
        """Sets breakpoints in a cell; returns its file and the answer. A number is a line."""
        path = self.dump(code)
        wanted = [{"line": one} if isinstance(one, int) else one for one in breakpoints]
        body = self.body("setBreakpoints", source={"path": path}, breakpoints=wanted, sourceModified=False)
        return path, body["breakpoints"]

    def next_message(self, is_wanted):
        """Returns the first unread published message that matches, or waits for it."""
        while True:
            message = self.client.get_iopub_msg(timeout=self.timeout)
            self.published.append(message)
            if is_wanted(message):
                return message

    def event(self, name):
        """Returns the body of the next event of this name."""
        message = self.next_message(lambda it: it["msg_type"] == "debug_event" and it["content"]["event"] == name)
        return message["content"]["body"]

    def run(self, code):
        """Runs a cell until it stops; returns where and why."""
        self.cell = self.client.execute(code)
        return self.event("stopped")

    def run_through(self, code):
        """Runs a cell to its end."""
        self.cell = self.client.execute(code)
        self.end()

    def is_end(self, message):
        is_idle = message["content"].get("execution_state") == "idle"
        return is_idle and message["parent_header"].get("msg_id") == self.cell

    def end(self):
        """Waits until the running cell has ended."""
        self.next_message(self.is_end)

    def text(self):
        """Returns the output since the last call."""
        found = [it["content"]["text"] for it in self.published if it["msg_type"] == "stream"]
        self.published.clear()
        return "".join(found)

    def frames(self, thread=1, **page):
        return self.body("stackTrace", threadId=thread, **page)["stackFrames"]

    def scope(self, name, frame=0):
        """Returns the number of a scope of a frame; 0 is the innermost."""
        scopes = self.body("scopes", frameId=self.frames()[frame]["id"])["scopes"]
        return next(scope["variablesReference"] for scope in scopes if scope["name"] == name)

    def variables(self, reference, **page):
        return self.body("variables", variablesReference=reference, **page)["variables"]

    def variable(self, name, scope="Locals"):
        return next(it for it in self.variables(self.scope(scope)) if it["name"] == name)

    def evaluate(self, expression, context="hover", frame=0):
        """Returns the value of an expression in a frame, or its error."""
        response = self.ask("evaluate", expression=expression, context=context, frameId=self.frames()[frame]["id"])
        return response["body"]["result"] if response["success"] else response["message"]

    def go(self, command):
        """Continues to the next stop or the end of the cell; returns the reason and the location."""
        self.body(command, threadId=1)
        told = self.next_message(lambda it: it["content"].get("event") == "stopped" or self.is_end(it))
        return ["end"] if self.is_end(told) else [told["content"]["body"]["reason"], self.places()]

    def finish(self):
        self.body("continue", threadId=1)
        self.end()

    def places(self):
        """Returns functions and lines, innermost first."""
        return [[frame["name"], frame["line"]] for frame in self.frames()]

    def told(self, reference):
        """Returns names, values and types of an object's parts."""
        return [
            [it["name"], it["value"], it.get("type")]
            for it in self.variables(reference)
            if it["name"] not in GROUPS and it["name"] != "len()"
        ]


STEPS = """def inner(x):
    y = x * 2
    return y


def outer(a, b):
    c = a + b
    d = inner(c)
    e = inner(d)
    return e


z = outer(2, 3)
w = z + 1
print(w)"""


def stepping(debugger):
    """Steps over, into, out of, and past the end of functions."""
    debugger.set_breakpoints(STEPS, 7)
    seen = [debugger.run(STEPS)["reason"], debugger.places()]
    for command in ["next", "stepIn", "next", "stepOut", "next", "next", "next", "next", "next", "next"]:
        seen.append([command, *debugger.go(command)])
        if seen[-1][-1] == "end":
            break
    return seen


VALUES = """class Point:
    def __init__(self):
        self.x = 1
        self._hidden = [1, 2]

    @property
    def double(self):
        return 2 * self.x

    def method(self):
        pass


def look():
    whole, real, text, raw, nothing, truth = 5, 1.5, "it's", b"ab", None, True
    items = [1, "two", (3, 4)]
    single = (1,)
    table = {"k": [1, (2, 3)], 5: {1}}
    point = Point()
    deep = [[[[1]]]]
    many = list(range(250))
    return whole


look()"""


def values(debugger):
    """Variables and their parts."""
    debugger.set_breakpoints(VALUES, 21)
    debugger.run(VALUES)
    found = {name: [value, kind] for name, value, kind in debugger.told(debugger.scope("Locals"))}
    found["point"][0] = "Point object" in found["point"][0]
    inside = {}
    for name in ["items", "table", "point", "single"]:
        inside[name] = debugger.told(debugger.variable(name)["variablesReference"])
    seen = [found, inside, [it["evaluateName"] for it in debugger.variables(debugger.scope("Locals"))]]
    debugger.finish()
    return seen


def changing(debugger):
    """Setting variables, expressions in frames, copies to the notebook's names."""
    debugger.set_breakpoints(STEPS, 2)
    debugger.run(STEPS)
    locals_ = debugger.scope("Locals")
    changed = debugger.body("setVariable", variablesReference=locals_, name="x", value="40 + 2")
    seen = [changed["value"], changed["type"]]
    seen += [debugger.evaluate("x", context) for context in ["hover", "watch", "repl"]]
    seen += [debugger.evaluate("nope"), debugger.evaluate("c * 100", frame=1), debugger.evaluate("1 / 0", "watch")]
    frame = debugger.frames()[0]["id"]
    told = debugger.ask("evaluate", expression="made = x + 1", context="repl", frameId=frame)
    seen += [told["success"], told["body"]["result"]]
    copied = debugger.ask("copyToGlobals", srcVariableName="x", dstVariableName="copied", srcFrameId=frame)
    seen += [copied["success"], debugger.variable("copied", "Globals")["value"]]
    refused = debugger.ask("copyToGlobals", srcVariableName="x-", dstVariableName="copied", srcFrameId=frame)
    seen += [refused["success"], refused["message"]]
    rich = debugger.body("richInspectVariables", variableName="x", frameId=frame)
    seen += [rich["data"], debugger.ask("evaluate", expression="x", frameId=99999, context="repl")["success"]]
    debugger.set_breakpoints(STEPS)
    debugger.finish()
    return [*seen, debugger.text().split()[-1]]


LOOP = "for i in range(6):\n    j = i * 10\n    k = j\nprint('end')"


def conditions(debugger):
    """Breakpoints that stop at some hits only."""
    seen = []
    for breakpoint in [
        {"line": 2, "condition": "i == 4"},
        {"line": 2, "hitCondition": "3"},
        {"line": 2, "hitCondition": ">= 5"},
        {"line": 2, "hitCondition": "% 4"},
    ]:
        debugger.set_breakpoints(LOOP, breakpoint)
        debugger.run(LOOP)
        seen.append([breakpoint, debugger.evaluate("i")])
        debugger.set_breakpoints(LOOP)
        debugger.finish()
    return seen


def logpoints(debugger):
    """Breakpoints that print a message and do not stop."""
    debugger.set_breakpoints(LOOP, {"line": 3, "logMessage": "j is {j}"}, {"line": 4})
    debugger.run(LOOP)
    told = [it["content"]["body"] for it in debugger.published if it["content"].get("event") == "output"]
    said = [it["output"] for it in told if it["category"] == "stdout"]
    debugger.finish()
    return ["".join(said)]


RAISES = "def fails():\n    raise ValueError('no')\n\n\ntry:\n    fails()\nexcept ValueError:\n    done = 1\nprint(done)"


def exceptions(debugger):
    """Breakpoints at raised exceptions."""
    debugger.body("setExceptionBreakpoints", filters=["raised"])
    stopped = debugger.run(RAISES)
    seen = [stopped["reason"], stopped["text"], stopped["description"], debugger.places()]
    told = debugger.body("exceptionInfo", threadId=1)
    seen += [told["exceptionId"], told["description"], told["breakMode"], told["details"]["typeName"]]
    debugger.body("setExceptionBreakpoints", filters=[])
    debugger.finish()
    return [*seen, debugger.text()]


LINES = "# a comment\n\nx = 1\n\n\ndef f():\n    '''doc'''\n    # another\n    return [\n        1,\n    ]\n\n\nf()\n"


def places(debugger):
    """Where breakpoints are placed, and the answers about them."""
    path, told = debugger.set_breakpoints(LINES, 3, 6, 9, 14, 99)
    info = debugger.body("debugInfo")
    known = {entry["source"]: entry["breakpoints"] for entry in info["breakpoints"]}
    text = debugger.body("source", source={"path": path})["content"]
    missing = debugger.ask("source", source={"path": "/no/such/file"})
    seen = [
        [[it["line"], it["verified"], it["source"]["path"] == path] for it in told],
        known[path],
        text == LINES,
        [missing["success"], missing["message"]],
        path.startswith(info["tmpFilePrefix"]) and path.endswith(info["tmpFileSuffix"]),
        path.removeprefix(info["tmpFilePrefix"]),
        {name: info[name] for name in ["isStarted", "hashMethod", "hashSeed", "richRendering", "copyToGlobals"]},
    ]
    debugger.set_breakpoints(LINES)
    return seen


def idle(debugger):
    """Requests while nothing runs."""
    debugger.run_through("plain = 5\nwords = ['a', 'b']\n")
    names = {it["name"]: it for it in debugger.body("inspectVariables")["variables"]}
    seen = [[names[name]["value"], names[name]["type"]] for name in ["plain", "words"]]
    seen.append(debugger.told(names["words"]["variablesReference"]))
    for name in ["plain", "no_such_name", "special variables"]:
        seen.append(debugger.body("richInspectVariables", variableName=name))
    told = debugger.ask("evaluate", expression="'a' + 'b'", context="repl")
    return [*seen, told["success"], told["body"]["result"]]


CONVERSATIONS = {it.__name__: it for it in [stepping, values, changing, conditions, logpoints, exceptions, places, idle]}
