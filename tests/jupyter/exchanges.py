"""Messages to a kernel and its answers, in a form that allows comparing two kernels.

An exchange is a list of steps; each sends one request and waits for its reply and its idle. Values that differ between runs (ids,
counts, sizes) are replaced by their types, everything else is kept.
"""

from dataclasses import dataclass, field

#: Fields of contents whose values belong to one kernel, one machine or one run.
OWN = {
    "implementation",
    "implementation_version",
    "banner",
    "help_links",
    "language_info",
    "protocol_version",
    "execution_count",
    "traceback",
    "pid",
    "hostname",
    "cpu_count",
    "kernel_cpu",
    "kernel_memory",
    "host_virtual_memory",
    "shell_port",
    "iopub_port",
    "stdin_port",
    "hb_port",
    "control_port",
}

#: Fields that a kernel may add to the compared ones.
EXTRA = {"host_cpu_percent", "engine_info"}


@dataclass
class Step:
    """One request."""

    kind: str
    content: dict = field(default_factory=dict)
    channel: str = "shell"
    buffers: list = field(default_factory=list)
    metadata: dict = field(default_factory=dict)
    #: The name of the answer with the subshell to use.
    subshell: str | None = None
    #: The name under which the reply's `subshell_id` is stored.
    keeps: str | None = None


def cell(code, subshell=None, **options):
    """A cell."""
    content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False}
    return Step("execute_request", {**content, "stop_on_error": True, **options}, subshell=subshell)


class Player:
    """Sends steps to a kernel through a client of jupyter_client."""

    def __init__(self, client, timeout):
        self.client, self.timeout = client, timeout
        self.ids = {}

    def play(self, steps):
        """Returns the kernel's answer to each step."""
        return [self.step(step) for step in steps]

    def step(self, step):
        message = self.client.session.msg(step.kind, self.filled(step.content), metadata=step.metadata)
        if step.subshell:
            message["header"]["subshell_id"] = self.ids[step.subshell]
        channel = getattr(self.client, f"{step.channel}_channel")
        self.client.session.send(channel.socket, message, buffers=step.buffers)
        request = message["header"]["msg_id"]
        published = self.until_idle(request)
        reply = self.reply(channel, request) if step.kind.endswith("_request") else None
        if step.keeps:
            self.ids[step.keeps] = reply["content"]["subshell_id"]
        return {"reply": reply and self.told(reply), "iopub": self.together(published)}

    def filled(self, content):
        """Replaces names by the ids stored under them."""
        return {name: self.ids.get(value, value) if isinstance(value, str) else value for name, value in content.items()}

    def reply(self, channel, request):
        while True:
            message = channel.get_msg(timeout=self.timeout)
            if message["parent_header"].get("msg_id") == request:
                return message

    def until_idle(self, request):
        found = []
        while True:
            message = self.client.get_iopub_msg(timeout=self.timeout)
            if message["parent_header"].get("msg_id") != request:
                continue
            if message["content"].get("execution_state") == "idle":
                return found
            if message["msg_type"] != "status":
                found.append(message)

    def together(self, messages):
        """Summarizes messages; joins the texts of one stream."""
        told = []
        for message in map(self.told, messages):
            last = told[-1] if told else None
            if last and message["type"] == last["type"] == "stream" and message["content"]["name"] == last["content"]["name"]:
                last["content"]["text"] += message["content"]["text"]
            else:
                told.append(message)
        return told

    def told(self, message):
        told = {"type": message["msg_type"], "content": self.content(message["content"])}
        if message["buffers"]:
            told["buffers"] = [bytes(part).hex() for part in message["buffers"]]
        if message["msg_type"] in ("comm_open", "comm_msg", "comm_close"):
            told["metadata"] = message["metadata"]
        return told

    def content(self, content):
        fields = {name: value for name, value in content.items() if name not in EXTRA}
        return {name: self.value(name, value) for name, value in sorted(fields.items())}

    def value(self, name, value):
        if name in OWN:
            return sorted(value) if isinstance(value, dict) else type(value).__name__.replace("float", "int")
        known = {kept: under for under, kept in self.ids.items()}
        if isinstance(value, str):
            for kept, under in known.items():
                value = value.replace(kept, under)
            return value
        if isinstance(value, list):
            return [known.get(one, one) if isinstance(one, str) else one for one in value]
        return self.content(value) if isinstance(value, dict) else value


