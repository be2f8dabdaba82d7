"""Records ipykernel's answers: `python record_exchanges.py` in an environment with ipykernel and debugpy rewrites ipykernel.json and
ipykernel_debugger.json."""

import json
from pathlib import Path

from debugging import CONVERSATIONS, Debugger
from exchanges import EXCHANGES, Player
from jupyter_client.manager import start_new_kernel

TIMEOUT = 60


def answers_to(ask):
    """What a fresh kernel answers."""
    manager, client = start_new_kernel(kernel_name="python3")
    try:
        return ask(client)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def converse(talk):
    def ask(client):
        debugger = Debugger(client, TIMEOUT)
        debugger.attach()
        return talk(debugger)

    return answers_to(ask)


def write(name, answers):
    rows = (f" {json.dumps(key)}: {json.dumps(told, sort_keys=True)}" for key, told in answers.items())
    Path(__file__).with_name(name).write_text("{\n" + ",\n".join(rows) + "\n}\n")


def main():
    played = answers_to(lambda client: {name: Player(client, TIMEOUT).play(steps) for name, steps in EXCHANGES.items()})
    write("ipykernel.json", played)
    write("ipykernel_debugger.json", {name: converse(talk) for name, talk in CONVERSATIONS.items()})


if __name__ == "__main__":
    main()
