# http.client: requests to servers over their sockets.

import collections.abc
import io
import re
import socket
from http import HTTPStatus
from urllib.parse import urlsplit

from _http_messages import MOST_HEADERS as _MAXHEADERS
from _http_messages import MOST_LINE as _MAXLINE
from _http_messages import (
    BadStatusLine,
    CannotSendHeader,
    CannotSendRequest,
    HTTPException,
    HTTPMessage,
    ImproperConnectionState,
    IncompleteRead,
    InvalidURL,
    LineTooLong,
    NotConnected,
    RemoteDisconnected,
    ResponseNotReady,
    UnimplementedFileMode,
    UnknownProtocol,
    UnknownTransferEncoding,
    error,
    line_of,
    parse_headers,
    read_headers,
)

HTTP_PORT, HTTPS_PORT = 80, 443
responses = {status: status.phrase for status in HTTPStatus.__members__.values()}
globals().update(HTTPStatus.__members__)

_UNKNOWN = "UNKNOWN"
_IDLE, _STARTED, _SENT = "Idle", "Request-started", "Request-sent"
_METHODS_WITH_BODY = {"PATCH", "POST", "PUT"}
_CONTROLS = re.compile("[\0-\x20\x7f]")
_METHOD_CONTROLS = re.compile("[\0-\x1f]")
_HEADER_NAME = re.compile(rb"[^:\s][^:\r\n]*")
_BAD_HEADER_VALUE = re.compile(rb"\n(?![ \t])|\r(?![ \t\n])")

__all__ = [
    "HTTPResponse", "HTTPConnection", "HTTPException", "NotConnected", "UnknownProtocol", "UnknownTransferEncoding",
    "UnimplementedFileMode", "IncompleteRead", "InvalidURL", "ImproperConnectionState", "CannotSendRequest",
    "CannotSendHeader", "ResponseNotReady", "BadStatusLine", "LineTooLong", "RemoteDisconnected", "error", "responses",
    "HTTPSConnection",
]  # fmt: skip


