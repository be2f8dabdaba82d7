# urllib.parse: addresses, taken apart and put together.

import re
import warnings
from collections import namedtuple

__all__ = [
    "DefragResult",
    "DefragResultBytes",
    "ParseResult",
    "ParseResultBytes",
    "SplitResult",
    "SplitResultBytes",
    "parse_qs",
    "parse_qsl",
    "quote",
    "quote_from_bytes",
    "quote_plus",
    "unquote",
    "unquote_plus",
    "unquote_to_bytes",
    "urldefrag",
    "urlencode",
    "urljoin",
    "urlparse",
    "urlsplit",
    "urlunparse",
    "urlunsplit",
]

_SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~")
_SCHEME = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-."
_HIERARCHIC = "ftp http gopher nntp imap wais file https shttp mms prospero rtsp rtsps rtspu sftp svn svn+ssh ws wss".split()

uses_relative = ["", *[name for name in _HIERARCHIC if name != "imap"], "imap"]
uses_netloc = ["", *_HIERARCHIC, "telnet", "snews", "rsync", "nfs", "git", "git+ssh", "itms-services"]
uses_params = [
    "",
    "ftp",
    "hdl",
    "prospero",
    "http",
    "https",
    "shttp",
    "rtsp",
    "rtsps",
    "rtspu",
    "sip",
    "sips",
    "mms",
    "sftp",
    "tel",
]
scheme_chars = _SCHEME
MAX_CACHE_SIZE = 0


def clear_cache():
    """Nothing is kept."""


# --- text and bytes
def _as_text(*parts):
    """The parts as text, and what makes their kind of the result again."""
    is_text = isinstance(parts[0], str)
    if any(part and isinstance(part, str) != is_text for part in parts[1:]):
        raise TypeError("Cannot mix str and non-str arguments")
    if is_text:
        return (*parts, lambda result: result)
    texts = [part.decode("ascii") if part else "" for part in parts]
    return (*texts, lambda result: result.encode("ascii"))


class _TextAddress:
    """Who serves an address, from its netloc."""

    __slots__ = ()

    def _split(self):
        user, at, host = self.netloc.rpartition(self._at)
        return user if at else None, host

    @property
    def username(self):
        user = self._split()[0]
        return None if user is None else user.partition(self._colon)[0]

    @property
    def password(self):
        user = self._split()[0]
        if user is None:
            return None
        _, colon, password = user.partition(self._colon)
        return password if colon else None

    def _host_and_port(self):
        host = self._split()[1]
        _, bracket, inner = host.partition(self._open)
        if bracket:
            name, _, rest = inner.partition(self._close)
            port = rest.partition(self._colon)[2]
        else:
            name, _, port = host.partition(self._colon)
        return name or None, port or None

    @property
    def hostname(self):
        name = self._host_and_port()[0]
        if not name:
            return None
        host, percent, zone = name.partition(self._percent)
        return host.lower() + percent + zone

    @property
    def port(self):
        port = self._host_and_port()[1]
        if port is None:
            return None
        text = port if isinstance(port, str) else port.decode("ascii")
        if not (text.isdigit() and text.isascii()):
            raise ValueError(f"Port could not be cast to integer value as {text!r}")
        if int(text) > 65535:
            raise ValueError("Port out of range 0-65535")
        return int(text)

    _at, _colon, _open, _close, _percent = "@", ":", "[", "]", "%"


class _BytesAddress(_TextAddress):
    __slots__ = ()
    _at, _colon, _open, _close, _percent = b"@", b":", b"[", b"]", b"%"


_Defrag = namedtuple("DefragResult", "url fragment")
_Split = namedtuple("SplitResult", "scheme netloc path query fragment")
_Parse = namedtuple("ParseResult", "scheme netloc path params query fragment")


class DefragResult(_Defrag):
    """An address and its fragment."""

    __slots__ = ()

    def geturl(self):
        return self.url + "#" + self.fragment if self.fragment else self.url

    def encode(self, encoding="ascii", errors="strict"):
        return DefragResultBytes(*[part.encode(encoding, errors) for part in self])


class SplitResult(_Split, _TextAddress):
    """The parts of an address."""

    __slots__ = ()

    def geturl(self):
        return urlunsplit(self)

    def encode(self, encoding="ascii", errors="strict"):
        return SplitResultBytes(*[part.encode(encoding, errors) for part in self])


class ParseResult(_Parse, _TextAddress):
    """The parts of an address, with the parameters of its last component."""

    __slots__ = ()

    def geturl(self):
        return urlunparse(self)

    def encode(self, encoding="ascii", errors="strict"):
        return ParseResultBytes(*[part.encode(encoding, errors) for part in self])


