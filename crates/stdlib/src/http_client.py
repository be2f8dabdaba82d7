# http.client: requests to servers over their sockets.

import io
import socket
from http import HTTPStatus
from urllib.parse import urlsplit

HTTP_PORT, HTTPS_PORT = 80, 443
responses = {status: status.phrase for status in HTTPStatus.__members__.values()}
globals().update(HTTPStatus.__members__)

_MOST_LINE = 65536


class HTTPException(Exception):
    pass


class NotConnected(HTTPException):
    pass


class InvalidURL(HTTPException):
    pass


class UnknownProtocol(HTTPException):
    def __init__(self, version):
        self.args = (version,)
        self.version = version


class IncompleteRead(HTTPException):
    """Less came than was told."""

    def __init__(self, partial, expected=None):
        self.args = (partial,)
        self.partial = partial
        self.expected = expected

    def __repr__(self):
        more = "" if self.expected is None else f", {self.expected} more expected"
        return f"{type(self).__name__}({len(self.partial)} bytes read{more})"

    __str__ = __repr__


class ImproperConnectionState(HTTPException):
    pass


class CannotSendRequest(ImproperConnectionState):
    pass


class CannotSendHeader(ImproperConnectionState):
    pass


class ResponseNotReady(ImproperConnectionState):
    pass


class BadStatusLine(HTTPException):
    def __init__(self, line):
        self.args = (line or repr(line),)
        self.line = line


class LineTooLong(HTTPException):
    def __init__(self, kind):
        super().__init__("got more than %d bytes when reading %s" % (_MOST_LINE, kind))


class RemoteDisconnected(ConnectionResetError, BadStatusLine):
    def __init__(self, *args):
        BadStatusLine.__init__(self, "")
        self.args = args


error = HTTPException


class HTTPMessage:
    """Headers: names without case, several of one name."""

    def __init__(self, items=()):
        self._items = list(items)

    def get_all(self, name, failobj=None):
        found = [value for key, value in self._items if key.lower() == name.lower()]
        return found or failobj

    def get(self, name, failobj=None):
        found = self.get_all(name)
        return found[0] if found else failobj

    def __getitem__(self, name):
        return self.get(name)

    def __setitem__(self, name, value):
        self._items.append((name, value))

    add_header = __setitem__

    def __delitem__(self, name):
        self._items = [item for item in self._items if item[0].lower() != name.lower()]

    def __contains__(self, name):
        return self.get_all(name) is not None

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(self._items)

    def keys(self):
        return [key for key, _ in self._items]

    def values(self):
        return [value for _, value in self._items]

    def items(self):
        return list(self._items)

    def get_content_type(self):
        return (self.get("Content-Type") or "text/plain").partition(";")[0].strip().lower()

    def get_content_maintype(self):
        return self.get_content_type().partition("/")[0]

    def get_content_subtype(self):
        return self.get_content_type().partition("/")[2]

    def get_param(self, param, failobj=None, header="content-type", unquote=True):
        for part in (self.get(header) or "").split(";")[1:]:
            key, _, value = part.strip().partition("=")
            if key.lower() == param.lower():
                return value.strip('"')
        return failobj

    def get_content_charset(self, failobj=None):
        charset = self.get_param("charset")
        return failobj if charset is None else charset.lower()

    def get_filename(self, failobj=None):
        return self.get_param("filename", failobj, "content-disposition")

    def as_string(self):
        return "".join([f"{key}: {value}\n" for key, value in self._items]) + "\n"

    __str__ = as_string


def parse_headers(fp):
    """The headers that a stream begins with."""
    headers = HTTPMessage()
    while True:
        line = fp.readline(_MOST_LINE + 1)
        if len(line) > _MOST_LINE:
            raise LineTooLong("header line")
        if line in (b"\r\n", b"\n", b""):
            return headers
        if len(headers) > 100:
            raise HTTPException("got more than 100 headers")
        name, _, value = line.decode("latin-1").partition(":")
        headers[name] = value.strip()


