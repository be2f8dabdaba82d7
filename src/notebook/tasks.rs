//! Runs tasks: comm messages and the cells of subshells, besides the cells of the main shell.
//!
//! The main thread runs the main shell's tasks, at its safe points and between cells, never nested. Each task of a
//! subshell has its own thread, which takes turns with the others.

use super::front::front;
use super::{cells, debugger, kernel_module};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use tensorcell_jupyter::{Bundle, Cell, CommKind, ErrorReport, Expressions, Message, Shell, Task, catch};
use tensorcell_language::threads::{Ident, Start};
use tensorcell_language::{Builtin, Raise, Result, Value, Vm};

/// Runs the waiting tasks that the current thread may run.
pub fn look(vm: &mut Vm) {
    while let Some(shell) = front(|front| front.next_shell(vm.thread() == Ident::MAIN)).flatten() {
        match shell {
            Shell::Main => within_cell(vm),
            Shell::Sub(_) => beside_cell(vm, shell),
        }
    }
}

/// Runs the main shell's tasks. Afterwards output belongs to the running cell again.
fn within_cell(vm: &mut Vm) {
    let cell = front(|front| front.cell()).unwrap_or_default();
    do_all(vm, &Shell::Main);
    front(|front| front.enter_cell(cell));
}

/// Begins the next task of a subshell. Afterwards output belongs to the running cell again.
fn beside_cell(vm: &mut Vm, shell: Shell) {
    let cell = front(|front| front.cell()).unwrap_or_default();
    begin_thread(vm, shell);
    front(|front| front.enter_cell(cell));
}

thread_local! {
    /// Tasks whose threads have not run yet, by number.
    static BEGUN: RefCell<BTreeMap<u64, (Shell, Task)>> = RefCell::default();
}

/// Begins the next task of a subshell, if any, in its own thread, because a thread belongs to one request.
fn begin_thread(vm: &mut Vm, shell: Shell) {
    while let Some(task) = front(|front| front.next_task(&shell)).flatten() {
        let number = front(|front| front.cell()).unwrap_or_default();
        BEGUN.with_borrow_mut(|begun| begun.insert(number, (shell.clone(), task)));
        let (function, args) = (Value::Builtin(&DO), vec![Value::Int(number as i64)]);
        let start = Start { function, args, kwargs: Vec::new(), daemon: true, at_end: Box::new(|_| {}) };
        let Err(raise) = vm.start_thread(start) else { return };
        BEGUN.with_borrow_mut(|begun| begun.remove(&number));
        let report = report(vm, raise);
        front(|front| front.finish_task(Err(report)));
    }
}

static DO: Builtin = Builtin::new("_kernel._do", "(number)", "Does a subshell's task.", |vm, args| {
    let number = args.int(0)? as u64;
    if let Some((shell, task)) = BEGUN.with_borrow_mut(|begun| begun.remove(&number)) {
        finish(vm, task);
        begin_thread(vm, shell);
    }
    Ok(Value::None)
});

fn do_all(vm: &mut Vm, shell: &Shell) {
    while let Some(task) = front(|front| front.next_task(shell)).flatten() {
        finish(vm, task);
    }
}

fn finish(vm: &mut Vm, task: Task) {
    let outcome = catch(|| run(vm, task)).unwrap_or_else(Err);
    front(|front| front.finish_task(outcome));
}

fn run(vm: &mut Vm, task: Task) -> std::result::Result<Expressions, ErrorReport> {
    match task {
        Task::Cell(cell, asked) => {
            run_cell(vm, &cell).map_err(|raise| report(vm, raise))?;
            Ok(expressions(vm, &asked))
        }
        Task::Comm(kind, message) => {
            let outcome = deliver(vm, kind, &message);
            outcome.map(|()| Expressions::new()).map_err(|raise| report(vm, raise))
        }
    }
}

fn deliver(vm: &mut Vm, kind: CommKind, message: &Arc<Message>) -> Result<()> {
    let outcome = kernel_module::tell_comms(vm, kind, message);
    // Plots of a callback are shown with it.
    outcome.and(tensorcell_pydata::matplotlib::end_of_cell(vm))
}

fn run_cell(vm: &mut Vm, cell: &Cell) -> Result<()> {
    let name = format!("Cell [{}]", cell.execution_count);
    debugger::begin_cell(vm, &name, &cell.code);
    let outcome = cells::run(vm, &name, cell, &mut |_| Ok(()));
    vm.collect_at_end_of_cell();
    outcome
}

/// Evaluates a request's `user_expressions`.
fn expressions(vm: &mut Vm, asked: &Bundle) -> Expressions {
    let mut value = |code: &serde_json::Value| {
        let shown = cells::expression(vm, code.as_str().unwrap_or_default());
        shown.map_err(|raise| report(vm, raise))
    };
    asked.iter().map(|(name, code)| (name.clone(), value(code))).collect()
}

fn report(vm: &mut Vm, raise: Raise) -> ErrorReport {
    let found = vm.report(raise);
    ErrorReport { ename: found.ename, evalue: found.evalue, traceback: found.traceback }
}
