# The end of a program: it waits for its threads, but not for daemons.
import threading
import time


def last(name, seconds):
    time.sleep(seconds)
    print("ends", name)


def forever():
    while True:
        time.sleep(0.001)


def spin():
    while True:
        pass


def waits_for_main():
    threading.main_thread().join()
    print("main has ended", threading.main_thread().is_alive(), threading.current_thread().name)
    # One more thread, after the main one.
    thread = threading.Thread(target=last, args=("the very last", 0.001))
    thread.start()
    thread.join()
    print("done")


for target in (forever, spin, threading.Event().wait):
    threading.Thread(target=target, daemon=True).start()
threading.Thread(target=last, args=("a", 0.4)).start()
threading.Thread(target=waits_for_main, name="waiter").start()
threading.Thread(target=last, args=("b", 0.8)).start()
print("main ends", threading.active_count())
