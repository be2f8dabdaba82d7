# _http_messages: the headers and the errors of HTTP: part of http.client.

__name__ = "http.client"
MOST_LINE, MOST_HEADERS = 65536, 100


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


class UnknownTransferEncoding(HTTPException):
    pass


class UnimplementedFileMode(HTTPException):
    pass


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
        super().__init__("got more than %d bytes when reading %s" % (MOST_LINE, kind))


class RemoteDisconnected(ConnectionResetError, BadStatusLine):
    def __init__(self, *args):
        BadStatusLine.__init__(self, "")
        self.args = args


error = HTTPException


class HTTPMessage:
    """Headers: names without case, several of one name."""

    # As of a message that was read without a body.
    defects = ()

    def __init__(self, items=()):
        self._items = list(items)

    def is_multipart(self):
        return False

    def get_payload(self):
        return ""

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

    def setdefault(self, name, value):
        if name not in self:
            self[name] = value
        return self[name]

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

    def get_charset(self):
        """None: nothing was said of the body before it was read."""
        return None

    def get_params(self, failobj=None, header="content-type", unquote=True):
        """The parts of a header that semicolons separate: (name, value) each."""
        if header not in self:
            return failobj
        parts = [part.strip().partition("=") for part in self[header].split(";")]
        return [(key.strip(), value.strip().strip('"') if unquote else value.strip()) for key, _, value in parts]

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


def line_of(fp, what):
    line = fp.readline(MOST_LINE + 1)
    if len(line) > MOST_LINE:
        raise LineTooLong(what)
    return line


def read_headers(fp):
    """The lines of headers, with the empty one that ends them."""
    lines = []
    while True:
        line = line_of(fp, "header line")
        lines.append(line)
        if len(lines) > MOST_HEADERS:
            raise HTTPException(f"got more than {MOST_HEADERS} headers")
        if line in (b"\r\n", b"\n", b""):
            return lines


def parse_headers(fp, _class=HTTPMessage):
    """The headers that a stream begins with."""
    headers = _class()
    for line in read_headers(fp)[:-1]:
        text = line.decode("iso-8859-1").rstrip("\r\n")
        if text[:1] in (" ", "\t") and headers._items:
            # It goes on with the one before.
            name, value = headers._items[-1]
            headers._items[-1] = name, f"{value}\r\n{text}"
            continue
        name, colon, value = text.partition(":")
        if not colon:
            break
        headers[name] = value.strip(" \t")
    return headers