def _shown(name, returned):
    """A class with a method for one format, and a cell that displays it."""
    return [cell(f"class Shown:\n    def __repr__(self): return 'shown'\n    def {name}: return {returned}\nShown()")]


_TARGET = """
from comm import create_comm, get_comm_manager
def answer(comm, message):
    print(sorted(message), message['content']['data'], [bytes(part) for part in message['buffers']], message['metadata'])
    comm.on_msg(lambda message: comm.send({'got': message['content']['data']}, {'beside': 1}, [b'\\x00\\xff', bytearray(b'b')]))
    comm.on_close(lambda message: print('closed', message['content']['data']))
get_comm_manager().register_target('answers', answer)
"""


def _comm(kind, comm_id="c1", data=None, **options):
    return Step(f"comm_{kind}", {"comm_id": comm_id, "data": data or {}}, **options)


def _opened(target="answers", **options):
    return Step("comm_open", {"comm_id": "c1", "target_name": target, "data": {"x": 1}}, **options)


_CREATE = Step("create_subshell_request", channel="control", keeps="first")

#: The exchanges by name: each begins in a kernel that has run the others.
EXCHANGES = {
    "kernel info": [Step("kernel_info_request"), Step("kernel_info_request", channel="control")],
    "connect": [Step("connect_request"), Step("connect_request", channel="control")],
    "usage": [Step("usage_request", channel="control")],
    "comms: none": [Step("comm_info_request"), Step("comm_info_request", {"target_name": "answers"})],
    "comms: opened by the front end": [
        cell(_TARGET),
        _opened(buffers=[b"\x01\x02"], metadata={"version": "2.1.0"}),
        Step("comm_info_request"),
        Step("comm_info_request", {"target_name": "other"}),
        _comm("msg", data={"y": [1, None, 2.5]}, buffers=[b"z"]),
        _comm("close", data={"end": True}),
        Step("comm_info_request"),
    ],
    "comms: opened by a cell": [
        cell(
            "c = create_comm(target_name='there', comm_id='c2', data={'a': 1}, metadata={'m': 2}, buffers=[b'abc'])\n"
            "c.on_msg(lambda message: print('heard', message['content']['data']))"
        ),
        Step("comm_info_request", {"target_name": "there"}),
        _comm("msg", "c2", {"b": 2}),
        cell("c.send({'n': 1.5, 's': (1, 2), 'k': {3: b'bytes'}}); c.send()"),
        cell("c.close({'bye': 1}); c.close()"),
        Step("comm_info_request", {"target_name": "there"}),
    ],
    "comms: forgotten": [
        cell("c = create_comm(target_name='there', comm_id='c3')"),
        cell("get_comm_manager().unregister_comm(c); c = None"),
    ],
    "comms: ipykernel's": [
        cell(
            "import warnings; warnings.simplefilter('ignore')\n"
            "from ipykernel.comm import Comm, CommManager\n"
            "c = Comm(target_name='there', comm_id='c4', data={'a': 1})\n"
            "known = isinstance(get_ipython().kernel.comm_manager, CommManager), c.primary, c._closed, c.topic\n"
            "c.close()\nprint(known)"
        )
    ],
    "comms: nobody's": [
        _opened("unknown"),
        Step("comm_info_request"),
        _comm("msg", "unknown"),
        _comm("close", "unknown"),
        cell(
            "get_comm_manager().register_target('fails', lambda comm, message: 1 / 0)\n"
            "get_comm_manager().register_target('hears', lambda comm, message: comm.on_msg(lambda message: 1 / 0))"
        ),
        _opened("hears"),
        _comm("close"),
    ],
    "comms: parents": [
        cell(
            "parent = lambda: get_ipython().kernel.get_parent()\n"
            "print(sorted(parent()), parent()['header']['msg_type'], parent()['content']['code'][:6])\n"
            "get_comm_manager().register_target('parents', lambda comm, message: print(parent()['header']['msg_type']))"
        ),
        _opened("parents"),
        _comm("close"),
    ],
    "subshells": [
        Step("list_subshell_request", channel="control"),
        _CREATE,
        Step("list_subshell_request", channel="control"),
        cell("x = 5; x", subshell="first"),
        cell("print(x); 1 / 0", subshell="first"),
        Step("comm_info_request", subshell="first"),
        Step("is_complete_request", {"code": "1"}, subshell="first"),
        Step("delete_subshell_request", {"subshell_id": "first"}, channel="control"),
        cell("1", subshell="first"),
        Step("delete_subshell_request", {"subshell_id": "other"}, channel="control"),
    ],
    "cells: results": [cell("1 + 1"), cell("1 + 1;"), cell("x = 3"), cell("None"), cell("1", silent=True), cell("")],
    "cells: silent": [
        cell("print('said')", silent=True),
        cell("1 / 0", silent=True),
        cell("from IPython.display import display, clear_output\ndisplay('shown')\nclear_output()", silent=True),
        cell("h = display('a', display_id='later')\nh.update('b')", silent=True),
        cell("get_ipython().run_cell('5 + 5')", silent=True),
        cell("7", store_history=False),
        cell("8", silent=True, store_history=True, user_expressions={"one": "1"}),
        cell("9"),
    ],
    "cells: expressions": [cell("a = 1", user_expressions={"one": "a", "bad": "b"})],
    "cells: errors": [cell("1 / 0"), cell("raise SystemError('x')")],
    "cells: displays": [
        cell("from IPython.display import *\ndisplay('a', 1)\nclear_output(wait=True)"),
        cell("h = display('a', display_id='d'); h.update('b'); update_display('c', display_id='d')"),
        cell("display({'text/plain': 'p', 'text/html': '<b>'}, raw=True, metadata={'text/html': {'x': 1}})"),
        cell("display(HTML('<b>x</b>'), JSON({'a': 1}), Javascript('1', lib=['l.js'], css='c.css'))"),
        cell("display(SVG('<svg><g/></svg>'), Pretty('p'), include=['image/svg+xml', 'text/plain'])"),
        cell("publish_display_data({'text/plain': 'p'}, transient={'display_id': 'e'})"),
    ],
    "forms: html": _shown("_repr_html_(self)", "'<i>'"),
    "forms: markdown": _shown("_repr_markdown_(self)", "'*m*'"),
    "forms: svg": _shown("_repr_svg_(self)", "'<svg></svg>'"),
    "forms: png": _shown("_repr_png_(self)", "b'\\x89PNG'"),
    "forms: jpeg": _shown("_repr_jpeg_(self)", "b'\\xff\\xd8'"),
    "forms: pdf": _shown("_repr_pdf_(self)", "b'%PDF'"),
    "forms: latex": _shown("_repr_latex_(self)", "'$l$'"),
    "forms: json": _shown("_repr_json_(self)", "{'j': 1}, {'expanded': True}"),
    "forms: javascript": _shown("_repr_javascript_(self)", "'j()'"),
    "forms: bundle": _shown(
        "_repr_mimebundle_(self, include, exclude)", "{'text/plain': 'b', 'a/b+json': {'c': 1}}, {'text/plain': {'m': 1}}"
    ),
    "forms: none": _shown("_repr_html_(self)", "None"),
    "forms: not implemented": [
        cell("class Shown:\n    def __repr__(self): return 'r'\n    def _repr_html_(self): raise NotImplementedError\nShown()")
    ],
    "forms: itself": _shown("_ipython_display_(self)", "print('itself')") + [cell("display(Shown())")],
    "forms: registered": [
        cell(
            "class R:\n    def __repr__(self): return 'r'\n"
            "forms = get_ipython().display_formatter.formatters\n"
            "forms['text/html'].for_type(R, lambda r: '<r>'); forms['text/plain'].for_type(R, lambda r, p, cycle: p.text('plain'))\nR()"
        ),
        cell("print(forms['text/html'].for_type(R) is not None, R in forms['text/html'], forms['text/html'].lookup(R())(1))"),
        cell(
            "forms['text/html'].for_type_by_name('collections', 'Counter', lambda c: '<c>')\nimport collections; collections.Counter('a')"
        ),
        cell("data, metadata = get_ipython().display_formatter.format(R()); print(sorted(data.items()), metadata)"),
        cell("forms['text/html'].pop(R); forms['text/plain'].pop(R); R()"),
    ],
    "input: indented": [cell("    x = 1\n    print(x)")],
    "input: classic prompts": [cell(">>> for i in range(2):\n...     print(i)\n...\n>>> i")],
    "input: numbered prompts": [cell("In [1]: for i in range(2):\n   ...:     print(i)\n   ...:\n\nIn [2]: i")],
    "input: transformers": [
        cell(
            "def shout(lines): return [line.replace('whisper', 'print') for line in lines]\n"
            "get_ipython().input_transformers_cleanup.append(shout)"
        ),
        cell("whisper('x')"),
        cell("get_ipython().input_transformers_cleanup.remove(shout)"),
    ],
    "shell: interactivity": [
        cell("from IPython.core.interactiveshell import InteractiveShell\nInteractiveShell.ast_node_interactivity = 'all'"),
        cell("1\nx = 2\nx; 3"),
        cell("InteractiveShell.ast_node_interactivity = 'none'"),
        cell("4"),
        cell("InteractiveShell.ast_node_interactivity = 'last_expr_or_assign'"),
        cell("y = 5"),
        cell("InteractiveShell.ast_node_interactivity = 'last_expr'"),
    ],
    "shell: events": [
        cell(
            "ip, seen = get_ipython(), []\n"
            "def before(info): seen.append(('before', info.raw_cell, info.store_history, info.silent))\n"
            "def after(result): seen.append(('after', result.success, result.result, type(result.error_in_exec).__name__))\n"
            "ip.events.register('pre_run_cell', before); ip.events.register('post_run_cell', after)\n"
            "ip.events.register('pre_execute', lambda: seen.append('pre')); ip.events.register('post_execute', lambda: seen.append('post'))"
        ),
        cell("6 * 7"),
        cell("1 / 0"),
        cell("8", silent=True),
        cell(
            "ip.events.unregister('pre_run_cell', before); ip.events.unregister('post_run_cell', after)\nprint(*seen, sep='\\n')"
        ),
        cell("for e in ('pre_execute', 'post_execute'): ip.events.callbacks[e].clear()"),
    ],
    "shell: magics": [
        cell(
            "from IPython.core.magic import Magics, magics_class, line_magic, cell_magic, line_cell_magic, register_line_magic\n"
            "from IPython.core.magic_arguments import argument, magic_arguments, parse_argstring\n"
            "@magics_class\nclass Mine(Magics):\n"
            "    @line_magic\n    def one(self, line): return 'one ' + line\n"
            "    @cell_magic('two')\n    def second(self, line, cell): print('two', repr(line), repr(cell))\n"
            "    @line_cell_magic\n    def both(self, line, cell=None): return line, cell\n"
            "    @magic_arguments()\n    @argument('-n', '--number', type=int, default=1, help='how many')\n"
            "    @argument('rest', nargs='*')\n"
            "    @line_magic\n    def counted(self, line):\n"
            "        args = parse_argstring(self.counted, line); return args.number, args.rest\n"
            "    @line_magic\n    def options(self, line): o, rest = self.parse_options(line, 'ab:'); return dict(o), rest\n"
            "get_ipython().register_magics(Mine)\n"
            "@register_line_magic\ndef three(line): return 3\n"
            "get_ipython().register_magic_function(lambda line: 'four', 'line', 'four')"
        ),
        cell("%one a b"),
        cell("%%two c d\ne\nf"),
        cell("%both x"),
        cell("%%both y\nz"),
        cell("%counted -n 3 p q"),
        cell("%options -a -b 2 r"),
        cell("a = %three\na, get_ipython().run_line_magic('four', ''), get_ipython().run_cell_magic('both', 'l', 'c')"),
    ],
    "shell: names": [
        cell(
            "ip = get_ipython(); ip.push({'p': 7}); ip.ex('q = p + 1'); ip.ev('q'), ip.user_ns['p'], ip.user_ns is ip.user_global_ns"
        ),
        cell("r = ip.run_cell('s = 9\\ns'); print(r.success, r.result, r.error_in_exec)"),
        cell("r = ip.run_cell('1 / 0'); print(r.success, repr(r.error_in_exec))\nip.run_cell('');"),
        cell("ip.set_next_input('next'); ip.set_next_input('other', replace=True)"),
        cell("print(type(ip).__name__, type(ip).__module__, 'IPKernelApp' in ip.config, ip is type(ip).instance())"),
        cell("print([code for _, _, code in ip.history_manager.get_tail(1)])"),
    ],
    "shell: errors": [
        cell(
            "get_ipython().set_custom_exc((KeyError,), lambda self, kind, error, tb, tb_offset=None: print('mine', error))\n"
            "r = get_ipython().run_cell('{}[1]')"
        ),
        cell("get_ipython().set_custom_exc((), None)"),
    ],
}
