//! Converts tensor errors to the language's exceptions: the only place that maps an `ErrorKind` to a Python class.

use super::classes;
use super::cuda::report;
use std::error::Error;
use tensorcell_device::{Device, allocator};
use tensorcell_language::{Exc, Raise};
use tensorcell_tensor::TensorError;
use tensorcell_tensor::op::{ErrorKind, Label};

/// Converts a tensor error in native code (`language::raise::TRANSLATE`).
pub(crate) fn translate(error: Box<dyn Error>) -> Result<Raise, Box<dyn Error>> {
    error.downcast::<TensorError>().map(|error| of_tensors(*error))
}

fn of_tensors(mut error: TensorError) -> Raise {
    let Some(trouble) = error.kernel.take() else {
        return raise_of(error);
    };
    // Show what a kernel printed before it failed.
    super::cuda::show_printed(&trouble.printed.0, &trouble.printed.1);
    let mut raise = trouble.help.into_iter().fold(raise_of(error), Raise::help);
    for (site, text) in trouble.places {
        raise.point_at(site, text);
    }
    raise
}

fn raise_of(error: TensorError) -> Raise {
    let exception = match error.kind {
        ErrorKind::Runtime => Exc::RuntimeError,
        ErrorKind::Type => Exc::TypeError,
        ErrorKind::Value => Exc::ValueError,
        ErrorKind::Index => Exc::IndexError,
        ErrorKind::NotImplemented => Exc::NotImplementedError,
        ErrorKind::Interrupted => Exc::KeyboardInterrupt,
        ErrorKind::LinAlg => {
            let raise = Raise::of(&classes().lin_alg_error, error.message);
            return mark_all(raise, error.labels);
        }
        ErrorKind::OutOfMemory(device, requested) => {
            let live = allocator::largest_live(Device::Cuda(device), usize::MAX);
            let raise = Raise::of(&classes().out_of_memory, error.message)
                .report(move |vm| report::out_of_memory(vm, device, requested, &live));
            return mark_all(raise, error.labels);
        }
        ErrorKind::Accelerator => {
            return mark_all(Raise::of(&classes().accelerator_error, error.message), error.labels);
        }
        ErrorKind::Fault => {
            let (recoveries, places) = report::recover();
            let mut raise = Raise::of(&classes().accelerator_error, error.message)
                .report(move |vm| report::recovered(vm, &recoveries));
            for (site, text) in places {
                raise.point_at(site, text);
            }
            return mark_all(raise, error.labels);
        }
    };
    let launched = error.launched.and_then(report::launched_elsewhere);
    let raise = mark_all(Raise::new(exception, error.message), error.labels);
    launched.into_iter().fold(raise, Raise::help)
}

fn mark_all(raise: Raise, labels: Vec<Label>) -> Raise {
    labels.into_iter().fold(raise, |raise, label| raise.mark_object(label.operand, label.storage, label.text))
}
