# _urllib_authentication: names and passwords, and proxies: part of urllib.request.

import base64
import hashlib
import os
import re
import time
import warnings
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

__name__ = "urllib.request"


class BaseHandler:
    """What an opener calls for requests of one kind."""

    handler_order = 500

    def add_parent(self, parent):
        self.parent = parent

    def close(self):
        """Nothing: kept for programs that call it."""

    def __lt__(self, other):
        if not hasattr(other, "handler_order"):
            # It comes first, whatever it is.
            return True
        return self.handler_order < other.handler_order


# --- proxies
def getproxies_environment():
    """The proxies that the environment names; a name in lower case counts before the same in capitals."""
    named = [(name.lower()[:-6], name, value) for name, value in os.environ.items() if name.lower().endswith("_proxy")]
    proxies = {kind: value for kind, _, value in named if value}
    if "REQUEST_METHOD" in os.environ:
        # A server's program: a client could have set it by a header.
        proxies.pop("http", None)
    for kind, name, value in named:
        if name[-6:] == "_proxy":
            if value:
                proxies[kind] = value
            else:
                proxies.pop(kind, None)
    return proxies


getproxies = getproxies_environment


def proxy_bypass_environment(host, proxies=None):
    """Whether a host is reached without a proxy, by the list that the environment names."""
    listed = (getproxies() if proxies is None else proxies).get("no")
    if listed is None:
        return False
    if listed == "*":
        return True
    host = host.lower()
    name = re.sub(r":[0-9]+\Z", "", host)
    for entry in (entry.strip().lstrip(".").lower() for entry in listed.split(",")):
        if entry and any(entry == one or one.endswith("." + entry) for one in (name, host)):
            return True
    return False


proxy_bypass = proxy_bypass_environment


def parse_http_list(s):
    """The parts of a header that commas separate, quoted ones whole."""
    parts, part, quoted, escaped = [], "", False, False
    for letter in s:
        if escaped:
            part, escaped = part + letter, False
        elif quoted and letter == "\\":
            escaped = True
        elif letter == "," and not quoted:
            parts.append(part.strip())
            part = ""
        else:
            quoted ^= letter == '"'
            part += letter
    return [*parts, part.strip()] if part else parts


def parse_keqv_list(l):
    """A dict of `key=value` texts; quotes around values go."""
    pairs = (item.split("=", 1) for item in l)
    return {key: value[1:-1] if value[:1] == value[-1:] == '"' else value for key, value in pairs}


# --- passwords
class HTTPPasswordMgr:
    """Knows users and passwords by realm and address."""

    def __init__(self):
        self.passwd = {}

    def add_password(self, realm, uri, user, passwd):
        """Note a user and password for addresses."""
        uris = [uri] if isinstance(uri, str) else uri
        known = self.passwd.setdefault(realm, {})
        for default_port in True, False:
            known[tuple(self.reduce_uri(one, default_port) for one in uris)] = (user, passwd)

    def find_user_password(self, realm, authuri):
        """The user and password for an address, or (None, None)."""
        for default_port in True, False:
            reduced = self.reduce_uri(authuri, default_port)
            for uris, found in self.passwd.get(realm, {}).items():
                if any(self.is_suburi(uri, reduced) for uri in uris):
                    return found
        return None, None

    def reduce_uri(self, uri, default_port=True):
        """An address as (host with port, path)."""
        parts = urlsplit(uri)
        scheme, authority, path = (parts.scheme, parts.netloc, parts.path or "/") if parts[1] else (None, uri, "/")
        if not parts[1]:
            authority, path = uri, "/"
        host, colon, port = authority.rpartition(":")
        if default_port and not (colon and port.isdigit()) and scheme in ("http", "https"):
            authority = f"{authority}:{80 if scheme == 'http' else 443}"
        return authority, path

    def is_suburi(self, base, test):
        """Whether one address is below another."""
        if base == test:
            return True
        if base[0] != test[0]:
            return False
        prefix = base[1] if base[1].endswith("/") else base[1] + "/"
        return test[1].startswith(prefix)