class DefragResultBytes(_Defrag):
    __slots__ = ()

    def geturl(self):
        return self.url + b"#" + self.fragment if self.fragment else self.url

    def decode(self, encoding="ascii", errors="strict"):
        return DefragResult(*[part.decode(encoding, errors) for part in self])


class SplitResultBytes(_Split, _BytesAddress):
    __slots__ = ()

    def geturl(self):
        return urlunsplit(self)

    def decode(self, encoding="ascii", errors="strict"):
        return SplitResult(*[part.decode(encoding, errors) for part in self])


class ParseResultBytes(_Parse, _BytesAddress):
    __slots__ = ()

    def geturl(self):
        return urlunparse(self)

    def decode(self, encoding="ascii", errors="strict"):
        return ParseResult(*[part.decode(encoding, errors) for part in self])


for _text, _bytes in ((DefragResult, DefragResultBytes), (SplitResult, SplitResultBytes), (ParseResult, ParseResultBytes)):
    _text._encoded_counterpart, _bytes._decoded_counterpart = _bytes, _text


# --- apart
def urlsplit(url, scheme="", allow_fragments=True):
    """The parts of an address: scheme, netloc, path, query, fragment."""
    url, scheme, back = _as_text(url, scheme)
    url = url.lstrip("".join(map(chr, range(33)))).translate({9: None, 10: None, 13: None})
    scheme = scheme.strip("".join(map(chr, range(33)))).translate({9: None, 10: None, 13: None})
    netloc = query = fragment = ""
    colon = url.find(":")
    if colon > 0 and url[0].isascii() and url[0].isalpha() and all(c in _SCHEME for c in url[:colon]):
        scheme, url = url[:colon].lower(), url[colon + 1 :]
    if url.startswith("//"):
        ends = [at for at in (url.find(c, 2) for c in "/?#") if at >= 0]
        end = min(ends, default=len(url))
        netloc, url = url[2:end], url[end:]
        _check_netloc(netloc)
    if allow_fragments and "#" in url:
        url, fragment = url.split("#", 1)
    if "?" in url:
        url, query = url.split("?", 1)
    return back(SplitResult(scheme, netloc, url, query, fragment))


def _check_netloc(netloc):
    if ("[" in netloc) != ("]" in netloc):
        raise ValueError("Invalid IPv6 URL")
    if "[" in netloc:
        before, _, rest = netloc.rpartition("@")[2].partition("[")
        host, bracket, port = rest.partition("]")
        if before or not bracket or port and not port.startswith(":"):
            raise ValueError("Invalid IPv6 URL")
        _check_bracketed_host(host)
    if not netloc.isascii():
        import unicodedata

        plain = netloc
        for c in "@:#?":
            plain = plain.replace(c, "")
        normal = unicodedata.normalize("NFKC", plain)
        if plain != normal and any(c in normal for c in "/?#@:"):
            raise ValueError(f"netloc {netloc!r} contains invalid characters under NFKC normalization")


def _check_bracketed_host(host):
    """Only addresses that are no names and no IPv4 stand in brackets."""
    if host.startswith("v"):
        if not re.fullmatch(r"v[a-fA-F0-9]+\..+", host):
            raise ValueError("IPvFuture address is invalid")
        return
    import ipaddress

    if isinstance(ipaddress.ip_address(host), ipaddress.IPv4Address):
        raise ValueError("An IPv4 address cannot be in brackets")


def urlparse(url, scheme="", allow_fragments=True):
    """The parts of an address: scheme, netloc, path, params, query, fragment."""
    url, scheme, back = _as_text(url, scheme)
    scheme, netloc, path, query, fragment = urlsplit(url, scheme, allow_fragments)
    params = ""
    if scheme in uses_params and ";" in path:
        path, params = _without_params(path)
    return back(ParseResult(scheme, netloc, path, params, query, fragment))


def _without_params(path):
    at = path.find(";", path.rfind("/") + 1)
    return (path, "") if at < 0 else (path[:at], path[at + 1 :])


def urldefrag(url):
    """An address without its fragment, and the fragment."""
    url, back = _as_text(url)
    if "#" not in url:
        return back(DefragResult(url, ""))
    scheme, netloc, path, params, query, fragment = urlparse(url)
    return back(DefragResult(urlunparse((scheme, netloc, path, params, query, "")), fragment))


# --- together
def urlunparse(components):
    """The address of six parts."""
    scheme, netloc, url, params, query, fragment, back = _as_text(*components)
    if params:
        url = f"{url};{params}"
    return back(urlunsplit((scheme, netloc, url, query, fragment)))


def urlunsplit(components):
    """The address of five parts."""
    scheme, netloc, url, query, fragment, back = _as_text(*components)
    if netloc:
        url = "//" + netloc + ("/" if url and not url.startswith("/") else "") + url
    elif url.startswith("//"):
        url = "//" + url
    elif scheme and scheme in uses_netloc and (not url or url.startswith("/")):
        url = "//" + url
    if scheme:
        url = scheme + ":" + url
    return back(url + ("?" + query if query else "") + ("#" + fragment if fragment else ""))


