# Classes that take types in brackets, for annotations alone: what `Class[item]` is.
import array
import collections
import concurrent.futures
import difflib
import filecmp
import fileinput
import queue
import re
import tempfile

classes = [re.Pattern, re.Match, collections.deque, array.array, queue.Queue, queue.LifoQueue, queue.SimpleQueue]
classes += [concurrent.futures.Future, difflib.SequenceMatcher, filecmp.dircmp, fileinput.FileInput]
classes += [tempfile.SpooledTemporaryFile, tempfile.TemporaryDirectory, collections.defaultdict, collections.Counter]
for kind in classes:
    alias = kind[int]
    print(alias, type(alias).__name__, alias.__origin__ is kind, alias.__args__, kind[int] == alias, kind[str] == alias)


class Words(collections.deque[str]):
    def __init__(self, found: re.Match[str] | None = None):
        super().__init__([] if found is None else found.groups())


print(Words(re.match("(a)(b)", "ab")), Words.__orig_bases__, Words.__mro__[1] is collections.deque)
