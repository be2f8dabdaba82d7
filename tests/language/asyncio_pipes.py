# Pipes that the event loop watches.
import asyncio
import os


class Reads(asyncio.Protocol):
    def __init__(self):
        self.log = []
        self.ended = asyncio.get_running_loop().create_future()

    def connection_made(self, transport):
        self.log.append("made")

    def data_received(self, data):
        self.log.append(data)

    def eof_received(self):
        self.log.append("eof")

    def connection_lost(self, exc):
        self.log.append(exc)
        self.ended.set_result(None)


async def watches():
    loop = asyncio.get_running_loop()
    read, write = os.pipe()
    seen = loop.create_future()

    def ready(name):
        seen.set_result((name, os.read(read, 100)))
        loop.remove_reader(read)

    loop.add_reader(read, ready, "reader")
    loop.call_later(0.001, os.write, write, b"written")
    print(await seen, loop.remove_reader(read))
    can_write = loop.create_future()
    loop.add_writer(write, can_write.set_result, "can be written")
    print(await can_write, loop.remove_writer(write), loop.remove_writer(write))
    os.close(read)
    os.close(write)


async def transports():
    loop = asyncio.get_running_loop()
    read, write = os.pipe()
    transport, protocol = await loop.connect_read_pipe(Reads, open(read, "rb", 0))
    out, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, open(write, "wb", 0))
    out.write(b"hello ")
    out.writelines([b"big ", b"world"])
    await asyncio.sleep(0.01)
    print(transport.is_closing(), out.is_closing(), out.get_write_buffer_size(), out.can_write_eof())
    out.write_eof()
    await protocol.ended
    log = protocol.log
    print(log[0], b"".join(part for part in log if isinstance(part, bytes)), log[-2:])
    print(transport.is_closing(), out.is_closing())


async def streams():
    loop = asyncio.get_running_loop()
    read, write = os.pipe()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), open(read, "rb", 0))

    async def writes():
        for i in range(3):
            os.write(write, b"line %d\n" % i)
            await asyncio.sleep(0.001)
        os.close(write)

    task = asyncio.create_task(writes())
    async for line in reader:
        print(line)
    await task
    print(reader.at_eof())


for part in (watches, transports, streams):
    print(part.__name__)
    asyncio.run(part())
