# A CUDA kernel that a Rust cell compiles and launches with cudarc, on tensors of the notebook.
import torch


def rust(code):
    get_ipython().run_cell_magic("rust", "", code)


x = torch.arange(1000, dtype=torch.float32, device="cuda")
part = x[500:]
other = torch.ones(10, device="cuda:1")
version = x._version

rust(
    r"""
:dep cudarc = { version = "0.19", default-features = false, features = ["std", "driver", "nvrtc", "dynamic-loading", "cuda-13000"] }
use cudarc::driver::{CudaContext, LaunchConfig, PushKernelArg};

let context = CudaContext::new(0)?;
let stream = context.default_stream();
let source = "extern \"C\" __global__ void twice(float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2;
}";
let twice = context.load_module(cudarc::nvrtc::compile_ptx(source)?)?.load_function("twice")?;

let part = device_view_mut::<f32>("part")?;
let (pointer, count) = (part.pointer(), part.len() as i32);
unsafe { stream.launch_builder(&twice).arg(&pointer).arg(&count).launch(LaunchConfig::for_num_elems(count as u32))? };
"""
)
expected = torch.arange(1000, dtype=torch.float32)
expected[500:] *= 2
assert torch.equal(x.cpu(), expected), x
assert x._version > version

# The view stays valid: the next cell writes through it, and cudarc takes it as one of its slices.
rust(
    r"""
unsafe { stream.launch_builder(&twice).arg(&pointer).arg(&count).launch(LaunchConfig::for_num_elems(count as u32))? };
stream.synchronize()?;
let slice = unsafe { stream.upgrade_device_ptr::<f32>(pointer, 3) };
println!("{:?}", stream.clone_dtoh(&slice)?);
slice.leak();
drop(part);
let other = device_view::<f32>("other")?;
assert_eq!((other.device(), other.shape(), other.is_contiguous()), (1, &[10][..], true));

/// Doubles a tensor on its device.
#[tensorcell_cell::export]
fn double(x: DeviceViewMut<f32>) -> Result<(), Box<dyn std::error::Error>> {
    let context = CudaContext::new(x.device())?;
    let source = "extern \"C\" __global__ void twice(float* x) { x[threadIdx.x] *= 2; }";
    let twice = context.load_module(cudarc::nvrtc::compile_ptx(source)?)?.load_function("twice")?;
    let pointer = x.pointer();
    let config = LaunchConfig { grid_dim: (1, 1, 1), block_dim: (x.len() as u32, 1, 1), shared_mem_bytes: 0 };
    unsafe { context.default_stream().launch_builder(&twice).arg(&pointer).launch(config)? };
    Ok(())
}
"""
)
expected[500:] *= 2
assert torch.equal(x.cpu(), expected), x
double(other)
assert other.tolist() == [2.0] * 10, other

for code, words in [
    ('view::<f32>("x")?;', "x is on cuda:0"),
    ('device_view::<i64>("x")?;', "x is a torch.float32 tensor, and DeviceView<i64> was asked for"),
]:
    try:
        rust(code)
    except RuntimeError as error:
        assert words in str(error), error
    else:
        raise AssertionError(f"{code} ran")
print("done")
