# filecmp: comparing files and folders.

import os
import stat
from types import GenericAlias as _GenericAlias

DEFAULT_IGNORES = ["RCS", "CVS", "tags", ".git", ".hg", ".bzr", "_darcs", "__pycache__"]
_known = {}


def clear_cache():
    """Forgets what was compared."""
    _known.clear()


def _signature(path):
    facts = os.stat(path)
    return stat.S_IFMT(facts.st_mode), facts.st_size, facts.st_mtime


def cmp(f1, f2, shallow=True):
    """Whether two files are equal; shallow: equal size and time will do."""
    one, two = _signature(f1), _signature(f2)
    if one[0] != stat.S_IFREG or two[0] != stat.S_IFREG:
        return False
    if shallow and one == two:
        return True
    if one[1] != two[1]:
        return False
    key = (f1, f2, one, two)
    if key not in _known:
        _known[key] = _same(f1, f2)
    return _known[key]


def _same(f1, f2):
    with open(f1, "rb") as one, open(f2, "rb") as two:
        while True:
            part = one.read(65536)
            if part != two.read(65536):
                return False
            if not part:
                return True


def cmpfiles(a, b, common, shallow=True):
    """Names in two folders: (equal, different, not to be compared)."""
    found = ([], [], [])
    for name in common:
        try:
            equal = cmp(os.path.join(a, name), os.path.join(b, name), shallow)
        except (OSError, ValueError):
            found[2].append(name)
        else:
            found[0 if equal else 1].append(name)
    return found


class dircmp:
    """Two folders, compared as is asked."""

    __class_getitem__ = classmethod(_GenericAlias)

    def __init__(self, a, b, ignore=None, hide=None, *, shallow=True):
        self.left = a
        self.right = b
        self.hide = [os.curdir, os.pardir] if hide is None else hide
        self.ignore = DEFAULT_IGNORES if ignore is None else ignore
        self.shallow = shallow

    _made = {
        **dict.fromkeys(("left_list", "right_list"), "_lists"),
        **dict.fromkeys(("common", "left_only", "right_only"), "_names"),
        **dict.fromkeys(("common_dirs", "common_files", "common_funny"), "_kinds"),
        **dict.fromkeys(("same_files", "diff_files", "funny_files"), "_contents"),
        "subdirs": "_below",
    }

    def __getattr__(self, name):
        if name not in self._made:
            raise AttributeError(name)
        getattr(self, self._made[name])()
        return self.__dict__[name]

    def _lists(self):
        left_out = [*self.hide, *self.ignore]
        self.left_list = sorted([name for name in os.listdir(self.left) if name not in left_out])
        self.right_list = sorted([name for name in os.listdir(self.right) if name not in left_out])

    def _names(self):
        self.common = [name for name in self.left_list if name in self.right_list]
        self.left_only = [name for name in self.left_list if name not in self.common]
        self.right_only = [name for name in self.right_list if name not in self.common]

    def _kinds(self):
        self.common_dirs, self.common_files, self.common_funny = [], [], []
        for name in self.common:
            try:
                kinds = {stat.S_IFMT(os.stat(os.path.join(side, name)).st_mode) for side in (self.left, self.right)}
            except OSError:
                kinds = set()
            if kinds == {stat.S_IFDIR}:
                self.common_dirs.append(name)
            elif kinds == {stat.S_IFREG}:
                self.common_files.append(name)
            else:
                self.common_funny.append(name)

    def _contents(self):
        found = cmpfiles(self.left, self.right, self.common_files, self.shallow)
        self.same_files, self.diff_files, self.funny_files = found

    def _below(self):
        self.subdirs = {}
        for name in self.common_dirs:
            left, right = os.path.join(self.left, name), os.path.join(self.right, name)
            self.subdirs[name] = type(self)(left, right, self.ignore, self.hide, shallow=self.shallow)

    def report(self):
        """Prints how the folders differ."""
        print("diff", self.left, self.right)
        lines = (
            (self.left_only, f"Only in {self.left} :"),
            (self.right_only, f"Only in {self.right} :"),
            (self.same_files, "Identical files :"),
            (self.diff_files, "Differing files :"),
            (self.funny_files, "Trouble with common files :"),
            (self.common_dirs, "Common subdirectories :"),
            (self.common_funny, "Common funny cases :"),
        )
        for names, title in lines:
            if names:
                print(title, sorted(names) if "Only" in title else names)

    def report_partial_closure(self):
        """Prints how the folders and those in them differ."""
        self.report()
        for folder in self.subdirs.values():
            print()
            folder.report()

    def report_full_closure(self):
        """Prints how the folders and all below differ."""
        self.report()
        for folder in self.subdirs.values():
            print()
            folder.report_full_closure()
