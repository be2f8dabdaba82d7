# urllib.request: what stands at addresses.

import bisect
import http.client
import io
import os
import re
import socket
import sys
import tempfile
import time
from urllib.error import ContentTooShortError, HTTPError, URLError
from urllib.parse import quote, unquote, unquote_to_bytes, unwrap, urldefrag, urljoin, urlparse, urlsplit
from urllib.response import addclosehook, addinfourl

from _urllib_authentication import (
    AbstractBasicAuthHandler,
    AbstractDigestAuthHandler,
    BaseHandler,
    HTTPBasicAuthHandler,
    HTTPDigestAuthHandler,
    HTTPPasswordMgr,
    HTTPPasswordMgrWithDefaultRealm,
    HTTPPasswordMgrWithPriorAuth,
    ProxyBasicAuthHandler,
    ProxyDigestAuthHandler,
    getproxies,
    getproxies_environment,
    parse_http_list,
    parse_keqv_list,
    proxy_bypass,
    proxy_bypass_environment,
)

__version__ = "3.13"
__all__ = [
    "Request", "OpenerDirector", "BaseHandler", "HTTPDefaultErrorHandler", "HTTPRedirectHandler", "HTTPCookieProcessor",
    "ProxyHandler", "HTTPPasswordMgr", "HTTPPasswordMgrWithDefaultRealm", "HTTPPasswordMgrWithPriorAuth",
    "AbstractBasicAuthHandler", "HTTPBasicAuthHandler", "ProxyBasicAuthHandler", "AbstractDigestAuthHandler",
    "HTTPDigestAuthHandler", "ProxyDigestAuthHandler", "HTTPHandler", "FileHandler", "UnknownHandler",
    "HTTPErrorProcessor", "DataHandler", "HTTPSHandler", "urlopen", "install_opener", "build_opener", "pathname2url",
    "url2pathname", "getproxies", "urlretrieve", "urlcleanup",
]  # fmt: skip
_CUT_PORT = re.compile(r":\d+$")


class Request:
    """A request for an address."""

    def __init__(self, url, data=None, headers={}, origin_req_host=None, unverifiable=False, method=None):
        self.full_url = url
        self.headers, self.unredirected_hdrs = {}, {}
        self._data = None
        self.data = data
        self._tunnel_host = None
        for name, value in headers.items():
            self.add_header(name, value)
        self.origin_req_host = request_host(self) if origin_req_host is None else origin_req_host
        self.unverifiable = unverifiable
        if method:
            self.method = method

    @property
    def full_url(self):
        return f"{self._full_url}#{self.fragment}" if self.fragment else self._full_url

    @full_url.setter
    def full_url(self, url):
        self._full_url, self.fragment = urldefrag(unwrap(url))
        self.fragment = self.fragment or None
        scheme, colon, rest = self._full_url.partition(":")
        if not colon or not scheme or "/" in scheme:
            raise ValueError("unknown url type: %r" % self.full_url)
        self.type, self.host, self.selector = scheme.lower(), None, rest
        if rest.startswith("//"):
            end = min((rest.find(mark, 2) for mark in "/?#" if mark in rest[2:]), default=len(rest))
            tail = rest[end:]
            self.host, self.selector = unquote(rest[2:end]), "/" + tail if tail and tail[0] != "/" else tail

    @full_url.deleter
    def full_url(self):
        self._full_url = self.fragment = None
        self.selector = ""

    @property
    def data(self):
        return self._data

    @data.setter
    def data(self, data):
        if data != self._data:
            self._data = data
            # What was worked out for the data before is not true any more.
            if self.has_header("Content-length"):
                self.remove_header("Content-length")

    @data.deleter
    def data(self):
        self.data = None

    def get_method(self):
        """The method: GET, or POST where there are data, unless one was given."""
        return getattr(self, "method", "POST" if self.data is not None else "GET")

    def get_full_url(self):
        return self.full_url

    def set_proxy(self, host, type):
        """Have the request go to a proxy."""
        if self.type == "https" and not self._tunnel_host:
            self._tunnel_host = self.host
        else:
            self.type, self.selector = type, self.full_url
        self.host = host

    def has_proxy(self):
        return self.selector == self.full_url

    def add_header(self, key, val):
        self.headers[key.capitalize()] = val

    def add_unredirected_header(self, key, val):
        """Add a header that a request elsewhere does not get."""
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


