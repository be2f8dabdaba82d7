# Programs beside this one, waited for by tasks.
import asyncio
async def main():
    p = await asyncio.create_subprocess_exec("cat", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
    print(await p.communicate(b"hello\n" * 3), p.returncode)
    p = await asyncio.create_subprocess_shell("echo out; echo err >&2; exit 3", stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
    out, err = await p.communicate()
    print(out, err, p.returncode, await p.wait())
    p = await asyncio.create_subprocess_shell("for i in 1 2 3; do echo line$i; sleep 0.02; done", stdout=asyncio.subprocess.PIPE)
    async for line in p.stdout:
        print(line)
    print(await p.wait())
    p = await asyncio.create_subprocess_exec("sleep", "100")
    await asyncio.sleep(0.01)
    p.kill()
    print(await p.wait())
    p = await asyncio.create_subprocess_exec("cat", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
    big = b"x" * 1000000
    out, _ = await p.communicate(big)
    print(len(out), out == big)
    try:
        await asyncio.wait_for(asyncio.create_subprocess_exec("/proc/nonexistent"), 5)
    except FileNotFoundError as e: print(type(e).__name__)
    a = await asyncio.gather(*[(await asyncio.create_subprocess_exec("sh", "-c", f"exit {i}")).wait() for i in range(4)])
    print(a)
asyncio.run(main())


class Collects(asyncio.SubprocessProtocol):
    def __init__(self):
        self.data = {1: b"", 2: b""}
        self.ended = asyncio.get_running_loop().create_future()

    def pipe_data_received(self, fd, data):
        self.data[fd] += data

    def process_exited(self):
        self.data["exited"] = True

    def connection_lost(self, exc):
        self.ended.set_result(exc)


async def by_protocol():
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.subprocess_shell(Collects, "echo one; echo two >&2", stdin=None)
    print(transport.get_pid() > 0, await protocol.ended, protocol.data, transport.get_returncode())
    for attempt in (transport.kill, transport.terminate):
        try:
            attempt()
        except ProcessLookupError as error:
            print(repr(error))
    transport.close()
    for options in ({"text": True}, {"bufsize": 1}, {"encoding": "utf-8"}):
        try:
            await asyncio.create_subprocess_exec("true", **options)
        except ValueError as error:
            print(error)
    process = await asyncio.create_subprocess_exec("sh", "-c", "read x; echo got $x", stdin=-1, stdout=-1)
    process.stdin.write(b"a line\n")
    await process.stdin.drain()
    print(await process.stdout.readline())
    process.stdin.close()
    await process.stdin.wait_closed()
    print(await process.wait(), process.returncode)


asyncio.run(by_protocol())
