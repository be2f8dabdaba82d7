"""ipywidgets from the environment: widget messages as a front end sends them, and notebooks that store their widgets."""

import os
import sys

import nbformat
from conftest import KERNEL_NAME, TIMEOUT, kinds_of, text_of, waits_for
from nbclient import NotebookClient
from nbconvert import HTMLExporter

# The kernel's packages are those of the Python that runs the tests.
os.environ["TENSORCELL_PYTHON"] = sys.executable


def opened(messages):
    """The states of the widgets that were opened, by their models, with their comms' ids."""
    found = [m["content"] for m in messages if m["msg_type"] == "comm_open"]
    return {c["data"]["state"]["_model_name"]: (c["comm_id"], c["data"]["state"]) for c in found}


def send(kernel, comm_id, data, kind="comm_msg", **options):
    """Sends a comm message; its id."""
    session = kernel.client.session
    message = session.msg(kind, {"comm_id": comm_id, "data": data})
    session.send(kernel.client.shell_channel.socket, message, **options)
    return message["header"]["msg_id"]


def change(kernel, comm_id, **state):
    """Changes a widget's state as a front end does; what is published for it."""
    return kernel.published(send(kernel, comm_id, {"method": "update", "state": state, "buffer_paths": []}))


def updates(messages):
    """The changes of states, by comm."""
    return [(m["content"]["comm_id"], m["content"]["data"]["state"]) for m in messages if m["msg_type"] == "comm_msg"]


SLIDER = """
import ipywidgets as widgets
slider, out = widgets.IntSlider(value=3, description='n'), widgets.Output()
@out.capture()
def seen(change):
    print('from', change.old, 'to', change.new)
slider.observe(seen, 'value')
display(slider, out)
"""


def test_an_observer_runs_and_prints_into_its_output(kernel):
    reply, messages = kernel.execute(SLIDER)
    assert reply["status"] == "ok", reply
    models = opened(messages)
    slider, state = models["IntSliderModel"]
    output, _ = models["OutputModel"]
    assert (state["value"], state["description"]) == (3, "n")
    views = [
        m["content"]["data"]["application/vnd.jupyter.widget-view+json"] for m in messages if m["msg_type"] == "display_data"
    ]
    assert [view["model_id"] for view in views] == [slider, output]
    messages = change(kernel, slider, value=7)
    assert text_of(messages) == "from 3 to 7\n"
    request = messages[0]["parent_header"]["msg_id"]
    captured = [state["msg_id"] for comm, state in updates(messages) if comm == output]
    assert captured == [request, ""], "the output takes what the message publishes, and no more"
    kinds = [m["content"]["data"]["state"].get("msg_id") if m["msg_type"] == "comm_msg" else m["msg_type"] for m in messages]
    assert kinds.index(request) < kinds.index("stream") < kinds.index("")
    assert kernel.text("print(slider.value)") == "7\n"


def test_a_message_is_answered_while_a_cell_runs(kernel, go):
    models = opened(kernel.execute(SLIDER)[1])
    running = kernel.client.execute("print('begun', flush=True)\n" + waits_for(go) + "print(slider.value)")
    kernel.wait_for_text("begun")
    assert text_of(change(kernel, models["IntSliderModel"][0], value=9)) == "from 3 to 9\n"
    go.touch()
    assert kernel.reply(running)["status"] == "ok"
    assert text_of(kernel.published(running)) == "9\n"


def test_a_subshell_runs_beside_a_cell(kernel, go):
    client = kernel.client
    client.control_channel.send(client.session.msg("create_subshell_request", {}))
    subshell = client.get_control_msg(timeout=TIMEOUT)["content"]["subshell_id"]
    running = client.execute("print('begun', flush=True)\n" + waits_for(go) + "print('done')")
    kernel.wait_for_text("begun")
    content = {"code": "import time\ntime.sleep(0.01)\nprint('beside')\n6 * 7", "silent": False, "store_history": True}
    beside = client.session.msg("execute_request", content)
    beside["header"]["subshell_id"] = subshell
    client.shell_channel.send(beside)
    request = beside["header"]["msg_id"]
    messages = kernel.published(request)
    assert text_of(messages) == "beside\n" and kinds_of(messages) == ["execute_input", "stream", "execute_result"]
    assert kernel.reply(request)["status"] == "ok"
    go.touch()
    assert kernel.reply(running)["status"] == "ok"
    assert text_of(kernel.published(running)) == "done\n"