def request_host(request):
    """The host of a request, without port and in lower case."""
    host = urlparse(request.full_url)[1] or request.get_header("Host", "")
    return _CUT_PORT.sub("", host, count=1).lower()


class OpenerDirector:
    """Has its handlers open addresses, and look at requests and answers."""

    def __init__(self):
        self.addheaders = [("User-agent", f"Python-urllib/{__version__}")]
        self.handlers = []
        self.handle_open, self.handle_error = {}, {}
        self.process_response, self.process_request = {}, {}

    def add_handler(self, handler):
        """Add a handler for what the names of its methods say."""
        if not hasattr(handler, "add_parent"):
            raise TypeError("expected BaseHandler instance, got %r" % type(handler))
        added = False
        for name in dir(handler):
            if name in ("redirect_request", "do_open", "proxy_open"):
                continue
            protocol, _, condition = name.partition("_")
            added |= self._add_method(handler, protocol, condition)
        if added:
            bisect.insort(self.handlers, handler)
            handler.add_parent(self)

    def _add_method(self, handler, protocol, condition):
        if condition.startswith("error"):
            kind = condition[condition.find("_") + 1 :]
            lookup, kind = self.handle_error.setdefault(protocol, {}), int(kind) if kind.isdigit() else kind
        elif condition in ("open", "response", "request"):
            tables = {"open": self.handle_open, "response": self.process_response, "request": self.process_request}
            lookup, kind = tables[condition], protocol
        else:
            return False
        bisect.insort(lookup.setdefault(kind, []), handler)
        return True

    def close(self):
        """Nothing: handlers close themselves."""

    def _call_chain(self, chain, kind, meth_name, *args):
        """What the first handler says that says anything."""
        for handler in chain.get(kind, ()):
            result = getattr(handler, meth_name)(*args)
            if result is not None:
                return result
        return None

    def open(self, fullurl, data=None, timeout=socket._GLOBAL_DEFAULT_TIMEOUT):
        """What stands at an address."""
        request = fullurl if hasattr(fullurl, "full_url") else Request(fullurl, data)
        if request is fullurl and data is not None:
            request.data = data
        request.timeout = timeout
        protocol = request.type
        for processor in self.process_request.get(protocol, ()):
            request = getattr(processor, f"{protocol}_request")(request)
        response = self._open(request, data)
        for processor in self.process_response.get(protocol, ()):
            response = getattr(processor, f"{protocol}_response")(request, response)
        return response

    def _open(self, request, data=None):
        for kind, name in (("default", "default_open"), (request.type, f"{request.type}_open")):
            result = self._call_chain(self.handle_open, kind, name, request)
            if result:
                return result
        return self._call_chain(self.handle_open, "unknown", "unknown_open", request)

    def error(self, proto, *args):
        """Have handlers deal with an error: of HTTP by its number, then in general."""
        if proto in ("http", "https"):
            number = args[2]
            result = self._call_chain(self.handle_error.get("http", {}), number, f"http_error_{number}", *args)
            if result:
                return result
            return self._call_chain(self.handle_error.get("http", {}), "default", "http_error_default", *args)
        return self._call_chain(self.handle_error, proto, proto + "_error", *args)


# --- handlers
class HTTPErrorProcessor(BaseHandler):
    """Has answers that are no pages dealt with."""

    handler_order = 1000

    def http_response(self, request, response):
        code, message, headers = response.code, response.msg, response.info()
        if not 200 <= code < 300:
            response = self.parent.error("http", request, response, code, message, headers)
        return response

    https_response = http_response


class HTTPDefaultErrorHandler(BaseHandler):
    """Raises what nobody else deals with."""

    def http_error_default(self, req, fp, code, msg, hdrs):
        raise HTTPError(req.full_url, code, msg, hdrs, fp)


