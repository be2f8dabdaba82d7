//! The result of registering a hook on a tensor or on an autograd node.

use super::classes;
use std::any::Any;
use std::rc::Rc;
use tensorcell_autograd as autograd;
use tensorcell_language::native::Native;
use tensorcell_language::{Builtin, Class, Result, Value, Vm};

/// The result of registering a hook: `handle.remove()` removes it.
pub struct HookHandle(u64);

impl HookHandle {
    pub fn new(id: u64) -> HookHandle {
        HookHandle(id)
    }
}

impl Native for HookHandle {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes().hook_handle.clone()
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok("<torch.utils.hooks.RemovableHandle object>".to_string())
    }
    fn enter(&self, _: &mut Vm, this: &Value) -> Result<Option<Value>> {
        Ok(Some(this.clone()))
    }
    fn exit(&self, _: &mut Vm) -> Result<()> {
        autograd::hooks::remove(self.0);
        Ok(())
    }
}

pub static HANDLE_METHODS: &[Builtin] =
    &[Builtin::new("RemovableHandle.remove", "(self)", "Takes the hook away.", |_, args| {
        if let Some(handle) = args.get(0).downcast::<HookHandle>() {
            autograd::hooks::remove(handle.0);
        }
        Ok(Value::None)
    })];
