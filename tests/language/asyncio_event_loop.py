# Event loops by hand: callbacks, timers, futures, errors.
import asyncio

order = []


async def value(x):
    await asyncio.sleep(0)
    return x


loop = asyncio.new_event_loop()
print(loop.is_running(), loop.is_closed(), loop.get_debug())
print(loop.run_until_complete(value(1)))
loop.call_soon(order.append, "soon")
loop.call_later(0.02, order.append, "later")
loop.call_later(0.01, order.append, "sooner")
cancelled = loop.call_later(0.005, order.append, "never")
cancelled.cancel()
print(cancelled.cancelled(), cancelled.when() > 0)
loop.call_at(loop.time() + 0.03, loop.stop)
loop.run_forever()
print(order)

handle = loop.call_soon(order.append, "dropped")
handle.cancel()
loop.call_soon(loop.stop)
loop.run_forever()
print(order[-1], handle.cancelled())

# Callbacks in their order; those they add come in the next turn.
order.clear()


def adds(depth):
    order.append(depth)
    if depth < 3:
        loop.call_soon(adds, depth + 1)
    else:
        loop.stop()


loop.call_soon(adds, 0)
loop.call_soon(order.append, "beside")
loop.run_forever()
print(order)

future = loop.create_future()
print(future.done(), future.get_loop() is loop, future)
loop.call_later(0.005, future.set_result, "set")
print(loop.run_until_complete(future), future)
for attempt in (lambda: future.set_result(2), lambda: future.set_exception(ValueError())):
    try:
        attempt()
    except asyncio.InvalidStateError as error:
        print(error)
failed = loop.create_future()
failed.set_exception(KeyError("k"))
print(failed, repr(failed.exception()))
try:
    loop.run_until_complete(failed)
except KeyError as error:
    print(error)
gone = loop.create_future()
print(gone.cancel("why"), gone.cancel(), gone)
for attempt in (gone.result, gone.exception):
    try:
        attempt()
    except asyncio.CancelledError as error:
        print("cancelled", error.args)

# Errors in callbacks go to the handler.
told = []
loop.set_exception_handler(lambda loop, context: told.append((context["message"][:21], repr(context.get("exception")))))
print(loop.get_exception_handler() is not None)
loop.call_soon(lambda: 1 / 0)
loop.call_soon(loop.stop)
loop.run_forever()
print(told)
loop.call_exception_handler({"message": "by hand", "more": 1})
print(told[-1])


async def lost():
    raise ValueError("nobody looks")


async def loses():
    task = asyncio.ensure_future(lost())
    await asyncio.sleep(0.001)
    del task
    await asyncio.sleep(0)


loop.run_until_complete(loses())
print(told[-1])

for wrong in (
    lambda: loop.set_exception_handler(3),
    lambda: loop.set_task_factory(3),
    lambda: loop.run_until_complete(3),
):
    try:
        wrong()
    except TypeError as error:
        print(error)


async def inside():
    print(loop.is_running(), asyncio.get_running_loop() is loop, asyncio.get_event_loop() is loop)
    for attempt in (loop.run_forever, loop.close, asyncio.new_event_loop().run_forever):
        try:
            attempt()
        except RuntimeError as error:
            print(error)
    c = value(1)
    try:
        asyncio.run(c)
    except RuntimeError as error:
        print(error)
    c.close()


loop.run_until_complete(inside())


def factory(loop, coro, **options):
    task = asyncio.Task(coro, loop=loop, **options)
    task.set_name("made by the factory")
    return task


async def name():
    return asyncio.current_task().get_name()


loop.set_task_factory(factory)
print(loop.run_until_complete(name()), loop.get_task_factory() is factory)
loop.set_task_factory(None)
loop.call_soon(loop.stop)
try:
    loop.run_until_complete(asyncio.sleep(5, loop))
except RuntimeError as error:
    print(error)
loop.close()
print(loop.is_closed())
loop.close()
for attempt in (lambda: loop.call_soon(print), loop.run_forever, lambda: loop.call_later(1, print)):
    try:
        attempt()
    except RuntimeError as error:
        print(error)
try:
    asyncio.get_running_loop()
except RuntimeError as error:
    print(error)
