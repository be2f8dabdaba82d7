# urllib.request: what stands at addresses.

import base64
import io
import os
import shutil
import tempfile
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPSConnection
from urllib.error import ContentTooShortError, HTTPError, URLError
from urllib.parse import quote, unquote, unquote_to_bytes, urldefrag, urljoin, urlsplit
from urllib.response import addinfourl

__version__ = "3.13"


class Request:
    """A request for an address."""

    def __init__(self, url, data=None, headers={}, origin_req_host=None, unverifiable=False, method=None):
        self.full_url = url
        self.headers = {}
        self.unredirected_hdrs = {}
        self.data = data
        for name, value in headers.items():
            self.add_header(name, value)
        self.origin_req_host = self.host if origin_req_host is None else origin_req_host
        self.unverifiable = unverifiable
        if method:
            self.method = method

    @property
    def full_url(self):
        return f"{self._url}#{self.fragment}" if self.fragment else self._url

    @full_url.setter
    def full_url(self, url):
        self._url, self.fragment = urldefrag(url.strip())
        self.fragment = self.fragment or None
        parts = urlsplit(self._url)
        if not parts.scheme:
            raise ValueError("unknown url type: %r" % self.full_url)
        self.type, self.host = parts.scheme, unquote(parts.netloc)
        rest = self._url[len(parts.scheme) + 1 :]
        self.selector = rest[2 + len(parts.netloc) :] or "/" if rest.startswith("//") else rest

    def get_method(self):
        return getattr(self, "method", "GET" if self.data is None else "POST")

    def get_full_url(self):
        return self.full_url

    def add_header(self, key, val):
        self.headers[key.capitalize()] = val

    def add_unredirected_header(self, key, val):
        self.unredirected_hdrs[key.capitalize()] = val

    def has_header(self, header_name):
        return header_name in self.headers or header_name in self.unredirected_hdrs

    def get_header(self, header_name, default=None):
        return self.headers.get(header_name, self.unredirected_hdrs.get(header_name, default))

    def remove_header(self, header_name):
        self.headers.pop(header_name, None)
        self.unredirected_hdrs.pop(header_name, None)

    def header_items(self):
        return list({**self.unredirected_hdrs, **self.headers}.items())


class OpenerDirector:
    """Opens addresses; answers that point elsewhere are followed."""

    def __init__(self, *handlers):
        self.handlers = list(handlers)
        self.addheaders = [("User-agent", f"Python-urllib/{__version__}")]

    def open(self, fullurl, data=None, timeout=...):
        """What stands at an address."""
        request = fullurl if isinstance(fullurl, Request) else Request(fullurl, data)
        if data is not None:
            request.data = data
        openers = {"http": self._http, "https": self._http, "file": self._file, "data": self._data}
        if request.type not in openers:
            raise URLError(f"unknown url type: {request.type}")
        return openers[request.type](request, timeout, 0)

    def _http(self, request, timeout, hops):
        if not request.host:
            raise URLError("no host given")
        if request.data is not None and isinstance(request.data, str):
            raise TypeError("POST data should be bytes, an iterable of bytes, or a file object. It cannot be of type str.")
        headers = {name.capitalize(): value for name, value in self.addheaders}
        headers.update(request.unredirected_hdrs)
        headers.update(request.headers)
        if request.data is not None:
            headers.setdefault("Content-type", "application/x-www-form-urlencoded")
        headers["Connection"] = "close"
        headers = {name.title(): value for name, value in headers.items()}
        kind = HTTPSConnection if request.type == "https" else HTTPConnection
        connection = kind(request.host.rpartition("@")[2], timeout=timeout)
        try:
            connection.request(request.get_method(), request.selector, request.data, headers)
            response = connection.getresponse()
        except OSError as failed:
            connection.close()
            raise URLError(failed) from None
        response.url = request.full_url
        response.msg = response.reason
        if 200 <= response.status < 300:
            return response
        return self._elsewhere(request, response, timeout, hops)

    def _elsewhere(self, request, response, timeout, hops):
        target = response.headers.get("location") or response.headers.get("uri")
        method = request.get_method()
        follows = response.status in (301, 302, 303, 307, 308) and target is not None
        if not follows or not (method in ("GET", "HEAD") or (response.status in (301, 302, 303) and method == "POST")):
            raise HTTPError(request.full_url, response.status, response.reason, response.headers, response)
        if hops >= 10:
            words = "The HTTP server returned a redirect error that would lead to an infinite loop.\nThe last 30x error message was:\n"
            raise HTTPError(request.full_url, response.status, words + response.reason, response.headers, response)
        response.read()
        headers = {
            name: value for name, value in request.headers.items() if name.lower() not in ("content-length", "content-type")
        }
        url = urljoin(request.full_url, target.replace(" ", "%20"))
        if urlsplit(url).scheme not in ("http", "https", "ftp", ""):
            raise HTTPError(
                url,
                response.status,
                f"{response.reason} - Redirection to url '{url}' is not allowed",
                response.headers,
                response,
            )
        following = Request(url, headers=headers, method="HEAD" if method == "HEAD" else "GET")
        return self._http(following, timeout, hops + 1)

    def _file(self, request, timeout, hops):
        if request.host and request.host != "localhost":
            raise URLError("file:// scheme is supported only on localhost")
        path = url2pathname(request.selector)
        try:
            size = os.stat(path).st_size
            stream = open(path, "rb")
        except OSError as failed:
            raise URLError(failed) from None
        headers = HTTPMessage([("Content-type", "text/plain"), ("Content-length", str(size))])
        return addinfourl(stream, headers, request.full_url)

    def _data(self, request, timeout, hops):
        kind, _, data = request.selector.partition(",")
        data = unquote_to_bytes(data)
        if kind.endswith(";base64"):
            data, kind = base64.decodebytes(data), kind[:-7]
        headers = HTTPMessage([("Content-type", kind or "text/plain;charset=US-ASCII"), ("Content-length", str(len(data)))])
        return addinfourl(io.BytesIO(data), headers, request.full_url)


