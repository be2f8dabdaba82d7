"""`IPython.core.magics`: the session's magics as methods of IPython's classes, which extensions call."""

from IPython.core.getipython import get_ipython
from IPython.core.magic import Magics, magics_class


def _method(name):
    def run(self, line="", cell=None):
        shell = get_ipython()
        return shell.run_line_magic(name, line) if cell is None else shell.run_cell_magic(name, line, cell)

    run.__name__, run.__doc__ = name, f"%{name}"
    return run


@magics_class
class _Session(Magics):
    # A magic that the session has not says so when it is called.
    def __init_subclass__(cls, names="", **options):
        super().__init_subclass__(**options)
        for name in names.split():
            setattr(cls, name, _method(name))


class BasicMagics(
    _Session, names="alias_magic colors doctest_mode gui lsmagic magic notebook page pprint precision quickref xmode"
):
    """The session itself."""


class CodeMagics(_Session, names="edit load loadpy pastebin save"):
    """Code in files."""


class ExecutionMagics(_Session, names="capture code_wrap debug macro pdb prun run tb time timeit"):
    """Running code."""


class ExtensionMagics(_Session, names="load_ext reload_ext unload_ext"):
    """Extensions."""


class HistoryMagics(_Session, names="history recall rerun"):
    """Cells that ran."""


class NamespaceMagics(
    _Session, names="pdef pdoc pfile pinfo pinfo2 psearch psource reset reset_selective who who_ls whos xdel"
):
    """The notebook's names."""


class OSMagics(
    _Session, names="alias bookmark cd dhist dirs env popd pushd pwd pycat rehashx sc set_env sx system unalias writefile"
):
    """Files and commands."""


class PylabMagics(_Session, names="matplotlib pylab"):
    """Figures."""


class ScriptMagics(_Session, names="killbgscripts script"):
    """Programs of other languages."""
