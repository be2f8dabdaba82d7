"""_elementtree: elements that the native parser builds. ElementTree takes its parser from here."""

import pyexpat

__all__ = []


def _set_factories(comment, instruction):
    """Gives the module that makes comments with this function a parser that builds its elements natively."""
    names = comment.__globals__
    names["XMLParser"] = _faster(names["XMLParser"], names["TreeBuilder"], names["Element"])


def _is_plain(target, builder, element):
    """Whether a target makes nothing but elements of this class, and has not begun."""
    if type(target) is not builder or target._factory is not element or target._root is not None:
        return False
    return not (target.insert_comments or target.insert_pis) and vars(element("a", {})).keys() == {"tag", "attrib", "_children"}


def _faster(parser, builder, element):
    """The parser of a module, with elements built natively where the target is the usual one."""

    class XMLParser(parser):
        def __init__(self, *, target=None, encoding=None):
            super().__init__(target=target, encoding=encoding)
            self._builds = _is_plain(self.target, builder, element)
            if self._builds:
                self.parser.StartElementHandler = self.parser.EndElementHandler = self.parser.CharacterDataHandler = None
                self.parser.DefaultHandlerExpand = self._other
                self.parser._build(element)

        def _setevents(self, events_queue, events_to_report):
            for event in events_to_report:
                if self._builds and event in ("start", "end"):
                    self.parser._report(event, events_queue.append)
                else:
                    super()._setevents(events_queue, [event])

        def _other(self, text):
            known = self.entity.get(text[1:-1]) if text[:1] == "&" else None
            if known is None:
                self._default(text)
            else:
                self.parser._data(known)

        def _update(self):
            """Shows the target what was built."""
            if self._builds:
                target = self.target
                target._root, target._elem, target._last, text, target._tail = self.parser._built()
                target._data = [text] if text else []

        def feed(self, data):
            try:
                super().feed(data)
            finally:
                self._update()

        def flush(self):
            try:
                super().flush()
            finally:
                self._update()

        def close(self):
            if self._builds:
                try:
                    self.parser.Parse(b"", True)
                except pyexpat.error as error:
                    self._raiseerror(error)
                self._update()
                return self._closed()
            return super().close()

        def _closed(self):
            close = self.target.close
            del self.parser, self._parser, self.target, self._target
            return close()

    XMLParser.__doc__, XMLParser.__module__, XMLParser.__qualname__ = parser.__doc__, parser.__module__, parser.__qualname__
    return XMLParser
