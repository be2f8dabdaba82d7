# http.server and http.client in one thread, and addresses that need no server.
import io
import os
import socket
import socketserver
import tempfile
import urllib.error
import urllib.request
from http import HTTPStatus
from http.client import HTTPConnection, HTTPResponse
from http.server import BaseHTTPRequestHandler, HTTPServer, SimpleHTTPRequestHandler


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        body = f"{self.command} {self.path} {self.headers['X-Given']}".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        data = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(HTTPStatus.CREATED)
        self.end_headers()
        self.wfile.write(data[::-1])

    def log_message(self, format, *args):
        print("log:", format % args)


def talk(server, method, path, body=None, headers={}):
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=5)
    connection.request(method, path, body, headers)
    server.handle_request()
    response = connection.getresponse()
    data = response.read()
    connection.close()
    return response, data


with HTTPServer(("127.0.0.1", 0), Handler) as server:
    response, data = talk(server, "GET", "/page?q=1", headers={"X-Given": "yes"})
    print(response.status, response.reason, data, response.getheader("content-type"), response.getheader("none", "default"))
    print(response.version, response.headers["Content-Length"], response.isclosed())
    response, data = talk(server, "POST", "/", b"abcdef")
    print(response.status, response.reason, data)
    response, data = talk(server, "POST", "/", "text")
    print(data)
    response, data = talk(server, "DELETE", "/x")
    print(response.status, response.reason, b"Unsupported method" in data)

folder = tempfile.mkdtemp()
with open(os.path.join(folder, "a.txt"), "w") as f:
    f.write("the file")
os.mkdir(os.path.join(folder, "sub"))


class Files(SimpleHTTPRequestHandler):
    def __init__(self, *args):
        super().__init__(*args, directory=folder)

    def log_message(self, format, *args):
        pass


with HTTPServer(("127.0.0.1", 0), Files) as server:
    response, data = talk(server, "GET", "/a.txt")
    print(response.status, data, response.getheader("Content-type"), response.getheader("Content-Length"))
    response, data = talk(server, "GET", "/")
    print(response.status, b'<a href="a.txt">a.txt</a>' in data, b'<a href="sub/">sub/</a>' in data)
    response, data = talk(server, "GET", "/sub")
    print(response.status, response.getheader("Location"))
    response, data = talk(server, "GET", "/../../etc/passwd")
    print(response.status, response.reason)
    response, data = talk(server, "HEAD", "/a.txt")
    print(response.status, data, response.getheader("Content-Length"))


class Echo(socketserver.StreamRequestHandler):
    def handle(self):
        for line in self.rfile:
            self.wfile.write(line.upper())


with socketserver.TCPServer(("127.0.0.1", 0), Echo) as server:
    with socket.create_connection(server.server_address) as client:
        client.sendall(b"one\ntwo\n")
        client.shutdown(socket.SHUT_WR)
        server.handle_request()
        print(client.makefile().read())


class Fake:
    def __init__(self, data):
        self.data = data

    def makefile(self, mode):
        return io.BytesIO(self.data)


def answer(data):
    response = HTTPResponse(Fake(data))
    response.begin()
    return response


r = answer(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n")
print(r.read(3), r.read(), r.status, r.isclosed())
r = answer(b"HTTP/1.0 404 Not Found\r\nA: 1\r\nA: 2\r\n\r\nrest")
print(r.status, r.reason, r.getheader("a"), r.read())
with urllib.request.urlopen("data:text/plain;base64,aGVsbG8=") as r:
    print(r.read(), r.headers["content-type"], r.headers.get("Content-Length"))
print(urllib.request.urlopen("data:,a%20b").read())
with urllib.request.urlopen("file://" + os.path.join(folder, "a.txt")) as r:
    print(r.read(), r.headers["Content-length"], r.url.endswith("/a.txt"))
path, headers = urllib.request.urlretrieve("file://" + os.path.join(folder, "a.txt"), os.path.join(folder, "copy"))
print(os.path.basename(path), open(path).read())
for url in ("no-scheme", "nosuch://x", "file:///no/such/file", "http:///nothing"):
    try:
        urllib.request.urlopen(url)
    except (ValueError, urllib.error.URLError) as e:
        print(type(e).__name__, e)
q = urllib.request.Request("http://host:80/path?q#frag", headers={"user-agent": "me"}, data=b"x")
print(q.get_method(), q.full_url, q.host, q.selector, q.type, q.header_items(), q.has_header("User-agent"), q.get_header("User-agent"))
print(HTTPStatus.NOT_FOUND, HTTPStatus(404).phrase, HTTPStatus.OK == 200, HTTPStatus(500).name, repr(HTTPStatus.FOUND))
import shutil

shutil.rmtree(folder)
