# https: http.client, urllib.request and asyncio over TLS, with a server of the program's own.
import asyncio
import http.client
import http.server
import ssl
import threading
import urllib.error
import urllib.request

FOLDER = "tests/files/tls/"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/old":
            self.answer(302, b"", Location="/new")
        elif self.path == "/secret" and self.headers.get("Authorization") is None:
            self.answer(401, b"", WWW_Authenticate='Basic realm="here"')
        elif self.path == "/none":
            self.answer(404, b"nothing here")
        else:
            self.answer(200, f"{self.path} {self.headers.get('Authorization')} {self.headers.get('X-Mine')}".encode())

    def do_POST(self):
        if "chunked" in self.headers.get("Transfer-Encoding", ""):
            body = b""
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            body = self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(200, body.upper())

    def log_message(self, *args):
        pass


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(FOLDER + "localhost.pem")


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request, client_address):
        pass


server = Server(("127.0.0.1", 0), Handler)
server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
thread = threading.Thread(target=server.serve_forever, args=(0.05,))
thread.start()
url = f"https://localhost:{server.server_port}"
trusting = ssl.create_default_context(cafile=FOLDER + "authority.pem")

# --- http.client
connection = http.client.HTTPSConnection("localhost", server.server_port, context=trusting)
for path in ("/one", "/two", "/none"):
    connection.request("GET", path, headers={"X-Mine": "yes"})
    response = connection.getresponse()
    print(response.status, response.reason, response.version, response.read(), response.isclosed())
connection.request("POST", "/", body=iter([b"in ", b"parts"]))
print(connection.getresponse().read())
connection.request("GET", "/lines")
response = connection.getresponse()
print(response.read(3), response.peek()[:2], response.read1(2), response.readline(), response.getheader("content-length"))
connection.close()

# --- urllib.request
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=trusting))
with opener.open(url + "/plain") as response:
    print(response.status, response.read(), response.geturl() == url + "/plain", response.info().get_content_type())
print(opener.open(url + "/old").geturl() == url + "/new")
print(opener.open(urllib.request.Request(url + "/", data=b"posted", headers={"X-Mine": "1"})).read())
try:
    opener.open(url + "/none")
except urllib.error.HTTPError as error:
    print(error, error.code, error.read())
passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
passwords.add_password(None, url, "me", "word")
opener.add_handler(urllib.request.HTTPBasicAuthHandler(passwords))
print(opener.open(url + "/secret").read())
wary = urllib.request.build_opener(
    urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=FOLDER + "alone.pem"))
)
try:
    wary.open(url)
except urllib.error.URLError as error:
    print(type(error.reason).__name__, error.reason.verify_code, error.reason.verify_message)


# --- asyncio
async def echo(reader, writer):
    while line := await reader.readline():
        writer.write(line.upper())
        await writer.drain()
    writer.close()


async def upgraded(reader, writer):
    writer.write(b"begin\n")
    await writer.drain()
    await writer.start_tls(context)
    await echo(reader, writer)


async def main():
    async with await asyncio.start_server(echo, "127.0.0.1", 0, ssl=context) as listening:
        port = listening.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusting, server_hostname="localhost")
        writer.write(b"one\ntwo\n")
        print(await reader.readline(), await reader.readline(), writer.get_extra_info("ssl_object").version())
        print(writer.get_extra_info("peercert")["subject"][-1], writer.can_write_eof())
        writer.write(b"x" * 50_000 + b"\n")
        print(len(await reader.readline()))
        writer.close()
        await writer.wait_closed()
        try:
            await asyncio.open_connection("127.0.0.1", port, ssl=trusting, server_hostname="else.where")
        except ssl.SSLCertVerificationError as error:
            print(error.verify_message)
    async with await asyncio.start_server(upgraded, "127.0.0.1", 0) as listening:
        reader, writer = await asyncio.open_connection(*listening.sockets[0].getsockname())
        print(await reader.readline())
        await writer.start_tls(trusting, server_hostname="localhost")
        writer.write(b"hidden\n")
        print(await reader.readline())
        writer.close()
        await writer.wait_closed()
    for options in ({"ssl": True}, {"server_hostname": "a"}, {"ssl_handshake_timeout": 1}, {"ssl": trusting, "ssl_handshake_timeout": 0}):
        try:
            await asyncio.get_running_loop().create_connection(asyncio.Protocol, None, 1, **options)
        except ValueError as error:
            print(error)


asyncio.run(main())
server.shutdown()
server.server_close()
thread.join()
