# Sizes, counts and offsets that no machine holds: each row raises, none ends the process, none is a fault of ours.
# Runs with little address space.

import array
import collections
import datetime
import io
import itertools
import json
import math
import os
import random
import re
import signal
import struct
import time

import numpy as np
import pandas as pd
import torch
import torch.nn.functional as F

HUGE, WIDE = 2**63 - 1, 2**62
one, three, image = torch.ones(1), torch.ones(3), torch.ones(1, 1, 8, 8)
no_rows, no_columns = torch.zeros(0, WIDE), torch.zeros(WIDE, 0)

TOO_MUCH = [
    # shapes whose product or sum overflows
    lambda: torch.empty(2**32, 2**32),
    lambda: torch.empty(HUGE, 2),
    lambda: one.expand(10**12).clone(),
    lambda: one.expand(10**12) + 1,
    lambda: one.expand(10**12).double(),
    lambda: one.expand(10**12).sort(),
    lambda: one.expand(10**12).cumsum(0),
    lambda: one.expand(10**12).flip(0),
    lambda: one.expand(10**9).tolist(),
    lambda: no_columns.tolist(),
    lambda: torch.zeros(2**40, 0).tolist(),
    lambda: torch.zeros(2**40, 0, 3).tolist(),
    lambda: np.zeros((HUGE, 0)).tolist(),
    lambda: torch.cat([no_columns] * 4),
    lambda: no_columns.repeat(4, 1),
    lambda: three.repeat(HUGE),
    lambda: three.tile(HUGE),
    lambda: three.repeat(2**32, 2**32),
    lambda: torch.repeat_interleave(three, HUGE),
    lambda: torch.tensor_split(torch.ones(2, 3), HUGE, 0),
    lambda: torch.empty(2**40, 0).unbind(),
    lambda: torch.empty(2**40, 0).chunk(2**40),
    lambda: torch.empty(2**40, 0).split(1),
    lambda: no_columns.split(1),
    lambda: F.one_hot(torch.tensor([2**40])),
    lambda: F.one_hot(torch.tensor([HUGE])),
    lambda: torch.bincount(torch.tensor([0, 2**40])),
    lambda: torch.linspace(0, 1, 10**12),
    lambda: torch.cdist(torch.ones(10**6, 2), torch.ones(10**6, 2)),
    lambda: torch.einsum("i,j,k->ijk", *[torch.ones(10**5)] * 3),
    lambda: F.pad(one, (0, 10**12)),
    lambda: F.max_pool2d(image, WIDE, 1, 2**61, 1, True),
    lambda: F.conv1d(torch.ones(1, 1, 8), torch.ones(1, 1, 3), padding=HUGE),
    lambda: F.conv_transpose2d(image, torch.ones(1, 1, 3, 3), stride=HUGE),
    lambda: F.unfold(image, HUGE),
    lambda: F.interpolate(image, size=(2**32, 2**32)),
    lambda: F.adaptive_avg_pool2d(image, 2**32),
    lambda: torch.stft(torch.ones(10**6), n_fft=10**6, hop_length=1, return_complex=True),
    lambda: torch.nn.Embedding(10**11, 10),
    lambda: torch.zeros(10**13, device="cuda"),
    lambda: one.cuda().expand(10**12).clone(),
    # numbers drawn and listed
    lambda: np.linspace(0, 1, HUGE),
    lambda: np.linspace(0, 1, 10**13),
    lambda: np.tile(np.ones(3), HUGE),
    lambda: np.random.rand(HUGE),
    lambda: np.random.rand(10**12),
    lambda: np.random.randint(0, 9, 10**12),
    lambda: np.random.permutation(10**12),
    lambda: np.random.choice(10**12, 3, replace=False),
    lambda: np.random.default_rng().normal(size=10**12),
    lambda: np.random.default_rng().random(10**12),
    lambda: np.random.default_rng().permutation(10**12),
    lambda: np.random.default_rng().integers(0, 9, 10**12),
    lambda: np.random.default_rng().exponential(size=10**12),
    lambda: np.repeat(np.ones(3), 10**12),
    lambda: np.eye(10**7),
    lambda: pd.Series(0, index=range(10**10)),
    # the language
    lambda: "x" * 10**13,
    lambda: [0] * 10**12,
    lambda: bytearray(10**13),
    lambda: list(range(10**12)),
    lambda: "x".center(10**13),
    lambda: f"{1.5:>{10**11}}",
    lambda: ("a" * 10**6).replace("a", "x" * 10**6),
    lambda: ",".join(["x" * 10**6] * 10**6),
    lambda: json.dumps([0] * 10**8),
    lambda: json.dumps({"a": [0] * 10**8}),
    lambda: repr([0] * 10**8),
    lambda: [*[0] * 10**8, *[0] * 10**8],
    lambda: 1 << 10**13,
    lambda: math.factorial(HUGE),
    lambda: list(itertools.repeat(0, 10**12)),
    lambda: collections.deque([0]) * 10**12,
    lambda: array.array("d", [0]) * 10**13,
    lambda: random.randbytes(10**12),
    lambda: struct.pack("1000000000000s", b""),
    lambda: io.BytesIO(bytes(10**11)),
    lambda: os.urandom(10**13),
    lambda: re.sub("a", "x" * 10**6, "a" * 10**6),
    lambda: signal.alarm(HUGE),
    lambda: signal.setitimer(0, 1e300),
    lambda: time.sleep(1e300),
    lambda: time.gmtime(1e300),
    lambda: datetime.datetime.max + datetime.timedelta(1),
]


def main():
    kept = 0
    for at, work in enumerate(TOO_MUCH):
        try:
            work()
            print("row", at, "is no error")
        except SystemError as error:
            print("row", at, error)
        except Exception:
            kept += 1
    print(kept == len(TOO_MUCH), sum(range(10)) == 45)


main()