def urljoin(base, url, allow_fragments=True):
    """The address that another means when it stands in a page."""
    if not base:
        return url
    if not url:
        return base
    base, url, back = _as_text(base, url)
    old = urlparse(base, "", allow_fragments)
    new = urlparse(url, old.scheme, allow_fragments)
    if new.scheme != old.scheme or new.scheme not in uses_relative:
        return back(url)
    netloc = new.netloc
    if new.scheme in uses_netloc:
        if netloc:
            return back(urlunparse(new))
        netloc = old.netloc
    if not new.path and not new.params:
        return back(urlunparse((new.scheme, netloc, old.path, old.params, new.query or old.query, new.fragment)))
    path = _joined(old.path, new.path)
    return back(urlunparse((new.scheme, netloc, path, new.params, new.query, new.fragment)))


def _joined(base, path):
    """A path from the folder of another, without . and .. ."""
    folder = base.split("/")
    if folder[-1] != "":
        folder = folder[:-1]
    if path.startswith("/"):
        pieces = path.split("/")
    else:
        pieces = (folder if folder[-1:] != [""] else folder) + path.split("/")
        pieces[1:-1] = [piece for piece in pieces[1:-1] if piece]
    result = []
    for piece in pieces:
        if piece == "..":
            if result:
                result.pop()
        elif piece != ".":
            result.append(piece)
    if pieces[-1] in (".", ".."):
        result.append("")
    return "/".join(result) or "/"


# --- quoting
def quote_from_bytes(bs, safe="/"):
    """Bytes as text in which only safe characters stand for themselves."""
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError("quote_from_bytes() expected bytes")
    keep = safe.encode("ascii", "ignore") if isinstance(safe, str) else bytes([c for c in safe if c < 128])
    keep = _SAFE.union(keep)
    return "".join([chr(c) if c in keep else f"%{c:02X}" for c in bs])


def quote(string, safe="/", encoding=None, errors=None):
    """Text in which only safe characters stand for themselves."""
    if isinstance(string, str):
        return quote_from_bytes(string.encode(encoding or "utf-8", errors or "strict"), safe) if string else string
    if encoding is not None:
        raise TypeError("quote() doesn't support 'encoding' for bytes")
    if errors is not None:
        raise TypeError("quote() doesn't support 'errors' for bytes")
    return quote_from_bytes(string, safe)


def quote_plus(string, safe="", encoding=None, errors=None):
    """As quote, with plus for blanks."""
    space = " " if isinstance(string, str) else b" "
    if space not in string:
        return quote(string, safe, encoding, errors)
    blank = " " if isinstance(safe, str) else b" "
    return quote(string, safe + blank, encoding, errors).replace(" ", "+")


_ESCAPE = re.compile(rb"%([0-9a-fA-F]{2})")


def unquote_to_bytes(string):
    """The bytes of quoted text."""
    data = string.encode("utf-8") if isinstance(string, str) else string
    if not hasattr(data, "split"):
        raise TypeError(f"a str or a bytes-like object is required, not {type(string).__name__!r}")
    return _ESCAPE.sub(lambda found: bytes([int(found.group(1), 16)]), data)


def unquote(string, encoding="utf-8", errors="replace"):
    """The text that was quoted."""
    encoding, errors = encoding or "utf-8", errors or "replace"
    if isinstance(string, bytes):
        return unquote_to_bytes(string).decode(encoding, errors)
    if not isinstance(string, str):
        raise TypeError(f"a str or bytes is required, not {type(string).__name__!r}")
    if "%" not in string:
        return string
    decoded = lambda found: unquote_to_bytes(found.group(0)).decode(encoding, errors)
    return re.sub("[\x00-\x7f]+", decoded, string)


def unquote_plus(string, encoding="utf-8", errors="replace"):
    """As unquote, with blanks for plus."""
    return unquote(string.replace("+", " "), encoding, errors)


# --- queries
def parse_qs(
    qs, keep_blank_values=False, strict_parsing=False, encoding="utf-8", errors="replace", max_num_fields=None, separator="&"
):
    """A query as a dictionary of lists."""
    result = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator):
        result.setdefault(name, []).append(value)
    return result