class HTTPResponse(io.BufferedIOBase):
    """A server's answer, read as a stream."""

    def __init__(self, sock, debuglevel=0, method=None, url=None):
        self.fp = sock.makefile("rb")
        self.debuglevel = debuglevel
        self._method = method
        self.headers = self.msg = None
        self.version = self.status = self.reason = _UNKNOWN
        self.chunked = self.chunk_left = self.length = self.will_close = _UNKNOWN

    def begin(self):
        """Read the status and the headers."""
        if self.headers is not None:
            return
        while True:
            version, status, reason = self._read_status()
            if status != HTTPStatus.CONTINUE:
                break
            read_headers(self.fp)
        self.code = self.status = status
        self.reason = reason.strip()
        if version in ("HTTP/1.0", "HTTP/0.9"):
            self.version = 10
        elif version.startswith("HTTP/1."):
            self.version = 11
        else:
            raise UnknownProtocol(version)
        self.headers = self.msg = parse_headers(self.fp)
        if self.debuglevel > 0:
            print("reply:", repr(f"{version} {status} {reason}"))
            for name, value in self.headers.items():
                print("header:", name + ":", value)
        self._find_length()

    def _read_status(self):
        line = str(line_of(self.fp, "status line"), "iso-8859-1")
        if not line:
            raise RemoteDisconnected("Remote end closed connection without response")
        version, *rest = line.split(None, 2) or [""]
        status, reason = (rest + ["", ""])[:2]
        if not version.startswith("HTTP/"):
            self._close_conn()
            raise BadStatusLine(line)
        if not status.isascii() or not status.isdigit() or not 100 <= int(status) <= 999:
            raise BadStatusLine(line)
        return version, int(status), reason

    def _find_length(self):
        """How much there is to read, and whether the connection ends with it."""
        encoding = self.headers.get("transfer-encoding")
        self.chunked = bool(encoding) and encoding.lower() == "chunked"
        self.chunk_left = None
        self.will_close = self._check_close()
        length = self.headers.get("content-length")
        self.length = int(length) if length and not self.chunked and length.strip().isdigit() else None
        status = self.status
        if status in (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED) or 100 <= status < 200 or self._method == "HEAD":
            self.length = 0
        if not self.will_close and not self.chunked and self.length is None:
            self.will_close = True

    def _check_close(self):
        connection = self.headers.get("connection")
        if self.version == 11:
            return bool(connection) and "close" in connection.lower()
        if self.headers.get("keep-alive") or connection and "keep-alive" in connection.lower():
            return False
        proxied = self.headers.get("proxy-connection")
        return not (proxied and "keep-alive" in proxied.lower())

    def _close_conn(self):
        fp, self.fp = self.fp, None
        fp.close()

    def close(self):
        try:
            super().close()
        finally:
            if self.fp:
                self._close_conn()

    def flush(self):
        super().flush()
        if self.fp:
            self.fp.flush()

    def readable(self):
        return True

    def isclosed(self):
        """Whether all was read."""
        return self.fp is None

    def read(self, amt=None):
        """The rest of the answer, or at most so many bytes."""
        if self.fp is None:
            return b""
        if self._method == "HEAD":
            self._close_conn()
            return b""
        if self.chunked:
            return self._read_chunked(amt)
        if amt is not None and amt >= 0:
            return self._read_some(amt)
        if self.length is None:
            data = self.fp.read()
        else:
            try:
                data = self._safe_read(self.length)
            except IncompleteRead:
                self._close_conn()
                raise
            self.length = 0
        self._close_conn()
        return data

    def _read_some(self, amount):
        if self.length is not None:
            amount = min(amount, self.length)
        data = self.fp.read(amount)
        self._count(len(data), amount)
        return data

    def _count(self, count, asked):
        """Note that so much was read; the end is where nothing is left."""
        if self.length is not None:
            self.length -= count
        if not count and asked or self.length == 0:
            self._close_conn()

    def readinto(self, b):
        """Read into a buffer; how many bytes."""
        if self.fp is None:
            return 0
        if self._method == "HEAD":
            self._close_conn()
            return 0
        with memoryview(b) as view, view.cast("B") as target:
            data = self.read(len(target))
            target[: len(data)] = data
        return len(data)

    def _safe_read(self, amt):
        """So many bytes, and no fewer."""
        data = self.fp.read(amt)
        if len(data) < amt:
            raise IncompleteRead(data, amt - len(data))
        return data

    # --- chunks
    def _read_next_chunk_size(self):
        size = line_of(self.fp, "chunk size").partition(b";")[0]
        try:
            return int(size, 16)
        except ValueError:
            self._close_conn()
            raise

    def _get_chunk_left(self):
        """What is left of the chunk; None at the end of the answer."""
        if not self.chunk_left:
            if self.chunk_left is not None:
                # The end of the line that ends a chunk.
                self._safe_read(2)
            try:
                self.chunk_left = self._read_next_chunk_size()
            except ValueError:
                raise IncompleteRead(b"") from None
            if self.chunk_left == 0:
                while line_of(self.fp, "trailer line") not in (b"\r\n", b"\n", b""):
                    pass
                self._close_conn()
                self.chunk_left = None
        return self.chunk_left

    def _read_chunked(self, amt=None):
        if amt is not None and amt < 0:
            amt = None
        parts = []
        try:
            while (left := self._get_chunk_left()) is not None:
                if amt is not None and amt <= left:
                    parts.append(self._safe_read(amt))
                    self.chunk_left = left - amt
                    break
                parts.append(self._safe_read(left))
                if amt is not None:
                    amt -= left
                self.chunk_left = 0
            return b"".join(parts)
        except IncompleteRead as failed:
            raise IncompleteRead(b"".join([*parts, failed.partial] if failed.partial else parts)) from failed

    # --- as a buffered stream
    def read1(self, n=-1):
        """Some bytes, with one read of what is below."""
        return self._read_once(n, lambda size: self.fp.read1(size))

    def readline(self, limit=-1):
        """A line, or what there is of it."""
        if self.fp is None or self._method == "HEAD":
            return b""
        if self.chunked:
            return super().readline(limit)
        return self._read_once(limit, lambda size: self.fp.readline(size))

    def _read_once(self, size, read):
        if self.fp is None or self._method == "HEAD":
            return b""
        left = self._get_chunk_left() if self.chunked else self.length
        if self.chunked and left is None or size == 0:
            return b""
        if left is not None and not 0 <= size <= left:
            size = left
        data = read(size)
        if not self.chunked:
            self._count(len(data), size)
        elif not data:
            raise IncompleteRead(b"")
        else:
            self.chunk_left -= len(data)
        return data

    def peek(self, n=-1):
        """What can be read at once, which stays."""
        if self.fp is None or self._method == "HEAD":
            return b""
        if self.chunked:
            try:
                left = self._get_chunk_left()
            except IncompleteRead:
                return b""
            return b"" if left is None else self.fp.peek(left)[:left]
        data = self.fp.peek(n)
        return data if self.length is None else data[: self.length]

    def fileno(self):
        return self.fp.fileno()

    # --- headers
    def getheader(self, name, default=None):
        """A header; several of one name joined by commas."""
        if self.headers is None:
            raise ResponseNotReady()
        found = self.headers.get_all(name) or default
        if isinstance(found, str) or not hasattr(found, "__iter__"):
            return found
        return ", ".join(found)

    def getheaders(self):
        """All headers: (name, value)."""
        if self.headers is None:
            raise ResponseNotReady()
        return list(self.headers.items())

    def __iter__(self):
        return self

    def info(self):
        return self.headers

    def geturl(self):
        return self.url

    def getcode(self):
        return self.status