def test_a_button_tells_of_its_failing_callback(kernel):
    code = "b = widgets.Button()\nb.on_click(lambda b: print('clicked'))\nb.on_click(lambda b: 1 / 0)\ndisplay(b)"
    _, messages = kernel.execute("import ipywidgets as widgets\n" + code)
    comm, _ = opened(messages)["ButtonModel"]
    messages = kernel.published(send(kernel, comm, {"method": "custom", "content": {"event": "click"}}))
    assert text_of(messages) == "clicked\n"
    assert [m["content"]["ename"] for m in messages if m["msg_type"] == "error"] == ["ZeroDivisionError"]


def test_bytes_go_both_ways(kernel):
    _, messages = kernel.execute(
        "import ipywidgets as widgets\nimage = widgets.Image(value=b'\\x89PNG\\x00')\nup = widgets.FileUpload()"
    )
    opening = next(m for m in messages if m["msg_type"] == "comm_open" and "ImageModel" in str(m["content"]))
    assert opening["content"]["data"]["buffer_paths"] == [["value"]]
    assert [bytes(part) for part in opening["buffers"]] == [b"\x89PNG\x00"]
    comm, _ = opened(messages)["FileUploadModel"]
    file = {"name": "a.txt", "type": "text/plain", "size": 3, "last_modified": 1}
    data = {"method": "update", "state": {"value": [file]}, "buffer_paths": [["value", 0, "content"]]}
    kernel.published(send(kernel, comm, data, buffers=[b"abc"]))
    assert kernel.text("print(up.value[0].name, bytes(up.value[0].content))") == "a.txt b'abc'\n"


def test_interact_calls_its_function_anew(kernel):
    _, messages = kernel.execute(
        "from ipywidgets import interact\n@interact(x=(0, 10), name=['a', 'b'])\ndef f(x=4, name='b'): print(name * x)"
    )
    models = opened(messages)
    assert text_of(messages) == "bbbb\n"
    assert text_of(change(kernel, models["IntSliderModel"][0], value=2)) == "bb\n"
    assert text_of(change(kernel, models["DropdownModel"][0], index=0)) == "aa\n"


def test_links_carry_values_over(kernel):
    code = (
        "import ipywidgets as widgets\na, b, c = widgets.IntSlider(), widgets.IntText(), widgets.IntProgress()\n"
        "widgets.link((a, 'value'), (b, 'value')); widgets.dlink((a, 'value'), (c, 'value'), lambda v: v * 2)\n"
        "j = widgets.jslink((a, 'value'), (c, 'value')); widgets.Tab([widgets.HBox([a, b]), widgets.Accordion([c])], titles=['x', 'y'])"
    )
    reply, messages = kernel.execute(code)
    assert reply["status"] == "ok", reply
    change(kernel, opened(messages)["IntSliderModel"][0], value=5)
    assert kernel.text("print(a.value, b.value, c.value)") == "5 5 10\n"


def test_interactive_output_lies_where_it_is_put(kernel):
    code = (
        "import ipywidgets as widgets\ns = widgets.IntSlider(2)\n"
        "out = widgets.interactive_output(lambda x: display(x * 10), {'x': s})\nwidgets.VBox([s, out])"
    )
    reply, messages = kernel.execute(code)
    assert reply["status"] == "ok", reply
    messages = change(kernel, opened(messages)["IntSliderModel"][0], value=4)
    assert [m["content"]["data"]["text/plain"] for m in messages if m["msg_type"] == "display_data"] == ["40"]


def test_a_notebook_keeps_its_widgets():
    cells = [
        "import ipywidgets as widgets\nout = widgets.Output()\nwith out:\n    print('inside')\n    display(1)\nout",
        "slider = widgets.IntSlider(value=42)\nslider",
        "from tqdm.notebook import tqdm\nfor i in tqdm(range(3)): pass",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code) for code in cells])
    NotebookClient(notebook, kernel_name=KERNEL_NAME, timeout=TIMEOUT).execute()
    widgets = notebook.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"]
    models = {state["model_name"]: state["state"] for state in widgets.values()}
    assert models["IntSliderModel"]["value"] == 42
    outputs = models["OutputModel"]["outputs"]
    assert [o.get("text") or o["data"]["text/plain"] for o in outputs] == ["inside\n", "1"]
    page, _ = HTMLExporter().from_notebook_node(notebook)
    assert "application/vnd.jupyter.widget-state+json" in page and "IntSliderModel" in page
