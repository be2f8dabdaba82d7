# The watchers of processes that asyncio has until Python 3.14: each waits for a program and calls back.
import asyncio
import os
import warnings



def failing(call, *args):
    try:
        return call(*args)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


async def wait(watcher, code):
    loop = asyncio.get_running_loop()
    watcher.attach_loop(loop)
    ended = loop.create_future()
    with watcher:
        program = os.posix_spawn("/bin/sh", ["sh", "-c", f"exit {code}"], os.environ)
        watcher.add_child_handler(program, lambda pid, code, *rest: ended.set_result((pid == program, code, rest)), "more", 5)
    print(type(watcher).__name__, watcher.is_active(), await asyncio.wait_for(ended, 100))
    print(watcher.remove_child_handler(program))
    watcher.close()


with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    watchers = [asyncio.SafeChildWatcher(), asyncio.FastChildWatcher(), asyncio.MultiLoopChildWatcher(), asyncio.ThreadedChildWatcher()]
    watchers.append(asyncio.PidfdChildWatcher())

    class Own(asyncio.AbstractChildWatcher):
        pass

    for one in caught:
        print(one.category.__name__, one.message)
# FastChildWatcher takes the children of others too, so it is not tried beside them.
for code, watcher in enumerate([one for one in watchers if not isinstance(one, asyncio.FastChildWatcher)]):
    asyncio.run(wait(watcher, code))
print(failing(Own().is_active), failing(Own().attach_loop, None), [kind.__mro__[-2].__name__ for kind in map(type, watchers)])
