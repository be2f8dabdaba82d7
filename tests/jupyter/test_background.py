"""Threads and tasks that cells leave running: they continue between requests, and write to the cell that started them."""

from conftest import TIMEOUT, wait_until


def streams_of(kernel, request, wanted):
    """What is written for a request, until the wanted text is there."""
    texts = []

    def has_come():
        message = kernel.client.get_iopub_msg(timeout=TIMEOUT)
        if message["parent_header"].get("msg_id") == request and message["msg_type"] == "stream":
            texts.append(message["content"]["text"])
        return wanted in "".join(texts)

    wait_until(has_come, wanted)
    return "".join(texts)


THREAD = """
import threading, time
def work():
    for step in range(3):
        time.sleep(0.05)
        print("step", step)
threading.Thread(target=work).start()
"""


def test_a_thread_goes_on_while_nothing_is_asked(kernel):
    request = kernel.client.execute(THREAD)
    assert streams_of(kernel, request, "step 2") == "step 0\nstep 1\nstep 2\n"


WAITING = """
import threading
go = threading.Event()
def work():
    go.wait()
    print("from the thread")
threading.Thread(target=work).start()
"""


def test_a_thread_writes_to_the_cell_that_started_it(kernel):
    first = kernel.client.execute(WAITING)
    kernel.reply(first)
    second = kernel.client.execute("go.set()\nprint('from the cell')\nimport time\ntime.sleep(0.1)")
    kernel.reply(second)
    assert streams_of(kernel, first, "from the thread") == "from the thread\n"
    assert kernel.text("print('after')") == "after\n"


BUSY = """
import threading
stop = False
def spin():
    while not stop:
        pass
threading.Thread(target=spin).start()
"""


def test_a_busy_thread_leaves_room_for_cells(kernel):
    kernel.execute(BUSY)
    assert kernel.text("print(1 + 1)") == "2\n"
    assert kernel.execute("stop = True")[0]["status"] == "ok"


TASK = """
import asyncio
async def later():
    await asyncio.sleep(0.05)
    print("from the task")
task = asyncio.create_task(later())
await asyncio.sleep(0)
"""


def test_tasks_go_on_between_cells(kernel):
    request = kernel.client.execute(TASK)
    assert streams_of(kernel, request, "from the task") == "from the task\n"
    assert kernel.text("print(task.done())") == "True\n"
