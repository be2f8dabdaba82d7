"""Checks ONNX files with ONNX's own checker, runs them with onnxruntime, and compares with the recorded results."""

import pathlib
import sys

import numpy as np
import onnx
import onnxruntime

onnxruntime.set_default_logger_severity(3)
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.onnx")):
    onnx.checker.check_model(onnx.load(path), full_check=True)
    session = onnxruntime.InferenceSession(path)
    arrays = np.load(path.with_suffix(".npz"))
    given = {own.name: arrays[f"input{at}"] for at, own in enumerate(session.get_inputs())}
    found = session.run(None, given)
    count = sum(name.startswith("output") for name in arrays)
    assert len(found) == count, (path.stem, len(found), count)
    for at, value in enumerate(found):
        expected = arrays[f"output{at}"]
        assert value.dtype == expected.dtype and value.shape == expected.shape, (path.stem, at, value.dtype, value.shape)
        np.testing.assert_allclose(value, expected, rtol=1e-4, atol=1e-5, err_msg=f"{path.stem}, result {at}")
    print(path.stem, [(own.name, own.shape) for own in session.get_inputs()], count)
