# TF32 and the reduced-precision switches: PyTorch's defaults, how they depend on each other, and its complaints.
import torch

b = torch.backends
matmul = b.cuda.matmul
NAMES = (
    "allow_tf32",
    "fp32_precision",
    "allow_fp16_reduced_precision_reduction",
    "allow_bf16_reduced_precision_reduction",
    "allow_fp16_accumulation",
)
print({name: getattr(matmul, name) for name in NAMES}, torch.get_float32_matmul_precision())
print(b.cudnn.enabled, b.cudnn.benchmark, b.cudnn.deterministic, b.cudnn.allow_tf32, b.cudnn.benchmark_limit)
for precision in ("high", "medium", "highest"):
    torch.set_float32_matmul_precision(precision)
    print(precision, torch.get_float32_matmul_precision(), matmul.allow_tf32)
matmul.allow_tf32 = True
print(torch.get_float32_matmul_precision(), matmul.fp32_precision)
matmul.allow_tf32 = False
print(torch.get_float32_matmul_precision())
matmul.allow_fp16_reduced_precision_reduction = False
matmul.allow_fp16_accumulation = True
print(matmul.allow_fp16_reduced_precision_reduction, matmul.allow_fp16_accumulation)


def complaint(work):
    try:
        print(work())
    except (RuntimeError, AttributeError) as error:
        print(type(error).__name__, error)


complaint(lambda: setattr(matmul, "allow_tf32", 3))
complaint(lambda: setattr(matmul, "speed", 3))
complaint(lambda: matmul.speed)
complaint(lambda: setattr(matmul, "fp32_precision", "zzz"))
torch.set_float32_matmul_precision("x")
print(torch.get_float32_matmul_precision())
with b.cudnn.flags(enabled=False, benchmark=True):
    print(b.cudnn.enabled, b.cudnn.benchmark)
print(b.cudnn.enabled, b.cudnn.benchmark)
print(b.cuda.is_built() in (True, False), b.mps.is_available(), b.cuda.flash_sdp_enabled(), b.cuda.math_sdp_enabled())
b.cuda.enable_flash_sdp(False)
print(b.cuda.flash_sdp_enabled())
