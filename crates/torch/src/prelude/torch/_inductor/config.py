"""`torch._inductor.config`: settings of PyTorch's compiler. They are kept, and change nothing."""

from types import SimpleNamespace

coordinate_descent_tuning = False
coordinate_descent_check_all_directions = False
debug = False
epilogue_fusion = True
force_fuse_int_mm_with_mul = False
force_disable_caches = False
freezing = False
fx_graph_cache = True
fx_graph_remote_cache = None
max_autotune = False
max_autotune_gemm = False
max_autotune_pointwise = False
pattern_matcher = True
shape_padding = True
assert_indirect_indexing = True

triton = SimpleNamespace(cudagraphs=False, cudagraph_trees=True, unique_kernel_names=True, cudagraph_skip_dynamic_graphs=False)
cpp = SimpleNamespace(threads=-1, enable_kernel_profile=False, simdlen=None)
