# urllib.error: what goes wrong with addresses.

import io
from urllib.response import addinfourl


class URLError(OSError):
    """An address that cannot be reached."""

    def __init__(self, reason, filename=None):
        self.args = (reason,)
        self.reason = reason
        if filename is not None:
            self.filename = filename

    def __str__(self):
        return f"<urlopen error {self.reason}>"


class HTTPError(URLError, addinfourl):
    """A server's answer that is not the page."""

    def __init__(self, url, code, msg, hdrs, fp):
        self.args = ()
        self.code = code
        self.msg = msg
        fp = io.BytesIO() if fp is None else fp
        self.hdrs = hdrs
        self.fp = fp
        self.filename = url
        addinfourl.__init__(self, fp, hdrs, url, code)

    def __str__(self):
        return f"HTTP Error {self.code}: {self.msg}"

    def __repr__(self):
        return f"<HTTPError {self.code}: {self.msg!r}>"

    @property
    def reason(self):
        return self.msg

    @property
    def headers(self):
        return self.hdrs

    @headers.setter
    def headers(self, headers):
        self.hdrs = headers


class ContentTooShortError(URLError):
    """Less came than was told."""

    def __init__(self, message, content):
        URLError.__init__(self, message)
        self.content = content
