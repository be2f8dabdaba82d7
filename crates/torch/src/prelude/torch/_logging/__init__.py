"""`torch._logging`: what PyTorch's compiler reports. Nothing is compiled, so there is nothing to report."""

__all__ = ["set_logs"]

_LEVELS = (50, 40, 30, 20, 10, 0)
_COMPONENTS = frozenset(
    "all dynamo aot autograd dynamic inductor distributed c10d ddp fsdp dtensor onnx export cudagraphs".split()
)
_REPORTS = frozenset(
    """bytecode aot_graphs aot_joint_graph ddp_graphs graph graph_code graph_breaks graph_sizes guards recompiles
    recompiles_verbose trace_source trace_call trace_bytecode output_code kernel_code schedule perf_hints post_grad_graphs
    onnx_diagnostics fusion overlap cudagraphs sym_node compiled_autograd compiled_autograd_verbose benchmarking""".split()
)


def set_logs(*, modules=None, **switches):
    """Sets levels of reports by component (`dynamo=logging.DEBUG`), and switches reports by name (`graph=True`). They are
    checked; the components do nothing here that they could report."""
    for name, level in switches.items():
        if name not in _COMPONENTS and name not in _REPORTS:
            raise TypeError(f"set_logs() got an unexpected keyword argument {name!r}")
        if name in _COMPONENTS and level not in _LEVELS:
            levels = ",".join([str(each) for each in _LEVELS])
            raise ValueError(f"Unrecognized log level for log {name}: {level}, valid level values are: {levels}")
