"""Measures Rust cells through jupyter_client, seconds from request to idle: `rust_cells_client.py HEAD COMMAND...`, where HEAD
stands before each cell (`%%rust` or nothing) and {connection_file} in COMMAND for the connection file. Prints one JSON object.
"""

import json
import statistics
import sys

from kernel import round_trip, start

TURNS = 7


def main(head, command):
    process, client, _ = start(command)
    run = lambda code: round_trip(client, head + "\n" + code if head else code)
    first = run("let a = 1;")
    run('println!("{}", a);')
    medians = {
        "statement": statistics.median(run(f"let b = {turn};") for turn in range(TURNS)),
        "printed": statistics.median(run(f'println!("{{}}", a + {turn});') for turn in range(TURNS)),
        "function": statistics.median(run(f"fn f{turn}(x: u64) -> u64 {{ x * {turn} }}") for turn in range(TURNS)),
        "mistake": statistics.median(run(f"let c: u{turn} = missing;") for turn in range(TURNS)),
    }
    client.stop_channels()
    process.terminate()
    process.wait()
    print(json.dumps({"first": first, **medians}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
