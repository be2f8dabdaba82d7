# Threads: starting, joining, what they say of themselves.
import re
import threading
import time


def shown(thread):
    return re.sub(r" \d+\)>$", " N)>", repr(thread))


done = []


def work(name, count=2, *, step=1):
    for i in range(count):
        done.append((name, i * step))


thread = threading.Thread(target=work, args=("a",), kwargs={"count": 3, "step": 5})
print(shown(thread), thread.name, thread.ident, thread.native_id, thread.is_alive(), thread.daemon)
thread.start()
thread.join()
print(shown(thread), isinstance(thread.ident, int), isinstance(thread.native_id, int), thread.is_alive())
print(done)

named = threading.Thread(target=work, name="worker", args=("b",), daemon=True)
print(shown(named), named.daemon)
named.daemon = False
named.name = 17
print(shown(named), repr(named.name))
named.start()
named.join()
print(done[3:])

print(threading.Thread().name.startswith("Thread-"), threading.Thread(target=work).name.endswith(" (work)"))
main = threading.main_thread()
print(main is threading.current_thread(), main.name, main.daemon, main.is_alive(), shown(main))
print(main.ident == threading.get_ident(), threading.active_count(), [t.name for t in threading.enumerate()])

seen = {}


def inside():
    me = threading.current_thread()
    seen["me"] = me is outside and me.ident == threading.get_ident()
    seen["main"] = threading.main_thread() is main
    seen["alive"] = me.is_alive()
    seen["count"] = threading.active_count()
    seen["repr"] = shown(me)
    seen["native"] = me.native_id == threading.get_native_id()


outside = threading.Thread(target=inside, name="inner")
outside.start()
outside.join()
print(seen)

# A timeout that is too short, then one that is not.
release = threading.Event()
slow = threading.Thread(target=release.wait)
slow.start()
print(slow.join(0.001), slow.is_alive(), slow.join(timeout=-5), slow.is_alive())
release.set()
slow.join(10)
print(slow.is_alive(), slow.join(), slow.join(0))

# run() without a thread.
threading.Thread(target=work, args=("c", 1)).run()
print(done[-1], threading.Thread().run())

# Daemons beget daemons.
flags = []


def beget():
    child = threading.Thread(target=lambda: None)
    flags.append(child.daemon)
    child.start()
    child.join()


for daemon in (False, True):
    parent = threading.Thread(target=beget, daemon=daemon)
    parent.start()
    parent.join()
print(flags)

# Many at once.
counts = [0] * 50


def bump(i):
    for _ in range(10):
        counts[i] += 1
        time.sleep(0)


threads = [threading.Thread(target=bump, args=(i,)) for i in range(50)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(set(counts), len({thread.ident for thread in threads}) > 0, threading.active_count())
