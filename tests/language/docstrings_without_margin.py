# Recorded from CPython 3.13, which stores docstrings without the indentation that their lines share.
import inspect


def one_line():
    "  text  "


def shared():
    """First

    second
      third
    """


def under_the_margin():
    """First
        second
  third
      """


def with_tabs():
    """	First
	second
	 third	end
    """


def only_spaces():
    """
    """


def raw():
    r"""A \n
       b"""


class Kept:
    """Class
       doc"""

    def method(self):
        '''Method

        more'''

    async def later(self):
        """
        Begins on the second line
            and goes on.

        """

    @property
    def value(self):
        """Value
        doc"""


def formatted():
    f"""no doc {1}"""


for item in (one_line, shared, under_the_margin, with_tabs, only_spaces, raw, Kept, Kept.method, Kept.later, Kept.value, formatted):
    print(repr(item.__doc__), repr(inspect.getdoc(item)))
print(repr(shared.__code__.co_consts[0]))
made = {}
exec('"""Module\n   doc\n"""\ndef f():\n\t"""x\n\t\ty"""\n', made)
print(repr(made["__doc__"]), repr(made["f"].__doc__))
