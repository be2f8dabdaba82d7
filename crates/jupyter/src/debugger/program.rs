//! The interface between the adapter and the debugged program.

use std::collections::BTreeMap;

use super::event::Stopped;
use super::hits::HitCondition;
use super::refusal::Refusal;
use super::reply::{Evaluated, ExceptionInfo, ProgramModule, Rich, Scope, StackFrame, Thread, Variable};
use super::request::{Expression, Page};

/// A position where the program stops or logs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakpoint {
    pub id: i64,
    /// 1-based.
    pub line: u32,
    /// Stops only if this expression is true.
    pub condition: Option<String>,
    pub hits: Option<HitCondition>,
    /// Logs this text instead of stopping. `{expression}` is replaced by its value.
    pub log: Option<String>,
}

/// Breakpoints by file.
pub type Breakpoints = BTreeMap<String, Vec<Breakpoint>>;

/// Which exceptions stop the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filters {
    /// Every exception, where it is raised.
    pub raised: bool,
    /// Exceptions that the program does not handle.
    pub uncaught: bool,
}

/// How a stopped program continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resume {
    Continue,
    /// Stops at the next line of the function or of its caller.
    Over,
    /// Stops at the next line, in any function.
    Into,
    /// Stops when the function returns.
    Out,
}

/// The debugged program. Ids of frames and variable references are valid until the program continues.
pub trait Program {
    /// Returns the lines of `text` at which the program can stop, in order. Returns none if it is not code.
    fn lines(&mut self, path: &str, text: &str) -> Vec<u32>;

    /// Sets what stops the program from now on. With nothing set, debugging costs nothing.
    fn watch(&mut self, breakpoints: &Breakpoints, filters: Filters, just_my_code: bool);

    /// Returns where the program is stopped, or None if it runs.
    fn stopped(&self) -> Option<Stopped>;

    /// Continues a stopped program.
    fn resume(&mut self, how: Resume);

    /// Stops the program at the next line that it executes.
    fn pause(&mut self);

    fn threads(&mut self) -> Vec<Thread>;

    /// Returns the call stack of a stopped thread, innermost first.
    fn stack(&mut self, thread: i64) -> Vec<StackFrame>;

    /// # Errors
    /// If there is no such frame.
    fn scopes(&mut self, frame: i64) -> Result<Vec<Scope>, Refusal>;

    /// Returns the children of a value or a scope.
    ///
    /// # Errors
    /// If the reference is no longer valid.
    fn variables(&mut self, reference: i64, page: Page) -> Result<Vec<Variable>, Refusal>;

    /// Returns the notebook's global names.
    fn globals(&mut self) -> Vec<Variable>;

    /// # Errors
    /// If there is no such variable, or the value's expression raises.
    fn set_variable(&mut self, reference: i64, name: &str, value: &str) -> Result<Evaluated, Refusal>;

    /// # Errors
    /// If either expression raises, or the target cannot be assigned to.
    fn set_expression(&mut self, target: &Expression, value: &str) -> Result<Evaluated, Refusal>;

    /// # Errors
    /// The exception that the expression raises.
    fn evaluate(&mut self, expression: &Expression) -> Result<Evaluated, Refusal>;

    /// Returns a variable as a MIME bundle.
    ///
    /// # Errors
    /// If there is no such variable.
    fn rich(&mut self, name: &str, frame: Option<i64>) -> Result<Rich, Refusal>;

    /// Binds a name of the notebook to a variable of a frame.
    ///
    /// # Errors
    /// If there is no such variable.
    fn copy_to_globals(&mut self, from: &str, frame: i64, to: &str) -> Result<Evaluated, Refusal>;

    /// Returns the exception that the program is stopped at.
    ///
    /// # Errors
    /// If the program is not stopped at an exception.
    fn exception(&mut self) -> Result<ExceptionInfo, Refusal>;

    /// Returns the modules loaded from files, and the number of all modules.
    fn modules(&mut self) -> (Vec<ProgramModule>, usize);
}
