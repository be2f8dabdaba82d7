# Stream readers that are fed by hand.
import asyncio


async def lines():
    reader = asyncio.StreamReader()
    reader.feed_data(b"first\nsecond\nrest")
    print(await reader.readline(), await reader.readline(), reader.at_eof())
    reader.feed_eof()
    print(await reader.readline(), await reader.readline(), reader.at_eof())
    reader = asyncio.StreamReader()
    reader.feed_data(b"a\nb\nc")
    reader.feed_eof()
    print([line async for line in reader])


async def chunks():
    reader = asyncio.StreamReader()
    reader.feed_data(b"0123456789")
    print(await reader.read(3), await reader.readexactly(4), await reader.read(0), await reader.read(100))
    reader.feed_data(b"abc")
    reader.feed_eof()
    try:
        await reader.readexactly(5)
    except asyncio.IncompleteReadError as error:
        print(error, error.partial, error.expected)
    print(await reader.read(), await reader.read(5))
    try:
        await reader.readexactly(-1)
    except ValueError as error:
        print(error)
    reader = asyncio.StreamReader()
    reader.feed_data(b"all of ")
    asyncio.get_running_loop().call_later(0.001, reader.feed_data, b"it")
    asyncio.get_running_loop().call_later(0.002, reader.feed_eof)
    print(await reader.read(-1))


async def until():
    reader = asyncio.StreamReader()
    reader.feed_data(b"key: value; other--rest")
    print(await reader.readuntil(b": "), await reader.readuntil(b";"), await reader.readuntil(b"--"))
    reader.feed_eof()
    try:
        await reader.readuntil(b"!")
    except asyncio.IncompleteReadError as error:
        print(error.partial, error.expected, error)
    try:
        await reader.readuntil(b"")
    except ValueError as error:
        print(error)
    reader = asyncio.StreamReader(limit=5)
    reader.feed_data(b"far too long|x")
    try:
        await reader.readuntil(b"|")
    except asyncio.LimitOverrunError as error:
        print(error, error.consumed)
    print(await reader.read(4))
    reader = asyncio.StreamReader(limit=5)
    reader.feed_data(b"no separator")
    try:
        await reader.readuntil(b"|")
    except asyncio.LimitOverrunError as error:
        print(error)
    reader = asyncio.StreamReader(limit=5)
    reader.feed_data(b"a long line\nok\n")
    try:
        await reader.readline()
    except ValueError as error:
        print(error)
    print(await reader.readline())
    try:
        asyncio.StreamReader(limit=0)
    except ValueError as error:
        print(error)


async def waiting():
    reader = asyncio.StreamReader()
    task = asyncio.create_task(reader.readline())
    await asyncio.sleep(0)
    try:
        await reader.readline()
    except RuntimeError as error:
        print(error)
    reader.feed_data(b"part")
    await asyncio.sleep(0)
    print(task.done())
    reader.feed_data(b"ly\n")
    print(await task)
    task = asyncio.create_task(reader.read(5))
    await asyncio.sleep(0)
    reader.set_exception(ConnectionError("gone"))
    for attempt in (task, reader.read(), reader.readline()):
        try:
            await attempt
        except ConnectionError as error:
            print(error)
    print(repr(reader.exception()))
    reader = asyncio.StreamReader()
    task = asyncio.create_task(reader.read(5))
    await asyncio.sleep(0)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        reader.feed_data(b"later")
        print(await reader.read(5))


class Transport(asyncio.Transport):
    def __init__(self):
        super().__init__({"name": "mine"})
        self.written = []
        self.closing = False

    def pause_reading(self):
        print("paused")

    def resume_reading(self):
        print("resumed")

    def write(self, data):
        self.written.append(data)

    def is_closing(self):
        return self.closing

    def close(self):
        self.closing = True

    def can_write_eof(self):
        return False


async def flow():
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=4)
    protocol = asyncio.StreamReaderProtocol(reader)
    transport = Transport()
    protocol.connection_made(transport)
    protocol.data_received(b"123456789")
    print(await reader.read(2), await reader.read(4))
    writer = asyncio.StreamWriter(transport, protocol, reader, loop)
    writer.write(b"one")
    writer.writelines([b"two", b"three"])
    await writer.drain()
    print(transport.written, writer.get_extra_info("name"), writer.get_extra_info("other", 5), writer.can_write_eof())
    protocol.pause_writing()
    drain = asyncio.create_task(writer.drain())
    await asyncio.sleep(0)
    print(drain.done())
    protocol.resume_writing()
    await drain
    writer.close()
    print(writer.is_closing(), writer.transport is transport)
    protocol.connection_lost(None)
    await writer.wait_closed()
    print(await reader.read())
    try:
        await protocol._drain_helper()
    except ConnectionResetError as error:
        print(error)


for part in (lines, chunks, until, waiting, flow):
    print(part.__name__)
    asyncio.run(part())
