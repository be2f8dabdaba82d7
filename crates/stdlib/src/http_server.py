# http.server: servers of pages.

import html
import os
import shutil
import socket
import socketserver
import sys
import time
from http import HTTPStatus
from http.client import HTTPException, parse_headers
from urllib.parse import quote, unquote, urlsplit, urlunsplit

DEFAULT_ERROR_CONTENT_TYPE = "text/html;charset=utf-8"
DEFAULT_ERROR_MESSAGE = """<!DOCTYPE HTML>
<html lang="en">
    <head><meta charset="utf-8"><title>Error response</title></head>
    <body>
        <h1>Error response</h1>
        <p>Error code: %(code)d</p>
        <p>Message: %(message)s.</p>
        <p>Error code explanation: %(code)s - %(explain)s.</p>
    </body>
</html>
"""


class HTTPServer(socketserver.TCPServer):
    """A server of pages."""

    allow_reuse_address = True

    def server_bind(self):
        super().server_bind()
        self.server_name, self.server_port = self.server_address[:2]


class ThreadingHTTPServer(socketserver.ThreadingMixIn, HTTPServer):
    daemon_threads = True


class BaseHTTPRequestHandler(socketserver.StreamRequestHandler):
    """Calls do_GET, do_POST and their like."""

    server_version = "BaseHTTP/0.6"
    sys_version = "Python/" + sys.version.split()[0]
    protocol_version = "HTTP/1.0"
    default_request_version = "HTTP/0.9"
    error_message_format = DEFAULT_ERROR_MESSAGE
    error_content_type = DEFAULT_ERROR_CONTENT_TYPE
    responses = {status: (status.phrase, status.description) for status in HTTPStatus.__members__.values()}

    def handle(self):
        self.close_connection = True
        self.handle_one_request()
        while not self.close_connection:
            self.handle_one_request()

    def handle_one_request(self):
        try:
            self.raw_requestline = self.rfile.readline(65537)
        except TimeoutError as failed:
            self.log_error("Request timed out: %r", failed)
            self.close_connection = True
            return
        if not self.raw_requestline:
            self.close_connection = True
            return
        if not self.parse_request():
            return
        method = getattr(self, "do_" + self.command, None)
        if method is None:
            self.send_error(HTTPStatus.NOT_IMPLEMENTED, f"Unsupported method ({self.command!r})")
            return
        method()
        self.wfile.flush()

    def parse_request(self):
        """Reads the request line and the headers; False where they are wrong."""
        self.command = None
        self.request_version = self.default_request_version
        self.close_connection = True
        self.requestline = str(self.raw_requestline, "iso-8859-1").rstrip("\r\n")
        words = self.requestline.split()
        if not 2 <= len(words) <= 3:
            self.send_error(HTTPStatus.BAD_REQUEST, f"Bad request syntax ({self.requestline!r})")
            return False
        if len(words) == 3:
            self.request_version = words[2]
            if not words[2].startswith("HTTP/"):
                self.send_error(HTTPStatus.BAD_REQUEST, f"Bad request version ({words[2]!r})")
                return False
        self.command, self.path = words[:2]
        if self.path.startswith("//"):
            self.path = "/" + self.path.lstrip("/")
        try:
            self.headers = parse_headers(self.rfile)
        except HTTPException as failed:
            self.send_error(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "Too many headers", str(failed))
            return False
        keeps = (self.headers.get("Connection") or "").lower()
        if keeps != "close" and self.protocol_version >= "HTTP/1.1" and self.request_version >= "HTTP/1.1":
            self.close_connection = False
        return True

    # --- answers
    def send_response(self, code, message=None):
        """Begins an answer."""
        self.log_request(code)
        self.send_response_only(code, message)
        self.send_header("Server", self.version_string())
        self.send_header("Date", self.date_time_string())

    def send_response_only(self, code, message=None):
        if message is None:
            message = self.responses.get(code, ("", ""))[0]
        self._headers_buffer = [f"{self.protocol_version} {int(code)} {message}\r\n".encode("latin-1")]

    def send_header(self, keyword, value):
        self._headers_buffer.append(f"{keyword}: {value}\r\n".encode("latin-1"))
        if keyword.lower() == "connection":
            self.close_connection = value.lower() == "close"

    def end_headers(self):
        self._headers_buffer.append(b"\r\n")
        self.flush_headers()

    def flush_headers(self):
        parts, self._headers_buffer = getattr(self, "_headers_buffer", []), []
        self.wfile.write(b"".join(parts))

    def send_error(self, code, message=None, explain=None):
        """Answers with an error's page."""
        short, long = self.responses.get(code, ("???", "???"))
        message, explain = message or short, explain or long
        self.log_error("code %d, message %s", code, message)
        self.send_response(code, message)
        self.send_header("Connection", "close")
        text = self.error_message_format % {
            "code": code,
            "message": html.escape(message, quote=False),
            "explain": html.escape(explain, quote=False),
        }
        body = text.encode("utf-8", "replace")
        self.send_header("Content-Type", self.error_content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    # --- what happened
    def log_request(self, code="-", size="-"):
        self.log_message('"%s" %s %s', self.requestline, str(int(code)) if isinstance(code, int) else str(code), str(size))

    def log_error(self, format, *args):
        self.log_message(format, *args)

    def log_message(self, format, *args):
        sys.stderr.write(f"{self.address_string()} - - [{self.log_date_time_string()}] {format % args}\n")

    def version_string(self):
        return self.server_version + " " + self.sys_version

    def date_time_string(self, timestamp=None):
        return time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(timestamp))

    def log_date_time_string(self):
        return time.strftime("%d/%b/%Y %H:%M:%S")

    def address_string(self):
        return self.client_address[0]


