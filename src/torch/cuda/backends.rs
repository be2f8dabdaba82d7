//! `torch.backends`: switches of the libraries underneath.

use super::{classes, import_into};
use crate::engine::cuda;
use crate::language::native::{Getter, Native};
use crate::language::{Builtin, Class, ModuleDef, Raise, Result, Value, Vm};
use std::any::Any;
use std::rc::Rc;

pub(super) static BACKENDS: ModuleDef = ModuleDef {
    name: "torch.backends",
    doc: "Switches of the libraries underneath.",
    functions: &[],
    init: Some(|vm, module| import_into(vm, module, &["cuda", "cudnn"])),
};

pub(super) static CUDA: ModuleDef = ModuleDef {
    name: "torch.backends.cuda",
    doc: "Switches of CUDA's libraries.",
    functions: &[Builtin::new("torch.backends.cuda.is_built", "()", "True: CUDA is always built in.", |_, _| {
        Ok(Value::Bool(true))
    })],
    init: Some(|_, module| {
        module.dict.insert_str("matmul", Value::native(Matmul));
        Ok(())
    }),
};

pub(super) static CUDNN: ModuleDef = ModuleDef {
    name: "torch.backends.cudnn",
    doc: "Switches of cuDNN, which is not used: they are accepted and change nothing.",
    functions: &[Builtin::new("torch.backends.cudnn.is_available", "()", "False: cuDNN is not used.", |_, _| {
        Ok(Value::Bool(false))
    })],
    init: Some(|_, module| {
        for (name, value) in [("enabled", true), ("benchmark", false), ("deterministic", false), ("allow_tf32", true)] {
            module.dict.insert_str(name, Value::Bool(value));
        }
        Ok(())
    }),
};

/// `torch.backends.cuda.matmul`: an object, because setting its attributes has an effect.
struct Matmul;

static SWITCHES: &[Getter] = &[Getter {
    name: "allow_tf32",
    doc: "Whether float32 operands of matrix products may be rounded to TensorFloat-32; False at first.",
    get: |_, _| Ok(Value::Bool(cuda::allow_tf32())),
    set: Some(|_, _, value| match value {
        Value::Bool(allow) => {
            cuda::set_allow_tf32(allow);
            Ok(())
        }
        other => Err(Raise::type_error(format!("allow_tf32 must be a bool, not {}", other.type_name()))),
    }),
}];

pub(super) fn matmul_class() -> Rc<Class> {
    Class::native("torch.backends.cuda", "cuBLASModule", &[], None, &[], SWITCHES, "Precision of matrix products.")
}

impl Native for Matmul {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes(|classes| classes.matmul.clone())
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok("<torch.backends.cuda.matmul>".to_owned())
    }
}
