//! Forking: the evaluator goes on in a child process, where the thread that forked is the only one.
//!
//! The child has a copy of all memory and of one native thread, the evaluator's. Threads that other crates had started are
//! gone, and with them what they would have done: each crate says by [`AtFork`] how its own state becomes one that holds
//! without them. The child runs what the parent would have run next, and ends with the outermost cell: whoever called for
//! that cell (a kernel with its sockets, a test) lives in the parent.

use super::Ident;
use crate::{Exc, Host, Raise, Result, Value, Vm};
use std::rc::Rc;

/// What a crate does about a fork.
#[derive(Clone, Copy)]
pub struct AtFork {
    /// Calls its argument, which forks, while the crate's native threads hold no lock that the child may need.
    pub around: fn(&mut dyn FnMut()),
    /// Makes the crate's state that of a child.
    pub in_child: fn(&mut Vm),
}

#[derive(Default)]
pub(crate) struct Forks {
    known: Vec<AtFork>,
    /// This process is a child.
    is_child: bool,
    /// How deep cells are nested.
    cells: usize,
}

impl Vm {
    /// Has a crate take part in every fork.
    pub fn at_fork(&mut self, hooks: AtFork) {
        self.forks.known.push(hooks);
    }
    /// Whether this process was forked from another while the program ran.
    pub fn is_forked(&self) -> bool {
        self.forks.is_child
    }
    /// Calls `fork` where every crate is ready for it.
    pub fn around_fork(&mut self, fork: &mut dyn FnMut()) {
        fn nested(hooks: &[AtFork], fork: &mut dyn FnMut()) {
            match hooks.split_first() {
                Some((first, rest)) => (first.around)(&mut || nested(rest, fork)),
                None => fork(),
            }
        }
        nested(&self.forks.known.clone(), fork);
    }
    /// In the child, before all else: `host` is its world from here on.
    pub fn become_forked(&mut self, host: Rc<dyn Host>) {
        self.forks.is_child = true;
        self.set_host(host);
        self.forget_threads();
        for hooks in self.forks.known.clone() {
            (hooks.in_child)(self);
        }
    }

    /// Runs a cell; a child ends with the outermost one.
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
    /// A child that was forked in a thread ends when that thread does.
    pub(super) fn end_if_forked(&mut self, ident: Ident) {
        if self.forks.is_child && ident == self.threads.main {
            self.exit_forked(Ok(()));
        }
    }
    /// Ends a child as a program ends; its exit code follows from how its code did.
    pub(super) fn exit_forked(&mut self, outcome: Result<()>) -> ! {
        let code = outcome.map_or_else(|raise| self.told_exit_code(raise), |()| 0);
        self.end();
        // SAFETY: nothing runs after it; what the parent's native threads would do at the end is theirs.
        unsafe { libc::_exit(code) }
    }
    /// The exit code after an exception, which is told unless it asks for an exit.
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