class HTTPPasswordMgrWithDefaultRealm(HTTPPasswordMgr):
    """Asks for any realm, too."""

    def find_user_password(self, realm, authuri):
        user, password = super().find_user_password(realm, authuri)
        return (user, password) if user is not None else super().find_user_password(None, authuri)


class HTTPPasswordMgrWithPriorAuth(HTTPPasswordMgrWithDefaultRealm):
    """Knows for which addresses passwords are sent unasked."""

    def __init__(self):
        self.authenticated = {}
        super().__init__()

    def add_password(self, realm, uri, user, passwd, is_authenticated=False):
        self.update_authenticated(uri, is_authenticated)
        if realm is not None:
            super().add_password(None, uri, user, passwd)
        super().add_password(realm, uri, user, passwd)

    def update_authenticated(self, uri, is_authenticated=False):
        for default_port in True, False:
            for one in [uri] if isinstance(uri, str) else uri:
                self.authenticated[self.reduce_uri(one, default_port)] = is_authenticated

    def is_authenticated(self, authuri):
        for default_port in True, False:
            reduced = self.reduce_uri(authuri, default_port)
            for uri in self.authenticated:
                if self.is_suburi(uri, reduced):
                    return self.authenticated[uri]
        return None


class AbstractBasicAuthHandler:
    """Answers questions for a name and password."""

    _asked = re.compile(r"(?:^|,)[ \t]*([^ \t,]+)[ \t]+realm=([\"']?)([^\"']*)\2", re.I)

    def __init__(self, password_mgr=None):
        self.passwd = HTTPPasswordMgr() if password_mgr is None else password_mgr
        self.add_password = self.passwd.add_password

    def http_error_auth_reqed(self, authreq, host, req, headers):
        asked = headers.get_all(authreq)
        if not asked:
            return None
        other = None
        for header in asked:
            for scheme, quote, realm in self._asked.findall(header):
                if quote not in ('"', "'"):
                    warnings.warn("Basic Auth Realm was unquoted", UserWarning, 3)
                if scheme.lower() == "basic":
                    return self.retry_http_basic_auth(host, req, realm)
                other = scheme
        if other is not None or not any(self._asked.search(header) for header in asked):
            scheme = other or asked[0].split()[0]
            if scheme.lower() not in ("basic", "digest"):
                raise ValueError(f"AbstractBasicAuthHandler does not support the following scheme: {scheme!r}")
        return None

    def retry_http_basic_auth(self, host, req, realm):
        user, password = self.passwd.find_user_password(realm, host)
        if password is None:
            return None
        words = "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode("ascii")
        if req.get_header(self.auth_header, None) == words:
            return None
        req.add_unredirected_header(self.auth_header, words)
        return self.parent.open(req, timeout=req.timeout)

    def http_request(self, req):
        if (
            hasattr(self.passwd, "is_authenticated")
            and self.passwd.is_authenticated(req.full_url)
            and not req.has_header("Authorization")
        ):
            user, password = self.passwd.find_user_password(None, req.full_url)
            words = base64.b64encode(f"{user}:{password}".encode()).decode()
            req.add_unredirected_header("Authorization", "Basic " + words.strip())
        return req

    def http_response(self, req, response):
        if hasattr(self.passwd, "is_authenticated"):
            self.passwd.update_authenticated(req.full_url, 200 <= response.code < 300)
        return response

    https_request, https_response = http_request, http_response


class HTTPBasicAuthHandler(AbstractBasicAuthHandler, BaseHandler):
    """Answers a server's question for a name and password."""

    auth_header = "Authorization"

    def http_error_401(self, req, fp, code, msg, headers):
        return self.http_error_auth_reqed("www-authenticate", req.full_url, req, headers)


class ProxyBasicAuthHandler(AbstractBasicAuthHandler, BaseHandler):
    """Answers a proxy's question for a name and password."""

    auth_header = "Proxy-authorization"

    def http_error_407(self, req, fp, code, msg, headers):
        return self.http_error_auth_reqed("proxy-authenticate", req.host, req, headers)


