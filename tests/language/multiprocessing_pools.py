# multiprocessing.Pool and concurrent.futures.ProcessPoolExecutor.
# What CPython 3.13 prints is recorded: forks beside threads may hang in older ones.
import multiprocessing as mp
import os
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing.pool import ThreadPool


def square(number):
    return number * number


def add(one, other):
    return one + other


def fail(number):
    raise ValueError(f"bad {number}")


def process_id(_):
    return os.getpid()


def die(_):
    os._exit(3)


def remember(value):
    global remembered
    remembered = value


def recall(_):
    return remembered


def not_pickled(_):
    return lambda: None


def broken():
    yield 1
    raise KeyError("in the iterable")


def run_pool(make):
    with make(2) as pool:
        print(pool.map(square, range(10)), pool.map(square, []), pool.starmap(add, [(1, 2), (3, 4)]))
        print(pool.apply(add, (5, 6)), pool.apply(add, (), {"one": 1, "other": 2}))
        print(list(pool.imap(square, range(5))), list(pool.imap(square, range(7), 3)))
        print(sorted(pool.imap_unordered(square, range(5))))
        results = []
        result = pool.map_async(square, [1, 2], callback=results.append)
        print(result.get(60), result.ready(), result.successful(), results)
        errors = []
        result = pool.apply_async(fail, (1,), error_callback=errors.append)
        try:
            result.get(60)
        except ValueError as error:
            print(repr(error), errors == [error], result.successful())
        try:
            list(pool.imap(square, broken()))
        except KeyError as error:
            print(repr(error))
        print(repr(pool).partition(" ")[2])
    for call in (lambda: pool.map(square, [1]), lambda: make(0)):
        try:
            call()
        except ValueError as error:
            print(error)
    pool = make(1)
    result = pool.apply_async(square, (3,))
    pool.close()
    pool.join()
    print(result.get())


def run(ctx):
    run_pool(ctx.Pool)
    with ctx.Pool(2) as pool:
        try:
            pool.map(fail, [7])
        except ValueError as error:
            cause = error.__cause__
            print(repr(error), type(cause).__name__, 'raise ValueError(f"bad {number}")' in str(cause))
        try:
            pool.apply(not_pickled, (1,))
        except Exception as error:
            print(type(error).__name__, str(error).startswith("Error sending result: '<function not_pickled.<locals>"))
    with ctx.Pool(1, remember, ("it",), maxtasksperchild=1) as pool:
        print(pool.map(recall, [0, 0], 1), len(set(pool.map(process_id, range(3), 1))))

    with ProcessPoolExecutor(2, mp_context=ctx) as executor:
        print(list(executor.map(square, range(5))), list(executor.map(add, [1, 2, 3], [4, 5, 6], chunksize=2)))
        futures = [executor.submit(square, number) for number in range(4)]
        print(sorted(future.result() for future in as_completed(futures)))
        future = executor.submit(fail, 2)
        error = future.exception()
        print(repr(error), type(error.__cause__).__name__, future.done())
        print(type(executor.submit(lambda: 1).exception()).__name__)
    try:
        executor.submit(square, 1)
    except RuntimeError as error:
        print(error)
    with ProcessPoolExecutor(1, ctx, remember, ("executor",)) as executor:
        print(executor.submit(recall, 0).result())
    with ProcessPoolExecutor(1, ctx) as executor:
        error = executor.submit(die, 0).exception()
        print(type(error).__name__, error)
        try:
            executor.submit(square, 1)
        except Exception as error:
            print(type(error).__name__, error)


if __name__ == "__main__":
    run_pool(ThreadPool)
    for method in ("fork", "spawn"):
        print("---", method)
        run(mp.get_context(method))
