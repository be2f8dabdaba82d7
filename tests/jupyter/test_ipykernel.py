"""Compares the kernel's answers with ipykernel's in ipykernel.json (recorded by record_exchanges.py)."""

import json
from pathlib import Path

import pytest
from conftest import TIMEOUT
from exchanges import EXCHANGES, Player

ANSWERS = json.loads(Path(__file__).with_name("ipykernel.json").read_text())


@pytest.mark.parametrize("name", EXCHANGES)
def test_answers_are_those_of_ipykernel(kernel, name):
    answers = Player(kernel.client, TIMEOUT).play(EXCHANGES[name])
    for step, given, wanted in zip(EXCHANGES[name], answers, ANSWERS[name], strict=True):
        assert given == wanted, step