class SimpleHTTPRequestHandler(BaseHTTPRequestHandler):
    """Serves the files of a folder."""

    server_version = "SimpleHTTP/0.6"
    index_pages = ("index.html", "index.htm")
    extensions_map = {
        ".html": "text/html",
        ".htm": "text/html",
        ".txt": "text/plain",
        ".py": "text/plain",
        ".css": "text/css",
        ".js": "text/javascript",
        ".json": "application/json",
        ".png": "image/png",
        ".jpg": "image/jpeg",
        ".jpeg": "image/jpeg",
        ".gif": "image/gif",
        ".svg": "image/svg+xml",
        ".csv": "text/csv",
        ".pdf": "application/pdf",
        ".zip": "application/zip",
        ".gz": "application/gzip",
        ".Z": "application/octet-stream",
        ".bz2": "application/x-bzip2",
        ".xz": "application/x-xz",
    }

    def __init__(self, *args, directory=None, **kwargs):
        self.directory = os.fspath(os.getcwd() if directory is None else directory)
        super().__init__(*args, **kwargs)

    def do_GET(self):
        file = self.send_head()
        if file:
            with file:
                shutil.copyfileobj(file, self.wfile)

    def do_HEAD(self):
        file = self.send_head()
        if file:
            file.close()

    def send_head(self):
        """Sends the headers; the file to send after them."""
        path = self.translate_path(self.path)
        if os.path.isdir(path):
            parts = urlsplit(self.path)
            if not parts.path.endswith("/"):
                self.send_response(HTTPStatus.MOVED_PERMANENTLY)
                self.send_header("Location", urlunsplit((parts[0], parts[1], parts[2] + "/", parts[3], parts[4])))
                self.send_header("Content-Length", "0")
                self.end_headers()
                return None
            pages = [os.path.join(path, page) for page in self.index_pages]
            path = next((page for page in pages if os.path.isfile(page)), None) or path
            if os.path.isdir(path):
                return self.list_directory(path)
        try:
            file = None if path.endswith("/") else open(path, "rb")
        except OSError:
            file = None
        if file is None:
            self.send_error(HTTPStatus.NOT_FOUND, "File not found")
            return None
        facts = os.fstat(file.fileno())
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-type", self.guess_type(path))
        self.send_header("Content-Length", str(facts.st_size))
        self.send_header("Last-Modified", self.date_time_string(facts.st_mtime))
        self.end_headers()
        return file

    def list_directory(self, path):
        """Answers with the names in a folder."""
        from io import BytesIO

        try:
            names = sorted(os.listdir(path), key=str.lower)
        except OSError:
            self.send_error(HTTPStatus.NOT_FOUND, "No permission to list directory")
            return None
        title = "Directory listing for " + html.escape(unquote(self.path), quote=False)
        lines = [
            "<!DOCTYPE HTML>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f"<title>{title}</title>",
            "</head>",
        ]
        lines += ["<body>", f"<h1>{title}</h1>", "<hr>", "<ul>"]
        for name in names:
            inner = os.path.join(path, name)
            mark = "/" if os.path.isdir(inner) else ""
            shown = name + ("@" if os.path.islink(inner) else mark)
            lines.append(f'<li><a href="{quote(name + mark)}">{html.escape(shown, quote=False)}</a></li>')
        lines += ["</ul>", "<hr>", "</body>", "</html>", ""]
        body = "\n".join(lines).encode("utf-8")
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return BytesIO(body)

    def translate_path(self, path):
        """The file that an address means: never one outside the folder."""
        path = path.split("?", 1)[0].split("#", 1)[0]
        ends = path.rstrip().endswith("/")
        found = self.directory
        for word in os.path.normpath(unquote(path)).split("/"):
            if word and word not in (os.curdir, os.pardir) and "/" not in word:
                found = os.path.join(found, word)
        return found + "/" if ends else found

    def guess_type(self, path):
        return self.extensions_map.get(os.path.splitext(path)[1].lower(), "application/octet-stream")