class HTTPRedirectHandler(BaseHandler):
    """Goes where answers point."""

    max_repeats, max_redirections = 4, 10
    inf_msg = (
        "The HTTP server returned a redirect error that would lead to an infinite loop.\nThe last 30x error message was:\n"
    )

    def redirect_request(self, req, fp, code, msg, headers, newurl):
        """The request for where an answer points."""
        method = req.get_method()
        if not (
            code in (301, 302, 303, 307, 308) and method in ("GET", "HEAD") or code in (301, 302, 303) and method == "POST"
        ):
            raise HTTPError(req.full_url, code, msg, headers, fp)
        kept = {name: value for name, value in req.headers.items() if name.lower() not in ("content-length", "content-type")}
        return Request(
            newurl.replace(" ", "%20"),
            method="HEAD" if method == "HEAD" else "GET",
            headers=kept,
            origin_req_host=req.origin_req_host,
            unverifiable=True,
        )

    def http_error_302(self, req, fp, code, msg, headers):
        target = headers.get("location") or headers.get("uri")
        if target is None:
            return None
        parts = urlparse(target)
        if parts.scheme not in ("http", "https", "ftp", ""):
            raise HTTPError(target, code, f"{msg} - Redirection to url '{target}' is not allowed", headers, fp)
        if not parts.path and parts.netloc:
            target = parts._replace(path="/").geturl()
        target = urljoin(req.full_url, quote(target, encoding="iso-8859-1", safe="!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"))
        following = self.redirect_request(req, fp, code, msg, headers, target)
        if following is None:
            return None
        visited = following.redirect_dict = getattr(req, "redirect_dict", {})
        if visited.get(target, 0) >= self.max_repeats or len(visited) >= self.max_redirections:
            raise HTTPError(req.full_url, code, self.inf_msg + msg, headers, fp)
        visited[target] = visited.get(target, 0) + 1
        req.redirect_dict = visited
        # So that the connection can be used again.
        fp.read()
        fp.close()
        return self.parent.open(following, timeout=req.timeout)

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


class ProxyHandler(BaseHandler):
    """Has requests go to proxies."""

    handler_order = 100

    def __init__(self, proxies=None):
        self.proxies = getproxies() if proxies is None else proxies
        assert hasattr(self.proxies, "keys"), "proxies must be a mapping"
        for kind, url in self.proxies.items():
            setattr(self, f"{kind.lower()}_open", lambda r, proxy=url, type=kind.lower(): self.proxy_open(r, proxy, type))

    def proxy_open(self, req, proxy, type):
        before = req.type
        kind, user, password, place = _parse_proxy(proxy)
        kind = before if kind is None else kind
        if req.host and proxy_bypass(req.host):
            return None
        if user and password:
            import base64

            words = base64.b64encode(f"{unquote(user)}:{unquote(password)}".encode()).decode("ascii")
            req.add_header("Proxy-authorization", "Basic " + words)
        req.set_proxy(unquote(place), kind)
        if before == kind or before == "https":
            return None
        return self.parent.open(req, timeout=req.timeout)


def _parse_proxy(proxy):
    """A proxy's scheme, user, password and place."""
    scheme, colon, rest = proxy.partition(":")
    if not colon or "/" in scheme or not rest.startswith("/"):
        scheme, authority = None, proxy
    else:
        if not rest.startswith("//"):
            raise ValueError("proxy URL with no authority: %r" % proxy)
        authority = rest[2:].split("/", 1)[0]
    userinfo, at, place = authority.rpartition("@")
    user, colon, password = userinfo.partition(":")
    return scheme, user if at else None, password if colon else None, place


class HTTPCookieProcessor(BaseHandler):
    """Keeps cookies, and sends them."""

    def __init__(self, cookiejar=None):
        if cookiejar is None:
            import http.cookiejar

            cookiejar = http.cookiejar.CookieJar()
        self.cookiejar = cookiejar

    def http_request(self, request):
        self.cookiejar.add_cookie_header(request)
        return request

    def http_response(self, request, response):
        self.cookiejar.extract_cookies(response, request)
        return response

    https_request, https_response = http_request, http_response


