# platform: facts about the machine.

import sys as _sys

from _tensorcell.platform import _machine


def system():
    return _sys.platform.capitalize()


def machine():
    return _machine


def processor():
    return _machine


def node():
    return "notebook"


def release():
    return ""


def platform(aliased=False, terse=False):
    return f"{system()}-{_machine}"


def python_version():
    return "3.12.0"


def python_version_tuple():
    return ("3", "12", "0")


def python_implementation():
    return "TensorCell"


def architecture(*args):
    return ("64bit", "ELF")