class AbstractDigestAuthHandler:
    """Answers questions for a proof of a password."""

    def __init__(self, passwd=None):
        self.passwd = HTTPPasswordMgr() if passwd is None else passwd
        self.add_password = self.passwd.add_password
        self.retried = self.nonce_count = 0
        self.last_nonce = None

    def reset_retry_count(self):
        self.retried = 0

    def http_error_auth_reqed(self, auth_header, host, req, headers):
        asked = headers.get(auth_header, None)
        if self.retried > 5:
            raise HTTPError(req.full_url, 401, "digest auth failed", headers, None)
        self.retried += 1
        if not asked:
            return None
        scheme = asked.split()[0]
        if scheme.lower() == "digest":
            return self.retry_http_digest_auth(req, asked)
        if scheme.lower() != "basic":
            raise ValueError(f"AbstractDigestAuthHandler does not support the following scheme: '{scheme}'")
        return None

    def retry_http_digest_auth(self, req, auth):
        asked = parse_keqv_list(filter(None, parse_http_list(auth.split(" ", 1)[1])))
        answer = self.get_authorization(req, asked)
        if not answer or req.headers.get(self.auth_header, None) == "Digest " + answer:
            return None
        req.add_unredirected_header(self.auth_header, "Digest " + answer)
        return self.parent.open(req, timeout=req.timeout)

    def get_cnonce(self, nonce):
        seed = f"{self.nonce_count}:{nonce}:{time.ctime()}:".encode("ascii") + os.urandom(8)
        return hashlib.sha1(seed).hexdigest()[:16]

    def get_authorization(self, req, chal):
        if "realm" not in chal or "nonce" not in chal:
            return None
        realm, nonce, quality = chal["realm"], chal["nonce"], chal.get("qop")
        digest, prove = self.get_algorithm_impls(chal.get("algorithm", "MD5"))
        user, password = self.passwd.find_user_password(realm, req.full_url)
        if user is None:
            return None
        secret, what = digest(f"{user}:{realm}:{password}"), digest(f"{req.get_method()}:{req.selector}")
        parts = [f'username="{user}"', f'realm="{realm}"', f'nonce="{nonce}"', f'uri="{req.selector}"']
        if quality is None:
            parts.append(f'response="{digest(f"{secret}:{nonce}:{what}")}"')
        elif "auth" in quality.split(","):
            self.nonce_count = self.nonce_count + 1 if nonce == self.last_nonce else 1
            self.last_nonce = nonce
            count, own = f"{self.nonce_count:08x}", self.get_cnonce(nonce)
            proof = digest(f"{secret}:{nonce}:{count}:{own}:auth:{what}")
            parts += [f'response="{proof}"', f"qop=auth, nc={count}", f'cnonce="{own}"']
        else:
            raise URLError("qop '%s' is not supported." % quality)
        if "opaque" in chal:
            parts.append(f'opaque="{chal["opaque"]}"')
        return ", ".join([*parts, f'algorithm="{chal.get("algorithm", "MD5")}"'])

    def get_algorithm_impls(self, algorithm):
        """The digest of a text, and that of a secret with data."""
        kinds = {"MD5": hashlib.md5, "SHA": hashlib.sha1, "SHA-256": hashlib.sha256}
        if algorithm not in kinds:
            raise ValueError(f"Unsupported digest authentication algorithm {algorithm!r}")
        digest = lambda text: kinds[algorithm](text.encode("ascii")).hexdigest()
        return digest, lambda secret, data: digest(f"{secret}:{data}")


class HTTPDigestAuthHandler(BaseHandler, AbstractDigestAuthHandler):
    """Answers a server's question for a proof of a password."""

    auth_header = "Authorization"
    handler_order = 490

    def http_error_401(self, req, fp, code, msg, headers):
        answer = self.http_error_auth_reqed("www-authenticate", urlsplit(req.full_url).netloc, req, headers)
        self.reset_retry_count()
        return answer


class ProxyDigestAuthHandler(BaseHandler, AbstractDigestAuthHandler):
    """Answers a proxy's question for a proof of a password."""

    auth_header = "Proxy-Authorization"
    handler_order = 490

    def http_error_407(self, req, fp, code, msg, headers):
        answer = self.http_error_auth_reqed("proxy-authenticate", req.host, req, headers)
        self.reset_retry_count()
        return answer