def _encode(data, name):
    """A text of headers or of a body as bytes."""
    try:
        return data.encode("latin-1")
    except UnicodeEncodeError as error:
        text = "%s (%.20r) is not valid Latin-1. Use %s.encode('utf-8') if you want to send it encoded in UTF-8."
        shown = data[error.start : error.end]
        raise UnicodeEncodeError(
            error.encoding, error.object, error.start, error.end, text % (name.title(), shown, name)
        ) from None


def _host_bytes(host):
    """The name of a host as it travels."""
    return host.encode("ascii" if host.isascii() else "idna")


class HTTPConnection:
    """A connection to a server, for one request after the other."""

    _http_vsn, _http_vsn_str = 11, "HTTP/1.1"
    response_class = HTTPResponse
    default_port = HTTP_PORT
    auto_open = 1
    debuglevel = 0

    def __init__(self, host, port=None, timeout=socket._GLOBAL_DEFAULT_TIMEOUT, source_address=None, blocksize=8192):
        self.timeout, self.source_address, self.blocksize = timeout, source_address, blocksize
        self.sock = None
        self._buffer = []
        self._response, self._state, self._method = None, _IDLE, None
        self._tunnel_host = self._tunnel_port = None
        self._tunnel_headers, self._raw_proxy_headers = {}, None
        self.host, self.port = self._get_hostport(host, port)
        self._validate_host(self.host)
        self._create_connection = socket.create_connection

    def _get_hostport(self, host, port):
        if port is None:
            at, bracket = host.rfind(":"), host.rfind("]")
            if at > bracket:
                try:
                    port = int(host[at + 1 :])
                except ValueError:
                    if host[at + 1 :] != "":
                        raise InvalidURL("nonnumeric port: '%s'" % host[at + 1 :]) from None
                    port = self.default_port
                host = host[:at]
            else:
                port = self.default_port
        if host and host[0] == "[" and host[-1] == "]":
            host = host[1:-1]
        return host, port

    def set_debuglevel(self, level):
        self.debuglevel = level

    # --- proxies
    def set_tunnel(self, host, port=None, headers=None):
        """Have the connection lead through a proxy to another host."""
        if self.sock:
            raise RuntimeError("Can't set up tunnel for established connection")
        self._tunnel_host, self._tunnel_port = self._get_hostport(host, port)
        self._tunnel_headers = dict(headers) if headers else {}
        if not any(name.lower() == "host" for name in self._tunnel_headers):
            encoded = _host_bytes(self._tunnel_host).decode("ascii")
            self._tunnel_headers["Host"] = f"{self._wrap_ipv6(encoded)}:{self._tunnel_port:d}"

    def _wrap_ipv6(self, address):
        colon, opening = (b":", b"[") if isinstance(address, bytes) else (":", "[")
        if colon in address and not address.startswith(opening):
            return b"[" + address + b"]" if isinstance(address, bytes) else f"[{address}]"
        return address

    def _tunnel(self):
        place = self._wrap_ipv6(_host_bytes(self._tunnel_host))
        lines = [b"CONNECT %s:%d %s\r\n" % (place, self._tunnel_port, self._http_vsn_str.encode("ascii"))]
        lines += [f"{name}: {value}\r\n".encode("latin-1") for name, value in self._tunnel_headers.items()]
        self.send(b"".join([*lines, b"\r\n"]))
        response = self.response_class(self.sock, method=self._method)
        try:
            _, code, message = response._read_status()
            self._raw_proxy_headers = read_headers(response.fp)
            if self.debuglevel > 0:
                for line in self._raw_proxy_headers:
                    print("header:", line.decode())
            if code != HTTPStatus.OK:
                self.close()
                raise OSError(f"Tunnel connection failed: {code} {message.strip()}")
        finally:
            response.close()

    def get_proxy_response_headers(self):
        """The headers of a proxy's answer; None without a proxy."""
        lines = self._raw_proxy_headers
        return None if lines is None else parse_headers(io.BytesIO(b"".join(lines)))

    # --- the connection
    def connect(self):
        """Connect to the server."""
        self.sock = self._create_connection((self.host, self.port), self.timeout, self.source_address)
        try:
            self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError as failed:
            if failed.errno != 92:
                raise
        if self._tunnel_host:
            self._tunnel()

    def close(self):
        """Close the connection, and what is left of an answer."""
        self._state = _IDLE
        try:
            sock, self.sock = self.sock, None
            if sock:
                sock.close()
        finally:
            response, self._response = self._response, None
            if response:
                response.close()

    def send(self, data):
        """Send bytes, a file, or an iterable of bytes."""
        if self.sock is None:
            if not self.auto_open:
                raise NotConnected()
            self.connect()
        if self.debuglevel > 0:
            print("send:", repr(data))
        if hasattr(data, "read"):
            for block in self._read_readable(data):
                self.sock.sendall(block)
            return
        if (
            isinstance(data, collections.abc.Iterable)
            and not isinstance(data, (bytes, bytearray, memoryview, str))
            and not hasattr(data, "tobytes")
        ):
            for part in data:
                self.sock.sendall(part)
            return
        try:
            memoryview(data)
        except TypeError:
            raise TypeError(f"data should be a bytes-like object or an iterable, got {type(data)!r}") from None
        self.sock.sendall(data)

    def _read_readable(self, readable):
        encode = isinstance(readable, io.TextIOBase)
        while block := readable.read(self.blocksize):
            yield block.encode("iso-8859-1") if encode else block

    # --- requests
    def putrequest(self, method, url, skip_host=False, skip_accept_encoding=False):
        """Begin a request."""
        self._forget_finished()
        if self._state != _IDLE:
            raise CannotSendRequest(self._state)
        self._state = _STARTED
        self._validate_method(method)
        self._method = method
        url = url or "/"
        self._validate_path(url)
        self._output(self._encode_request(f"{method} {url} {self._http_vsn_str}"))
        if self._http_vsn != 11:
            return
        if not skip_host:
            self._put_host(url)
        if not skip_accept_encoding:
            self.putheader("Accept-Encoding", "identity")

    def _forget_finished(self):
        if self._response and self._response.isclosed():
            self._response = None

    def _put_host(self, url):
        place = urlsplit(url).netloc if url.startswith("http") else ""
        if place:
            self.putheader("Host", _host_bytes(place))
            return
        host, port = (self._tunnel_host, self._tunnel_port) if self._tunnel_host else (self.host, self.port)
        encoded = _host_bytes(host)
        if ":" in host:
            encoded = self._wrap_ipv6(encoded.partition(b"%")[0])
        encoded = encoded if port == self.default_port else b"%s:%d" % (encoded, port)
        self.putheader("Host", encoded.decode("ascii"))

    def _output(self, line):
        self._buffer.append(line)

    def _encode_request(self, request):
        return request.encode("ascii")

    def _validate_method(self, method):
        found = _METHOD_CONTROLS.search(method)
        if found:
            raise ValueError(f"method can't contain control characters. {method!r} (found at least {found.group()!r})")

    def _validate_path(self, url):
        found = _CONTROLS.search(url)
        if found:
            raise InvalidURL(f"URL can't contain control characters. {url!r} (found at least {found.group()!r})")

    def _validate_host(self, host):
        found = _CONTROLS.search(host)
        if found:
            raise InvalidURL(f"URL can't contain control characters. {host!r} (found at least {found.group()!r})")

    def putheader(self, header, *values):
        """Add a header."""
        if self._state != _STARTED:
            raise CannotSendHeader()
        name = header.encode("ascii") if hasattr(header, "encode") else header
        if not _HEADER_NAME.fullmatch(name):
            raise ValueError("Invalid header name %r" % (name,))
        encoded = []
        for value in values:
            value = (
                value.encode("latin-1")
                if hasattr(value, "encode")
                else str(value).encode("ascii")
                if isinstance(value, int)
                else value
            )
            if _BAD_HEADER_VALUE.search(value):
                raise ValueError("Invalid header value %r" % (value,))
            encoded.append(value)
        self._output(name + b": " + b"\r\n\t".join(encoded))

    def endheaders(self, message_body=None, *, encode_chunked=False):
        """Send the request, with its body where it has one."""
        if self._state != _STARTED:
            raise CannotSendHeader()
        self._state = _SENT
        self._send_output(message_body, encode_chunked=encode_chunked)

    def _send_output(self, message_body=None, encode_chunked=False):
        request = b"\r\n".join([*self._buffer, b"", b""])
        del self._buffer[:]
        self.send(request)
        if message_body is None:
            return
        for chunk in self._chunks_of(message_body):
            if not chunk:
                continue
            if encode_chunked and self._http_vsn == 11:
                chunk = f"{len(chunk):X}\r\n".encode("ascii") + chunk + b"\r\n"
            self.send(chunk)
        if encode_chunked and self._http_vsn == 11:
            self.send(b"0\r\n\r\n")

    def _chunks_of(self, body):
        if hasattr(body, "read"):
            return self._read_readable(body)
        try:
            memoryview(body)
        except TypeError:
            try:
                return iter(body)
            except TypeError:
                raise TypeError(f"message_body should be a bytes-like object or an iterable, got {type(body)!r}") from None
        return (body,)

    @staticmethod
    def _get_content_length(body, method):
        """The length of a body; None where it is not known, or where there is none and none is expected."""
        if body is None:
            return 0 if method.upper() in _METHODS_WITH_BODY else None
        if hasattr(body, "read"):
            return None
        try:
            return memoryview(body).nbytes
        except TypeError:
            return len(body) if isinstance(body, str) else None

    def request(self, method, url, body=None, headers={}, *, encode_chunked=False):
        """Send a whole request."""
        self._send_request(method, url, body, headers, encode_chunked)

    def _send_request(self, method, url, body, headers, encode_chunked):
        given = frozenset(name.lower() for name in headers)
        skips = {}
        if "host" in given:
            skips["skip_host"] = 1
        if "accept-encoding" in given:
            skips["skip_accept_encoding"] = 1
        self.putrequest(method, url, **skips)
        if "content-length" in given:
            encode_chunked = False
        elif "transfer-encoding" not in given:
            encode_chunked = False
            length = self._get_content_length(body, method)
            if length is not None:
                self.putheader("Content-Length", str(length))
            elif body is not None:
                # Its length is not known before it is sent.
                encode_chunked = True
                self.putheader("Transfer-Encoding", "chunked")
        for name, value in headers.items():
            self.putheader(name, value)
        if isinstance(body, str):
            body = _encode(body, "body")
        self.endheaders(body, encode_chunked=encode_chunked)

    def getresponse(self):
        """The server's answer."""
        self._forget_finished()
        if self._state != _SENT or self._response:
            raise ResponseNotReady(self._state)
        response = self.response_class(self.sock, *([self.debuglevel] if self.debuglevel > 0 else []), method=self._method)
        try:
            try:
                response.begin()
            except ConnectionError:
                self.close()
                raise
            self._state = _IDLE
            if response.will_close:
                # The answer holds what it needs of the connection.
                self.close()
            else:
                self._response = response
            return response
        except:
            response.close()
            raise


class HTTPSConnection(HTTPConnection):
    """A connection to a server that is encrypted."""

    default_port = HTTPS_PORT

    def __init__(
        self, host, port=None, *, timeout=socket._GLOBAL_DEFAULT_TIMEOUT, source_address=None, context=None, blocksize=8192
    ):
        super().__init__(host, port, timeout, source_address, blocksize)
        self._context = _https_context(self._http_vsn) if context is None else context

    def connect(self):
        """Connect to the server, and begin TLS."""
        super().connect()
        name = self._tunnel_host or self.host
        self.sock = self._context.wrap_socket(self.sock, server_hostname=name)


def _https_context(http_version=11):
    import ssl

    context = ssl._create_default_https_context()
    if http_version == 11:
        context.set_alpn_protocols(["http/1.1"])
    if context.post_handshake_auth is not None:
        context.post_handshake_auth = True
    return context


_create_https_context = _https_context