class AbstractHTTPHandler(BaseHandler):
    """What http and https share."""

    def __init__(self, debuglevel=None):
        self._debuglevel = http.client.HTTPConnection.debuglevel if debuglevel is None else debuglevel

    def set_http_debuglevel(self, level):
        self._debuglevel = level

    def _get_content_length(self, request):
        return http.client.HTTPConnection._get_content_length(request.data, request.get_method())

    def do_request_(self, request):
        """Add the headers that a request needs."""
        host = request.host
        if not host:
            raise URLError("no host given")
        if request.data is not None:
            self._add_content_headers(request)
        if request.has_proxy():
            host = urlsplit(request.selector).netloc or host
        if not request.has_header("Host"):
            request.add_unredirected_header("Host", host)
        for name, value in self.parent.addheaders:
            if not request.has_header(name.capitalize()):
                request.add_unredirected_header(name.capitalize(), value)
        return request

    def _add_content_headers(self, request):
        if isinstance(request.data, str):
            raise TypeError("POST data should be bytes, an iterable of bytes, or a file object. It cannot be of type str.")
        if not request.has_header("Content-type"):
            request.add_unredirected_header("Content-type", "application/x-www-form-urlencoded")
        if not request.has_header("Content-length") and not request.has_header("Transfer-encoding"):
            length = self._get_content_length(request)
            if length is None:
                request.add_unredirected_header("Transfer-encoding", "chunked")
            else:
                request.add_unredirected_header("Content-length", str(length))

    def do_open(self, http_class, req, **http_conn_args):
        """The answer to a request, over a connection of its own."""
        if not req.host:
            raise URLError("no host given")
        connection = http_class(req.host, timeout=req.timeout, **http_conn_args)
        connection.set_debuglevel(self._debuglevel)
        headers = dict(req.unredirected_hdrs)
        headers.update({name: value for name, value in req.headers.items() if name not in headers})
        # Nothing here reads a second answer.
        headers["Connection"] = "close"
        headers = {name.title(): value for name, value in headers.items()}
        if req._tunnel_host:
            proxied = {}
            if "Proxy-Authorization" in headers:
                proxied["Proxy-Authorization"] = headers.pop("Proxy-Authorization")
            connection.set_tunnel(req._tunnel_host, headers=proxied)
        try:
            try:
                chunked = req.has_header("Transfer-encoding")
                connection.request(req.get_method(), req.selector, req.data, headers, encode_chunked=chunked)
            except OSError as failed:
                raise URLError(failed) from failed
            response = connection.getresponse()
        except:
            connection.close()
            raise
        if connection.sock:
            connection.sock.close()
            connection.sock = None
        response.url = req.get_full_url()
        response.msg = response.reason
        return response


class HTTPHandler(AbstractHTTPHandler):
    """Opens addresses of http."""

    def http_open(self, req):
        return self.do_open(http.client.HTTPConnection, req)

    http_request = AbstractHTTPHandler.do_request_


class HTTPSHandler(AbstractHTTPHandler):
    """Opens addresses of https."""

    def __init__(self, debuglevel=None, context=None, check_hostname=None):
        super().__init__(http.client.HTTPSConnection.debuglevel if debuglevel is None else debuglevel)
        self._given, self._check_hostname = context, check_hostname

    @property
    def _context(self):
        """Made when it is first needed: it reads what the system trusts."""
        if self._given is None:
            self._given = http.client._create_https_context()
        if self._check_hostname is not None:
            self._given.check_hostname = self._check_hostname
        return self._given

    def https_open(self, req):
        return self.do_open(http.client.HTTPSConnection, req, context=self._context)

    https_request = AbstractHTTPHandler.do_request_


class UnknownHandler(BaseHandler):
    """Refuses what nobody else opens."""

    def unknown_open(self, req):
        raise URLError("unknown url type: %s" % req.type)


