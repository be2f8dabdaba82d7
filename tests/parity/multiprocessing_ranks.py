# cpu only: processes, queues that carry tensors, and what is said of processes that fail.
import os
import signal
import sys

import torch
import torch.multiprocessing as mp


def double(rank, queue, x):
    queue.put((rank, x * 2 + rank))


def fail(rank, how):
    if rank != 1:
        return
    if how == "raise":
        raise ValueError("rank 1 cannot")
    if how == "exit":
        sys.exit(7)
    os.kill(os.getpid(), signal.SIGKILL)


def square(x):
    return x * x


def main():
    manager = mp.Manager()
    queue = manager.Queue()
    mp.spawn(double, args=(queue, torch.arange(3.0)), nprocs=2)
    print(sorted((rank, x.tolist()) for rank, x in (queue.get() for _ in range(2))))
    context = mp.spawn(double, args=(queue, torch.ones(2, dtype=torch.int64)), nprocs=3, join=False)
    print(type(context).__name__, len(context.pids()))
    while not context.join():
        pass
    print(sorted((rank, x.tolist(), str(x.dtype)) for rank, x in (queue.get() for _ in range(3))))
    mp.start_processes(double, (queue, torch.zeros(1)), nprocs=1, start_method="fork")
    print(queue.get())
    for how in ("raise", "exit", "kill"):
        try:
            mp.spawn(fail, args=(how,), nprocs=2)
        except (mp.ProcessRaisedException, mp.ProcessExitedException) as error:
            lines = str(error).strip().splitlines()
            print(how, type(error).__name__, error.error_index, lines[0], "|", lines[-1])
            print(getattr(error, "exit_code", None), getattr(error, "signal_name", None), error.error_pid > 0)
    print(mp.spawn(double, args=(queue, torch.zeros(1)), nprocs=0))
    with mp.Pool(2) as pool:
        print(pool.map(square, [torch.tensor(2), torch.tensor(3)]))
    with mp.get_context("spawn").Pool(1) as pool:
        print(pool.apply(square, (torch.tensor([1.5, 2.0]),)))
    event, lock, value = mp.Event(), mp.Lock(), mp.Value("i", 3)
    with lock:
        event.set()
    print(event.is_set(), value.value, mp.get_start_method(), sorted(mp.get_all_sharing_strategies()), mp.get_sharing_strategy())
    print(mp.current_process().name, mp.active_children() == [] or len(mp.active_children()))


if __name__ == "__main__":
    main()
