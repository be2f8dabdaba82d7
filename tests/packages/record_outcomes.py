# A pytest plugin: writes to the file in OUTCOMES a line `started test` for each test, and a line `outcome test` once it has ended.
import os

_file = open(os.environ["OUTCOMES"], "a", buffering=1, encoding="utf-8")
_outcomes = {}


def _write(outcome, test):
    _file.write(f"{outcome} {test.encode('unicode_escape').decode()}\n")


def pytest_runtest_logstart(nodeid):
    _write("started", nodeid)


def pytest_runtest_logreport(report):
    if report.failed or report.when == "call" or report.skipped:
        _outcomes[report.nodeid] = "failed" if _outcomes.get(report.nodeid) == "failed" else report.outcome


def pytest_runtest_logfinish(nodeid):
    if nodeid in _outcomes:
        _write(_outcomes.pop(nodeid), nodeid)


def pytest_collectreport(report):
    if report.failed:
        _write("failed", report.nodeid)


def pytest_unconfigure():
    _file.close()