class FileHandler(BaseHandler):
    """Opens files of this machine."""

    names = None

    def file_open(self, req):
        if req.selector[:2] == "//" and req.selector[2:3] != "/" and req.host and req.host != "localhost":
            raise URLError("file:// scheme is supported only on localhost")
        return self.open_local_file(req)

    def get_names(self):
        """The addresses of this machine."""
        if FileHandler.names is None:
            try:
                own = socket.gethostbyname_ex("localhost")[2] + socket.gethostbyname_ex(socket.gethostname())[2]
                FileHandler.names = tuple(own)
            except OSError:
                FileHandler.names = (socket.gethostbyname("localhost"),)
        return FileHandler.names

    def open_local_file(self, req):
        path = url2pathname(req.selector)
        try:
            stats = os.stat(path)
            host = _CUT_PORT.sub("", req.host or "", count=1)
            if host and not (host == req.host and host in ("localhost", *self.get_names())):
                raise URLError("file not on local host")
            stream = open(path, "rb")
        except OSError as failed:
            raise failed if isinstance(failed, URLError) else URLError(failed, req.selector)
        headers = http.client.HTTPMessage(
            [
                ("Content-type", _type_of(req.selector)),
                ("Content-length", str(stats.st_size)),
                ("Last-modified", time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(stats.st_mtime))),
            ]
        )
        return addinfourl(stream, headers, "file://" + (host or "") + req.selector)


def _type_of(path):
    """A file's type by its name, where the environment has a list of them."""
    try:
        import mimetypes
    except ImportError:
        return "text/plain"
    return mimetypes.guess_type(path)[0] or "text/plain"


class DataHandler(BaseHandler):
    """Opens what addresses themselves hold."""

    def data_open(self, req):
        kind, comma, data = req.full_url.partition(":")[2].partition(",")
        if not comma:
            raise ValueError("not enough values to unpack (expected 2, got 1)")
        data = unquote_to_bytes(data)
        if kind.endswith(";base64"):
            import base64

            data, kind = base64.decodebytes(data), kind[:-7]
        kind = kind or "text/plain;charset=US-ASCII"
        headers = http.client.HTTPMessage([("Content-type", kind), ("Content-length", str(len(data)))])
        return addinfourl(io.BytesIO(data), headers, req.full_url)


# --- openers
_opener = None
_DEFAULTS = (
    ProxyHandler, UnknownHandler, HTTPHandler, HTTPDefaultErrorHandler, HTTPRedirectHandler, FileHandler,
    HTTPErrorProcessor, DataHandler, HTTPSHandler,
)  # fmt: skip


def build_opener(*handlers):
    """An opener with the usual handlers; those that are given take the place of their kind."""
    opener = OpenerDirector()
    kinds = [one if isinstance(one, type) else type(one) for one in handlers]
    for default in _DEFAULTS:
        if not any(issubclass(kind, default) for kind in kinds):
            opener.add_handler(default())
    for one in handlers:
        opener.add_handler(one() if isinstance(one, type) else one)
    return opener


def install_opener(opener):
    """Have urlopen use an opener."""
    global _opener
    _opener = opener


def urlopen(url, data=None, timeout=socket._GLOBAL_DEFAULT_TIMEOUT, *, context=None):
    """What stands at an address."""
    if context is not None:
        return build_opener(HTTPSHandler(context=context)).open(url, data, timeout)
    if _opener is None:
        install_opener(build_opener())
    return _opener.open(url, data, timeout)


def thishost():
    """The addresses of this machine."""
    return tuple(socket.gethostbyname_ex(socket.gethostname())[2])


_temporary = []


def urlretrieve(url, filename=None, reporthook=None, data=None):
    """What stands at an address, as a file: (path, headers)."""
    with urlopen(url, data) as response:
        headers = response.info()
        if filename is None:
            descriptor, filename = tempfile.mkstemp()
            _temporary.append(filename)
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
    """Remove the files that urlretrieve() made, and forget the opener."""
    while _temporary:
        try:
            os.unlink(_temporary.pop())
        except OSError:
            pass
    install_opener(None)


def pathname2url(pathname):
    """A path as part of an address."""
    if pathname[:2] == "//":
        pathname = "//" + pathname
    return quote(os.fsencode(pathname))


def url2pathname(pathname):
    """A path out of an address."""
    if pathname[:3] == "///":
        pathname = pathname[2:]
    elif pathname[:12] == "//localhost/":
        pathname = pathname[11:]
    return unquote(pathname, encoding=sys.getfilesystemencoding(), errors=sys.getfilesystemencodeerrors())
