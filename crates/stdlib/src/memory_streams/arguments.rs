//! What the methods of streams in memory are given: sizes, places, and the stream itself.

use tensorcell_language::builtins::clipped_index;
use tensorcell_language::native::Native;
use tensorcell_language::{Args, Exc, Raise, Result, Value, Vm};

/// The stream that a method is called on.
pub(super) fn this<T: Native>(args: &Args) -> Result<&T> {
    let uninitialized = || Raise::value_error("I/O operation on uninitialized object");
    args.get(0).downcast::<T>().ok_or_else(uninitialized)
}

/// A size; None where there is no limit.
pub(super) fn size(vm: &mut Vm, given: &Value) -> Result<Option<usize>> {
    match given {
        Value::None => Ok(None),
        Value::Int(size) => Ok(usize::try_from(*size).ok()),
        other => {
            let found = other.type_name();
            let size = clipped_index(vm, other).map_err(|raise| match raise.is(Exc::TypeError) {
                true => Raise::type_error(format!("argument should be integer or None, not '{found}'")),
                false => raise,
            })?;
            Ok(usize::try_from(size).ok())
        }
    }
}

/// Where a stream is moved to: an offset from the start, from the current place, or from the end.
pub(super) struct Move {
    pub offset: i64,
    pub whence: i64,
}

impl Move {
    pub fn read(vm: &mut Vm, args: &Args) -> Result<Move> {
        Ok(Move { offset: clipped_index(vm, args.get(1))?, whence: clipped_index(vm, args.get(2))? })
    }
    pub fn place(&self, at: usize, length: usize) -> usize {
        let from = match self.whence {
            1 => at,
            2 => length,
            _ => 0,
        };
        usize::try_from(self.offset.saturating_add(from as i64)).unwrap_or(0)
    }
}