def parse_qsl(
    qs, keep_blank_values=False, strict_parsing=False, encoding="utf-8", errors="replace", max_num_fields=None, separator="&"
):
    """A query as pairs."""
    if not separator or not isinstance(separator, (str, bytes)):
        raise ValueError("Separator must be of type string or bytes.")
    if not qs:
        return []
    is_bytes = not isinstance(qs, str)
    if is_bytes:
        # Numbers and lists are no buffers.
        with memoryview(qs) as view:
            text = bytes(view).decode("latin-1")
        separator = (bytes(separator, "ascii") if isinstance(separator, str) else separator).decode("latin-1")
    else:
        text = qs
        separator = separator if isinstance(separator, str) else str(separator, "ascii")
    if max_num_fields is not None and text.count(separator) + 1 > max_num_fields:
        raise ValueError("Max number of fields exceeded")
    pairs = []
    for field in text.split(separator):
        if not field and not strict_parsing:
            continue
        name, equals, value = field.partition("=")
        if not equals and strict_parsing:
            raise ValueError("bad query field: %r" % (field,))
        if not value and not keep_blank_values:
            continue
        if is_bytes:
            pairs.append(tuple([unquote_to_bytes(part.replace("+", " ").encode("latin-1")) for part in (name, value)]))
        else:
            pairs.append((unquote_plus(name, encoding, errors), unquote_plus(value, encoding, errors)))
    return pairs


def urlencode(query, doseq=False, safe="", encoding=None, errors=None, quote_via=quote_plus):
    """A query of a mapping or of pairs."""
    if hasattr(query, "items"):
        query = query.items()
    else:
        if not hasattr(query, "__len__") or (len(query) and not isinstance(query[0], tuple)):
            raise TypeError("not a valid non-string sequence or mapping object")

    def quoted(part):
        if isinstance(part, bytes):
            return quote_via(part, safe)
        return quote_via(str(part), safe, encoding, errors)

    fields = []
    for name, value in query:
        several = doseq and not isinstance(value, (str, bytes)) and hasattr(value, "__len__")
        for one in value if several else (value,):
            fields.append(quoted(name) + "=" + quoted(one))
    return "&".join(fields)


def unwrap(url):
    """An address out of <URL:...>."""
    url = str(url).strip()
    if url[:1] == "<" and url[-1:] == ">":
        url = url[1:-1].strip()
    return url[4:].strip() if url[:4] == "URL:" else url


# --- what programs of old ask for
def _pieces(pattern, at_failure=lambda text: (text, None)):
    """A function that takes a text apart by a pattern of two groups."""
    compiled = re.compile(pattern, re.DOTALL)

    def split(text):
        found = compiled.match(text)
        return found.groups() if found else at_failure(text)

    return split


def _splittype(url):
    found = _pieces("([^/:]+):(.*)")(url)
    return (None, url) if found[1] is None else (found[0].lower(), found[1])


def _splithost(url):
    host, path = _pieces("//([^/#?]*)(.*)", lambda text: (None, text))(url)
    return host, "/" + path if host is not None and path and path[0] != "/" else path


def _splituser(host):
    user, at, host = host.rpartition("@")
    return user if at else None, host


def _splitpasswd(user):
    user, colon, password = user.partition(":")
    return user, password if colon else None


def _splitport(host):
    name, port = _pieces("(.*):([0-9]*)\\Z")(host)
    return (name, port) if port else (host if port is None else name, None)


def _splitnport(host, defport=-1):
    name, colon, port = host.rpartition(":")
    if not colon:
        return host, defport
    return name, int(port) if port.isdigit() and port.isascii() else defport if not port else None


def _splitquery(url):
    path, mark, query = url.rpartition("?")
    return (path, query) if mark else (url, None)


def _splittag(url):
    path, mark, tag = url.rpartition("#")
    return (path, tag) if mark else (url, None)


def _splitattr(url):
    path, *attributes = url.split(";")
    return path, attributes


def _splitvalue(attr):
    name, equals, value = attr.partition("=")
    return name, value if equals else None


def _to_bytes(url):
    """An address of ASCII letters alone."""
    if isinstance(url, str):
        try:
            url = url.encode("ASCII").decode()
        except UnicodeError:
            raise UnicodeError("URL " + repr(url) + " contains non-ASCII characters") from None
    return url


def _deprecated(name, function, advice):
    def call(*args, **keywords):
        text = f"urllib.parse.{name}() is deprecated as of 3.8"
        warnings.warn(text if advice is None else f"{text}, {advice}", DeprecationWarning, stacklevel=2)
        return function(*args, **keywords)

    call.__name__ = call.__qualname__ = name
    globals()[name] = call


for _name in ("attr", "host", "passwd", "port", "query", "tag", "type", "user"):
    _deprecated("split" + _name, globals()["_split" + _name], "use urllib.parse.urlparse() instead")
_deprecated("splitnport", _splitnport, "use urllib.parse.urlparse() instead")
_deprecated("to_bytes", _to_bytes, None)
_deprecated("splitvalue", _splitvalue, "use urllib.parse.parse_qsl() instead")
