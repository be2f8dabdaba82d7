"""What of `torch` is in `torch._switches`."""

from torch._switches import are_deterministic_algorithms_enabled, get_deterministic_debug_mode, is_deterministic_algorithms_warn_only_enabled, set_deterministic_debug_mode, use_deterministic_algorithms
from torch._switches import get_num_interop_threads, get_num_threads, set_num_interop_threads, set_num_threads
from torch._switches import compiled_with_cxx11_abi, get_device_module, is_storage, is_warn_always_enabled, set_flush_denormal, set_warn_always
