import logging
import torch
import torch._inductor.config
import torch._logging
from torch.utils.model_zoo import load_url

print(load_url is torch.hub.load_state_dict_from_url)
for check in (torch._check, torch._check_index, torch._check_value, torch._check_type, torch._check_not_implemented):
    for cond, message in ((True, None), (False, None), (False, lambda: f"{check.__name__} failed"), (False, "text"), (3, None)):
        try:
            print(check.__name__, cond, check(cond, message))
        except Exception as error:
            print(check.__name__, cond, type(error).__name__, str(error)[:60])
config = torch._inductor.config
names = "coordinate_descent_tuning debug epilogue_fusion force_fuse_int_mm_with_mul freezing fx_graph_cache max_autotune pattern_matcher shape_padding assert_indirect_indexing"
print([(name, getattr(config, name)) for name in names.split()])
print(config.triton.cudagraphs, config.triton.cudagraph_trees, config.triton.unique_kernel_names, config.cpp.threads)
config.coordinate_descent_tuning, config.triton.unique_kernel_names = True, False
print(config.coordinate_descent_tuning, config.triton.unique_kernel_names)
print(torch._logging.set_logs(dynamo=logging.INFO, graph=True), torch._logging.set_logs())
for wrong in ({"dynamo": "x"}, {"unknown": True}):
    try:
        torch._logging.set_logs(**wrong)
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