class HTTPResponse(io.BufferedIOBase):
    """A server's answer, read as a stream."""

    def __init__(self, sock, debuglevel=0, method=None, url=None):
        self.fp = sock.makefile("rb")
        self._method = method
        self.headers = self.msg = None
        self.version = self.status = self.reason = None
        self.length = None
        self.chunked = False
        self._left = None

    def begin(self):
        """Reads the status and the headers."""
        while True:
            self._read_status()
            if self.status != 100:
                break
            parse_headers(self.fp)
        self.code = self.status
        self.headers = self.msg = parse_headers(self.fp)
        self.chunked = (self.headers.get("transfer-encoding") or "").lower() == "chunked"
        length = self.headers.get("content-length")
        if length is not None and length.isdigit() and not self.chunked:
            self.length = int(length)
        if self.status in (204, 304) or 100 <= self.status < 200 or self._method == "HEAD":
            self.length = 0
        keeps = (self.headers.get("connection") or "").lower()
        self.will_close = "close" in keeps or (self.version == 10 and "keep-alive" not in keeps)
        self.will_close = self.will_close or (self.length is None and not self.chunked)

    def _read_status(self):
        line = self.fp.readline(_MOST_LINE + 1).decode("latin-1")
        if not line:
            raise RemoteDisconnected("Remote end closed connection without response")
        version, _, rest = line.strip().partition(" ")
        code, _, self.reason = rest.partition(" ")
        self.reason = self.reason.strip()
        if not version.startswith("HTTP/") or not code.isdigit() or not 100 <= int(code) <= 999:
            raise BadStatusLine(line)
        self.status = int(code)
        if version in ("HTTP/1.0", "HTTP/0.9"):
            self.version = 10
        elif version.startswith("HTTP/1."):
            self.version = 11
        else:
            raise UnknownProtocol(version)

    def readable(self):
        return True

    def isclosed(self):
        return self.fp is None

    def close(self):
        fp, self.fp = self.fp, None
        if fp is not None:
            fp.close()
        super().close()

    def read(self, amt=None):
        """The rest of the answer, or at most so many bytes."""
        if self.fp is None:
            return b""
        if self.chunked:
            return self._read_chunked(amt)
        size = self.length if amt is None or amt < 0 else amt if self.length is None else min(amt, self.length)
        data = self.fp.read() if size is None else self.fp.read(size)
        if self.length is not None:
            if len(data) < size and (amt is None or amt < 0):
                missing = self.length - len(data)
                self._end()
                raise IncompleteRead(data, missing)
            self.length -= len(data)
        if self.length == 0 or (not data and size != 0):
            self._end()
        return data

    def _end(self):
        fp, self.fp = self.fp, None
        if fp is not None:
            fp.close()

    def _read_chunked(self, amt):
        parts, wanted = [], None if amt is None or amt < 0 else amt
        while wanted is None or wanted > 0:
            if not self._left:
                if not self._next_chunk():
                    break
            part = self.fp.read(self._left if wanted is None else min(self._left, wanted))
            if not part:
                raise IncompleteRead(b"".join(parts))
            parts.append(part)
            self._left -= len(part)
            wanted = None if wanted is None else wanted - len(part)
            if not self._left:
                self.fp.readline()
        return b"".join(parts)

    def _next_chunk(self):
        if self.fp is None:
            return False
        size = self.fp.readline(_MOST_LINE).partition(b";")[0].strip()
        try:
            self._left = int(size, 16)
        except ValueError:
            raise IncompleteRead(b"") from None
        if self._left == 0:
            parse_headers(self.fp)
            self._end()
        return self._left > 0

    def read1(self, n=-1):
        return self.read(n if n is not None and n >= 0 else io.DEFAULT_BUFFER_SIZE)

    def readinto(self, b):
        data = self.read(len(b))
        b[: len(data)] = data
        return len(data)

    def getheader(self, name, default=None):
        """A header; several of one name joined by commas."""
        if self.headers is None:
            raise ResponseNotReady()
        found = self.headers.get_all(name)
        return default if not found else ", ".join(found)

    def getheaders(self):
        if self.headers is None:
            raise ResponseNotReady()
        return self.headers.items()

    def info(self):
        return self.headers

    def geturl(self):
        return self.url

    def getcode(self):
        return self.status


