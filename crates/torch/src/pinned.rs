//! Page-locked host memory of tensors: `pin_memory`, `is_pinned`; and `record_stream`.

use super::arguments::TensorArgs;
use super::cuda::stream_of;
use super::tensor::{tensor_of, tensor_value};
use tensorcell_device::driver;
use tensorcell_engine as engine;
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Raise, Result, Value};
use tensorcell_tensor::{Device, Tensor};

/// Copies a tensor to page-locked memory. Returns it unchanged if it is there already.
pub fn pin(tensor: &Tensor) -> Result<Tensor> {
    if tensor.device() != Device::Cpu {
        let text = format!(
            "cannot pin 'torch.cuda.{}Tensor' only dense CPU tensors can be pinned",
            tensor.dtype().scalar_name()
        );
        return Err(Raise::runtime(text).mark(0, tensor.device().to_string()));
    }
    if driver::device_count() == 0 {
        // Returns the driver's own error for the missing part.
        driver::properties(0).map_err(tensorcell_tensor::TensorError::from)?;
    }
    match tensor.storage().is_pinned() {
        true => Ok(tensor.clone()),
        false => Ok(engine::pin(tensor)?),
    }
}

/// Pins a new tensor if `pin_memory=True` in slot `i`.
pub fn pin_if_asked(args: &Args, i: usize, tensor: Tensor) -> Result<Tensor> {
    if args.bool(i)? { pin(&tensor) } else { Ok(tensor) }
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch._assert_async",
        "(tensor, assert_msg=None)",
        "Checks that a tensor of one element is not zero; on CUDA without waiting: a failure is reported later, as the device's \
         fault.",
        |_, args| {
            let tensor = args.tensor(0)?;
            match tensor.numel() {
                0 => return Err(Raise::runtime("Boolean value of Tensor with no values is ambiguous").mark(0, "empty")),
                1 => {}
                _ => return Err(Raise::runtime("Boolean value of Tensor with more than one value is ambiguous")),
            }
            if tensor.device().is_cuda() {
                engine::cuda::assert_async(tensor)?;
            } else if engine::host::item(tensor)?.as_f64() == 0.0 {
                let text = args.opt_str(1)?.unwrap_or("Expected Tensor with single nonzero value, but got zero");
                return Err(Raise::runtime(text));
            }
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "Tensor.pin_memory",
        "(self, device=None) -> Tensor",
        "A copy in page-locked memory, from which `to(device, non_blocking=True)` copies while the host goes on; the tensor \
         itself if it lies there already.",
        |_, args| {
            let input = args.tensor(0)?;
            let pinned = pin(input)?;
            Ok(if pinned.same(input) { args.get(0).clone() } else { tensor_value(pinned) })
        },
    ),
    Builtin::new("Tensor.is_pinned", "(self, device=None) -> bool", "True for page-locked memory.", |_, args| {
        Ok(Value::from(args.tensor(0)?.storage().is_pinned()))
    }),
    Builtin::new(
        "Tensor.record_stream",
        "(self, stream)",
        "Keeps the tensor's memory from being given to others before what is queued on `stream` is done. Needed where a \
         tensor made on one stream is used on another and may be dropped meanwhile.",
        |_, args| {
            let stream = stream_of(args.get(1)).ok_or_else(|| args.wrong(1, "torch.cuda.Stream"))?;
            let tensor = tensor_of(args.get(0)).ok_or_else(|| args.wrong(0, "Tensor"))?;
            if !tensor.device().is_cuda() {
                return Err(Raise::runtime("record_stream is only supported for tensors on CUDA devices")
                    .mark(0, tensor.device().to_string()));
            }
            tensor.storage().record_stream(&stream);
            Ok(Value::None)
        },
    ),
];