_opener = None


def build_opener(*handlers):
    """An opener of addresses."""
    return OpenerDirector(*handlers)


def install_opener(opener):
    """Has urlopen use an opener."""
    global _opener
    _opener = opener


def urlopen(url, data=None, timeout=..., *, context=None):
    """What stands at an address."""
    if _opener is None:
        install_opener(build_opener())
    return _opener.open(url, data, timeout)


def urlretrieve(url, filename=None, reporthook=None, data=None):
    """What stands at an address, as a file: (path, headers)."""
    with urlopen(url, data) as response:
        headers = response.info()
        if filename is None:
            descriptor, filename = tempfile.mkstemp()
            target = os.fdopen(descriptor, "wb")
        else:
            target = open(filename, "wb")
        size = int(headers.get("Content-Length") or -1)
        read = block = 0
        with target:
            if reporthook:
                reporthook(0, 8192, size)
            while part := response.read(8192):
                read += len(part)
                target.write(part)
                block += 1
                if reporthook:
                    reporthook(block, 8192, size)
    if 0 <= size and read < size:
        raise ContentTooShortError("retrieval incomplete: got only %i out of %i bytes" % (read, size), (filename, headers))
    return filename, headers


def urlcleanup():
    pass


def pathname2url(pathname):
    """A path as part of an address."""
    return quote(pathname)


def url2pathname(pathname):
    """A path out of an address."""
    return unquote(pathname)


def getproxies():
    """The proxies that the environment names."""
    return {name[:-6].lower(): value for name, value in os.environ.items() if name.lower().endswith("_proxy") and value}


getproxies_environment = getproxies


def proxy_bypass_environment(host, proxies=None):
    """Whether a host is reached without a proxy, by the list that the environment names."""
    listed = (getproxies() if proxies is None else proxies).get("no", "")
    if listed == "*":
        return True
    name = host.lower().rpartition(":")[0] or host.lower()
    for entry in (entry.strip().lower().lstrip(".") for entry in listed.split(",")):
        if entry and (entry in (name, host.lower()) or name.endswith("." + entry)):
            return True
    return False


proxy_bypass = proxy_bypass_environment


def parse_http_list(s):
    """The parts of a header that commas separate, quoted ones whole."""
    parts, part, quoted, escaped = [], "", False, False
    for letter in s:
        if letter == "," and not quoted:
            parts.append(part.strip())
            part = ""
            continue
        part += letter
        if escaped:
            escaped = False
        elif quoted and letter == "\\":
            escaped = True
        elif letter == '"':
            quoted = not quoted
    return [*parts, part.strip()] if part else parts


def parse_keqv_list(l):
    """A dict of `key=value` texts; quotes around values go."""
    pairs = (item.split("=", 1) for item in l)
    return {key: value[1:-1] if value[:1] == value[-1:] == '"' else value for key, value in pairs}


class BaseHandler:
    pass


class ProxyHandler(BaseHandler):
    def __init__(self, proxies=None):
        self.proxies = getproxies() if proxies is None else proxies


class HTTPHandler(BaseHandler):
    pass


class HTTPSHandler(BaseHandler):
    def __init__(self, debuglevel=None, context=None, check_hostname=None):
        pass