class HTTPConnection:
    """A connection to a server, for one request after the other."""

    default_port = HTTP_PORT
    response_class = HTTPResponse
    auto_open = 1
    debuglevel = 0

    def __init__(self, host, port=None, timeout=..., source_address=None, blocksize=8192):
        self.timeout = timeout
        self.source_address = source_address
        self.blocksize = blocksize
        self.sock = None
        self._response = None
        self._lines = None
        if port is None and ":" in host and not host.endswith("]"):
            host, _, number = host.rpartition(":")
            if number and not number.isdigit():
                raise InvalidURL("nonnumeric port: '%s'" % number)
            port = int(number) if number else None
        self.host = host.strip("[]")
        self.port = self.default_port if port is None else port

    def connect(self):
        """Connects to the server."""
        self.sock = socket.create_connection((self.host, self.port), self.timeout, self.source_address)

    def close(self):
        sock, self.sock = self.sock, None
        if sock is not None:
            sock.close()
        if self._response is not None:
            self._response.close()
            self._response = None

    def request(self, method, url, body=None, headers={}, *, encode_chunked=False):
        """Sends a request."""
        given = {name.lower() for name in headers}
        self.putrequest(method, url, "host" in given, "accept-encoding" in given)
        if isinstance(body, str):
            body = body.encode("iso-8859-1")
        elif hasattr(body, "read"):
            body = body.read()
        elif body is not None and not isinstance(body, (bytes, bytearray, memoryview)):
            body = b"".join(body)
        if "content-length" not in given and (body is not None or method in ("PATCH", "POST", "PUT")):
            self.putheader("Content-Length", str(len(body or b"")))
        for name, value in headers.items():
            self.putheader(name, value)
        self.endheaders(body)

    def putrequest(self, method, url, skip_host=False, skip_accept_encoding=False):
        """Begins a request."""
        if self._lines is not None:
            raise CannotSendRequest("Request-started")
        if self._response is not None and not self._response.isclosed():
            raise CannotSendRequest("Request-sent")
        url = url or "/"
        if any(ord(c) <= 32 or ord(c) == 127 for c in url):
            raise InvalidURL(
                f"URL can't contain control characters. {url!r} (found at least {next(c for c in url if ord(c) <= 32 or ord(c) == 127)!r})"
            )
        self._method = method
        self._lines = [f"{method} {url} HTTP/1.1"]
        if not skip_host:
            host = f"[{self.host}]" if ":" in self.host else self.host
            self.putheader("Host", host if self.port == self.default_port else f"{host}:{self.port}")
        if not skip_accept_encoding:
            self.putheader("Accept-Encoding", "identity")

    def putheader(self, header, *values):
        """Adds a header."""
        if self._lines is None:
            raise CannotSendHeader()
        texts = [value.decode("latin-1") if isinstance(value, bytes) else str(value) for value in values]
        if any("\r" in text or "\n" in text for text in texts):
            raise ValueError("Invalid header value %r" % (values[0],))
        self._lines.append(f"{header}: " + "\r\n\t".join(texts))

    def endheaders(self, message_body=None, *, encode_chunked=False):
        """Sends the request with its body."""
        if self._lines is None:
            raise CannotSendHeader()
        lines, self._lines = self._lines, None
        self.send("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + (message_body or b""))

    def send(self, data):
        if self.sock is None:
            if not self.auto_open:
                raise NotConnected()
            self.connect()
        self.sock.sendall(data)

    def getresponse(self):
        """The server's answer."""
        if self._response is not None and not self._response.isclosed() or not hasattr(self, "_method"):
            raise ResponseNotReady("Idle" if not hasattr(self, "_method") else "Request-sent")
        response = self.response_class(self.sock, method=self._method)
        try:
            response.begin()
        except ConnectionError:
            self.close()
            raise
        self._response = response
        if response.will_close:
            sock, self.sock = self.sock, None
            sock.close()
        return response


class HTTPSConnection(HTTPConnection):
    """A connection to a server that is encrypted: not there yet."""

    default_port = HTTPS_PORT

    def connect(self):
        raise OSError("https addresses cannot be reached: connections are not encrypted here")
