//! What the adapter asks of the program that is debugged.

use std::collections::BTreeMap;

use super::event::Stopped;
use super::hits::HitCondition;
use super::refusal::Refusal;
use super::reply::{Evaluated, ExceptionInfo, ProgramModule, Rich, Scope, StackFrame, Thread, Variable};
use super::request::{Expression, Page};

/// Where the program is to stop, or to tell something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakpoint {
    pub id: i64,
    /// From 1.
    pub line: u32,
    /// Stops where this expression is true.
    pub condition: Option<String>,
    pub hits: Option<HitCondition>,
    /// Tells this in place of stopping; `{expression}` stands for a value.
    pub log: Option<String>,
}

/// By their files.
pub type Breakpoints = BTreeMap<String, Vec<Breakpoint>>;

/// Which exceptions stop the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filters {
    /// Each, where it is raised.
    pub raised: bool,
    /// Those that the program does not handle.
    pub uncaught: bool,
}

/// How a program that stands goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resume {
    Continue,
    /// To the next line of the function, or of its caller.
    Over,
    /// To the next line, wherever that is.
    Into,
    /// To where the function returns.
    Out,
}

/// The program that is debugged. Threads and frames have numbers; those of frames and of what is inside values hold until it goes on.
pub trait Program {
    /// The lines of a text that the program can stop at, in order; none where it is no code.
    fn lines(&mut self, path: &str, text: &str) -> Vec<u32>;

    /// From here on these stop the program; without any, nothing is left to pay.
    fn watch(&mut self, breakpoints: &Breakpoints, filters: Filters, just_my_code: bool);

    /// Where the program stands; None where it runs.
    fn stopped(&self) -> Option<Stopped>;

    /// Has a program that stands go on.
    fn resume(&mut self, how: Resume);

    /// Has the program stop at the next line that it comes to.
    fn pause(&mut self);

    fn threads(&mut self) -> Vec<Thread>;

    /// The calls of a thread that stands, the innermost first.
    fn stack(&mut self, thread: i64) -> Vec<StackFrame>;

    /// # Errors
    /// Where there is no such frame.
    fn scopes(&mut self, frame: i64) -> Result<Vec<Scope>, Refusal>;

    /// What is inside a value or a scope.
    ///
    /// # Errors
    /// Where the reference does not hold any more.
    fn variables(&mut self, reference: i64, page: Page) -> Result<Vec<Variable>, Refusal>;

    /// The notebook's names.
    fn globals(&mut self) -> Vec<Variable>;

    /// # Errors
    /// Where there is no such variable, or the value's expression fails.
    fn set_variable(&mut self, reference: i64, name: &str, value: &str) -> Result<Evaluated, Refusal>;

    /// # Errors
    /// Where either expression fails, or the first is nothing to assign to.
    fn set_expression(&mut self, target: &Expression, value: &str) -> Result<Evaluated, Refusal>;

    /// # Errors
    /// What the expression raises.
    fn evaluate(&mut self, expression: &Expression) -> Result<Evaluated, Refusal>;

    /// A variable as results are shown.
    ///
    /// # Errors
    /// Where there is no such variable.
    fn rich(&mut self, name: &str, frame: Option<i64>) -> Result<Rich, Refusal>;

    /// Binds a name of the notebook to a variable of a frame.
    ///
    /// # Errors
    /// Where there is no such variable.
    fn copy_to_globals(&mut self, from: &str, frame: i64, to: &str) -> Result<Evaluated, Refusal>;

    /// The exception that the program stands at.
    ///
    /// # Errors
    /// Where it stands at none.
    fn exception(&mut self) -> Result<ExceptionInfo, Refusal>;

    /// The modules that lie in files, and the number of all.
    fn modules(&mut self) -> (Vec<ProgramModule>, usize);
}
