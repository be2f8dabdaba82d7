# A pytest plugin: writes the outcome of each test to the file in OUTCOMES, as lines `outcome test`.
import os

_outcomes = {}


def pytest_runtest_logreport(report):
    if report.failed or report.when == "call" or report.skipped:
        _outcomes[report.nodeid] = "failed" if _outcomes.get(report.nodeid) == "failed" else report.outcome


def pytest_collectreport(report):
    if report.failed:
        _outcomes[report.nodeid] = "failed"


def pytest_sessionfinish():
    with open(os.environ["OUTCOMES"], "w") as file:
        file.writelines(f"{_outcomes[test]} {test}\n" for test in sorted(_outcomes))
