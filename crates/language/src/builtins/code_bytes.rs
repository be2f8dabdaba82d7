//! Code objects as bytes, for `marshal`: the instructions, and the text that their errors show.

use super::code::{self, CodeView};
use crate::compile::{Code, Last, packed};
use crate::program::Program;
use crate::source::SourceKind;
use crate::tree::Grammar;
use crate::{Exc, Raise, Result, Value, Vm};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::rc::Rc;

#[derive(Serialize, Deserialize)]
struct Kept<'a> {
    file: Cow<'a, str>,
    text: Cow<'a, str>,
    is_users: bool,
    code: Cow<'a, [u8]>,
    /// Of a compiled source, not of a function.
    program: Option<KeptProgram<'a>>,
}

#[derive(Serialize, Deserialize)]
struct KeptProgram<'a> {
    grammar: Grammar,
    last: Last,
    with_namespace: Cow<'a, [u8]>,
}

/// The bytes of a code object; `None` for other objects. They hold for this version alone.
///
/// # Errors
/// ValueError if the code has no bytes: its text is forgotten, or a constant is an object of the program's.
pub fn to_bytes(vm: &mut Vm, value: &Value) -> Result<Option<Vec<u8>>> {
    let Some(view) = value.downcast::<CodeView>() else { return Ok(None) };
    let program = match view {
        CodeView::Function(_) => None,
        CodeView::Program(program) => Some((program.grammar, program.last, vm.code_with_namespace(program)?)),
    };
    let source = vm.sources.get(view.code().source).ok_or_else(unmarshallable)?;
    let packed = |code: &Code| packed::pack(code, &source.text).map(Cow::Owned).ok_or_else(unmarshallable);
    let kept_program = |(grammar, last, code): (Grammar, Last, Rc<Code>)| {
        Ok::<_, Raise>(KeptProgram { grammar, last, with_namespace: packed(&code)? })
    };
    let kept = Kept {
        file: Cow::from(&*source.name),
        text: Cow::from(&*source.text),
        is_users: source.kind == SourceKind::User,
        code: packed(view.code())?,
        program: program.map(kept_program).transpose()?,
    };
    postcard::to_extend(&kept, Vec::new()).map(Some).map_err(|_| unmarshallable())
}

/// The code object in bytes that `to_bytes` made; `None` for all other bytes.
pub fn from_bytes(vm: &mut Vm, bytes: &[u8]) -> Option<Value> {
    let kept: Kept = postcard::from_bytes(bytes).ok()?;
    let kind = if kept.is_users { SourceKind::User } else { SourceKind::Prelude };
    let source = vm.sources.add(&kept.file, &kept.text, kind);
    let of = packed::Of { source, is_users: kept.is_users, lease: Some(vm.sources.lease(source)) };
    let code = packed::unpack(&kept.code, &kept.text, &of)?;
    let Some(program) = kept.program else { return Some(code::of_function(&code)) };
    let with_namespace = OnceCell::from(packed::unpack(&program.with_namespace, &kept.text, &of)?);
    let (grammar, last) = (program.grammar, program.last);
    Some(code::of_program(Program { code, grammar, last, tree: None, with_namespace }))
}

fn unmarshallable() -> Raise {
    Raise::new(Exc::ValueError, "unmarshallable object")
}
