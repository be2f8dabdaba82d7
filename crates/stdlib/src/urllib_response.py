# urllib.response: answers of servers.


class addbase:
    """A stream with what is known of it."""

    def __init__(self, fp):
        self.fp = fp
        self.file = fp

    def __getattr__(self, name):
        if name in ("fp", "file"):
            raise AttributeError(name)
        return getattr(self.fp, name)

    def __iter__(self):
        return iter(self.fp)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.close()

    def close(self):
        if self.fp is not None:
            self.fp.close()


class addclosehook(addbase):
    """A stream whose end calls a function."""

    def __init__(self, fp, closehook, *hookargs):
        super().__init__(fp)
        self.closehook, self.hookargs = closehook, hookargs

    def close(self):
        hook, args = self.closehook, self.hookargs
        self.closehook = self.hookargs = None
        try:
            if hook:
                hook(*args)
        finally:
            super().close()


class addinfo(addbase):
    """A stream with the headers that came with it."""

    def __init__(self, fp, headers):
        super().__init__(fp)
        self.headers = headers

    def info(self):
        return self.headers


class addinfourl(addinfo):
    """A stream with its headers and address."""

    def __init__(self, fp, headers, url, code=None):
        addbase.__init__(self, fp)
        self.headers = headers
        self.url = url
        self.code = code

    @property
    def status(self):
        return self.code

    def getcode(self):
        return self.code

    def geturl(self):
        return self.url
