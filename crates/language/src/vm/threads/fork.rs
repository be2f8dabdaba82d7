//! Forking: the evaluator continues in a child process, where only the forking thread exists.
//!
//! The child has a copy of all memory, but only one native thread, the evaluator's. Native threads of other crates are gone. By
//! [`AtFork`] each crate adapts its state to that. The child continues the parent's program, and ends with the outermost cell,
//! because the caller of that cell (a kernel with its sockets, a test) exists only in the parent.

use super::Ident;
use crate::{Exc, Host, Raise, Result, Value, Vm};
use std::rc::Rc;

/// The hooks of a crate for a fork.
#[derive(Clone, Copy)]
pub struct AtFork {
    /// Calls its argument, which forks, while none of the crate's native threads holds a lock that the child may need.
    pub around: fn(&mut dyn FnMut()),
    /// Adapts the crate's state in the child.
    pub in_child: fn(&mut Vm),
}

#[derive(Default)]
pub(crate) struct Forks {
    known: Vec<AtFork>,
    /// Whether this process is a child.
    is_child: bool,
    /// Nesting depth of cells.
    cells: usize,
}

impl Vm {
    /// Registers a crate's hooks for every fork.
    pub fn at_fork(&mut self, hooks: AtFork) {
        self.forks.known.push(hooks);
    }
    /// Whether this process was forked from another while the program ran.
    pub fn is_forked(&self) -> bool {
        self.forks.is_child
    }
    /// Calls `fork` inside the `around` hooks of every crate.
    pub fn around_fork(&mut self, fork: &mut dyn FnMut()) {
        fn nested(hooks: &[AtFork], fork: &mut dyn FnMut()) {
            match hooks.split_first() {
                Some((first, rest)) => (first.around)(&mut || nested(rest, fork)),
                None => fork(),
            }
        }
        nested(&self.forks.known.clone(), fork);
    }
    /// Called first in the child; `host` becomes its host.
    pub fn become_forked(&mut self, host: Rc<dyn Host>) {
        self.forks.is_child = true;
        self.set_host(host);
        self.forget_threads();
        for hooks in self.forks.known.clone() {
            (hooks.in_child)(self);
        }
    }

    /// Runs a cell; a child process ends with the outermost one.
    pub(in crate::vm) fn in_cell(
        &mut self,
        run: impl FnOnce(&mut Vm) -> Result<Option<Value>>,
    ) -> Result<Option<Value>> {
        self.forks.cells += 1;
        let outcome = run(self);
        self.forks.cells -= 1;
        if self.forks.is_child && self.forks.cells == 0 {
            self.exit_forked(outcome.map(drop));
        }
        outcome
    }
    /// Ends a child that was forked in a thread when that thread ends.
    pub(super) fn end_if_forked(&mut self, ident: Ident) {
        if self.forks.is_child && ident == self.threads.main {
            self.exit_forked(Ok(()));
        }
    }
    /// Ends a child as a program ends; the exit code follows from the outcome of its code.
    pub(super) fn exit_forked(&mut self, outcome: Result<()>) -> ! {
        let code = outcome.map_or_else(|raise| self.told_exit_code(raise), |()| 0);
        self.end();
        // SAFETY: nothing runs after it; exit handlers belong to the parent's native threads.
        unsafe { libc::_exit(code) }
    }
    /// The exit code after an exception, which is reported unless it is a SystemExit.
    fn told_exit_code(&mut self, raise: Raise) -> i32 {
        if !raise.is(Exc::SystemExit) {
            let report = self.report(raise).plain;
            self.host().write_stderr(&format!("{report}\n"));
            return 1;
        }
        let exit = crate::exception::materialize(raise);
        match self.get_attr(&exit, "code").unwrap_or_default() {
            Value::None => 0,
            Value::Int(code) => code as i32,
            other => {
                let text = self.str(&other).unwrap_or_default();
                self.host().write_stderr(&format!("{text}\n"));
                1
            }
        }
    }
}
