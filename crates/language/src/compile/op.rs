//! Instructions of the stack machine, and the code that holds them.

use super::flow::{Awaited, Flow};
use crate::native::{BinaryOp, CompareOp, UnaryOp};
use crate::object::Str;
use crate::source::Lease;
use crate::{Span, Value};
use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

/// Operands are indices into the code's tables, counts, or addresses of instructions. Comments show the stack, its top
/// at the right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Op {
    Const(u32),
    Pop,
    Dup,
    /// a b -> a b a b
    DupTwo,
    /// a b -> b a
    Swap,
    /// a b c -> c a b
    RotateThree,
    /// So many values in the other order.
    Reverse(u32),

    LoadLocal(u32),
    StoreLocal(u32),
    DeleteLocal(u32),
    /// So many locals from one on: the variables of a comprehension that has ended.
    ForgetLocals(u16, u32),
    LoadCell(u32),
    StoreCell(u32),
    DeleteCell(u32),
    LoadGlobal(u32),
    StoreGlobal(u32),
    DeleteGlobal(u32),
    /// In a class body: its namespace, then globals and built-ins.
    LoadName(u32),
    StoreName(u32),
    DeleteName(u32),
    /// Pushes the names of the running class body.
    LoadNamespace,
    /// namespace -> value: there, or a global
    LoadNameIn(u32),
    /// namespace -> value: there, or a variable of a function around
    LoadNameInOrCell(u32),
    /// In a class body: its namespace, then a variable of a function around it.
    LoadNameOrCell(u32),

    LoadAttr(u32),
    /// value object ->
    StoreAttr(u32),
    DeleteAttr(u32),
    /// object -> function object, or Unbound and something to call
    LoadMethod(u32),
    /// object key -> item
    GetItem,
    /// value object key ->
    SetItem,
    DeleteItem,
    /// start stop step -> slice
    BuildSlice,

    Binary(BinaryOp),
    InPlace(BinaryOp),
    Unary(UnaryOp),
    Not,
    Compare(CompareOp),
    Is(bool),
    In(bool),

    Jump(u32),
    /// Backwards: interrupts are noticed here.
    Loop(u32),
    PopJumpIfFalse(u32),
    PopJumpIfTrue(u32),
    JumpIfFalseOrPop(u32),
    JumpIfTrueOrPop(u32),
    GetIter,
    /// iterator -> iterator item, or jumps with the iterator gone
    ForIter(u32),

    BuildTuple(u32),
    BuildList(u32),
    BuildSet(u32),
    /// key value key value... -> dict
    BuildDict(u32),
    /// Joins strings.
    BuildString(u32),
    /// list ... item -> list ... ; the list is so far below the item
    ListAppend(u32),
    SetAdd(u32),
    /// dict ... key value -> dict ...
    DictSet(u32),
    /// list iterable -> list
    /// True: with the only positional argument of a call.
    ListExtend(bool),
    SetUpdate,
    /// dict mapping -> dict
    DictUpdate,
    /// As DictUpdate, for keywords of a call: doubles are errors.
    DictMerge,
    ListToTuple,
    Unpack(u32),
    /// Items before and after the starred one.
    UnpackStar(u16, u16),

    /// callee arguments -> result
    Call(u32),
    /// Names of the last arguments in `keywords`.
    CallKeywords(u16, u16),
    /// As left by LoadMethod.
    CallMethod(u32),
    CallMethodKeywords(u16, u16),
    /// callee list [dict] -> result
    CallSpread(bool),
    /// (defaults tuple) (keyword defaults tuple) (annotations dict) -> function; bits of the second operand say which.
    MakeFunction(u16, u16),
    /// bases-list keywords-dict -> class
    MakeClass(u32),
    Return,
    Yield,
    /// iterator value -> iterator value-to-yield ..., ends as result
    YieldFrom,
    /// As GetIter, for `yield from`.
    GetYieldFromIter,
    /// awaitable -> its iterator
    GetAwaitable(Awaited),
    /// object -> asynchronous iterator
    GetAsyncIter,
    /// iterator -> iterator iterator-of-the-next-item
    GetAsyncNext,
    /// iterator -> ; StopAsyncIteration ends the loop, any other exception goes on.
    EndAsyncFor,
    /// manager -> manager awaitable
    AsyncEnter,
    /// manager -> awaitable
    AsyncExit,
    /// As AsyncExit, with the exception that is being handled.
    AsyncExcept,

    Try(u32),
    /// As Try, for a stack without its top.
    TryBelow(u32),
    PopTry,
    LoadException,
    /// class -> bool
    MatchException,
    /// original raised rest class -> original raised rest bool; what the clause takes is handled next
    StarMatch,
    /// original raised rest -> original raised rest; what is handled was raised by a clause
    StarRaised,
    /// original raised rest -> bool; whether something goes on: that is handled now
    StarEnd,
    PopHandling,
    Reraise,
    /// (exception (cause)) ->
    Raise(u32),
    /// (message) ->
    RaiseAssert(bool),
    /// manager -> manager entered-value
    WithEnter,
    /// manager ->
    WithExit,
    /// manager -> whether the exception was swallowed
    WithExcept,

    /// Pushes `a` of `import a.b`.
    ImportTop(u32),
    /// Pushes `a.b` of `import a.b`.
    Import(u32),
    /// module -> module member
    ImportFrom(u32),
    ImportStar,

    /// value (spec) -> string; the conversion's letter or 0
    Format(u8, bool),
    /// Notes an annotation of a class body or module: annotation ->
    Annotate(u32),
    /// Makes `__annotations__` where there is none.
    SetUpAnnotations,
    /// name line -> result of the host's magic
    Magic,
    /// value -> ; `sys.displayhook` gets it
    Show,

    /// subject -> subject bool
    MatchSequence,
    MatchMapping,
    /// subject -> subject bool: its length is, or is at least
    MatchLength(u32, bool),
    /// The item at an index of the subject, or so far from its end.
    MatchItem(u32, bool),
    /// subject keys-tuple -> subject values-tuple-or-None
    MatchKeys,
    /// subject class -> attributes-tuple-or-None; positional count and names in `keywords`
    MatchClass(u16, u16),
    /// subject keys-tuple -> dict of the rest
    MatchRest,

    /// Tells a debugger or profiler: only in instrumented code.
    Trace(TracePoint),

    // Shortcuts, each in place of the first instruction of a run (see `fuse`).
    /// LoadLocal a, LoadLocal b, Binary
    BinaryLocals(BinaryOp, u16, u16),
    /// LoadLocal a, Const c, Binary
    BinaryLocalConst(BinaryOp, u16, u16),
    /// LoadLocal b, Binary
    BinaryLocal(BinaryOp, u16),
    /// Const c, Binary
    BinaryConst(BinaryOp, u16),
    /// LoadLocal a, LoadLocal b, Compare, PopJumpIfFalse
    CompareLocals(CompareOp, u16, u16),
    /// LoadLocal a, Const c, Compare, PopJumpIfFalse
    CompareLocalConst(CompareOp, u16, u16),
    /// Const c, Compare, PopJumpIfFalse
    CompareConst(CompareOp, u16),
    /// Compare, PopJumpIfFalse
    CompareJump(CompareOp),
    /// LoadLocal a, LoadLocal b, GetItem
    ItemOfLocals(u16, u16),
    /// LoadLocal b, GetItem
    ItemAtLocal(u16),
    /// LoadLocal a, LoadAttr
    AttrOfLocal(u16, u32),
    /// LoadLocal a, StoreAttr
    StoreAttrOfLocal(u16, u32),
    /// LoadLocal a, LoadMethod
    MethodOfLocal(u16, u32),
    /// LoadLocal a, LoadLocal b, SetItem
    SetItemOfLocals(u16, u16),
    /// ForIter, StoreLocal
    ForIterStore(u16, u32),
}

// A step of the loop reads one as one word.
const _: () = assert!(size_of::<Op>() == 8);

/// The trace event of a place in instrumented code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TracePoint {
    Call,
    Line,
    /// A backward jump: the next line is reported even if it is the same.
    Back,
    Return,
}

/// What an instruction remembers of the last lookup of its name.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Site {
    /// The version of the class (attributes) or of the code (calls), or the count of changes of the module's names (globals).
    /// 0: nothing known.
    pub version: u32,
    pub found: Found,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Found {
    #[default]
    Unknown,
    /// At this position of the object's own dict (globals: the module's); nothing in the class comes before it.
    Own(u32),
    /// A function at this position of the dict of the class at this depth of the order (globals: of the built-ins).
    Class(u16, u32),
    /// Of a call: the parameter that each keyword's value is for, or `EXTRA_KEYWORD`.
    Places([u8; MOST_PLACES]),
}

/// A keyword that is no parameter's.
pub(crate) const EXTRA_KEYWORD: u8 = u8::MAX;
pub(crate) const MOST_PLACES: usize = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeKind {
    Module,
    Class,
    Function,
    /// A comprehension's or generator expression's function.
    Comprehension,
}

/// What instrumented code stands for.
#[derive(Clone)]
pub(crate) struct Original {
    pub code: Rc<Code>,
    /// Maps each instruction to the plain one that it replaces or precedes; `None` at the point of the call.
    pub places: Rc<[Option<u32>]>,
}

/// Parameters take the first slots: positional, keyword-only, `*args`, `**kwargs`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parameters {
    pub positional_only: usize,
    pub positional: usize,
    pub keyword_only: usize,
    pub rest: bool,
    pub keywords: bool,
}

impl Parameters {
    pub fn named(&self) -> usize {
        self.positional + self.keyword_only
    }
    pub fn count(&self) -> usize {
        self.named() + usize::from(self.rest) + usize::from(self.keywords)
    }
    /// Only positional parameters.
    pub fn is_plain(&self) -> bool {
        self.keyword_only == 0 && !self.rest && !self.keywords
    }
}

/// The bytecode of a function, class body, comprehension or cell.
#[derive(Clone)]
pub struct Code {
    pub name: Rc<str>,
    pub qualname: Rc<str>,
    pub source: u32,
    /// Of the whole definition.
    pub range: (u32, u32),
    /// Of evaluated code.
    pub(crate) lease: Option<Rc<Lease>>,
    /// Of instrumented code.
    pub(crate) original: Option<Original>,
    pub(crate) kind: CodeKind,
    pub(crate) parameters: Parameters,
    pub(crate) flow: Flow,
    /// The user's, and not the house's own.
    pub(crate) is_users: bool,
    /// What sites know it by that remember how they call it.
    pub(crate) version: u32,
    /// No generator: a call with its arguments bound needs no more than a frame.
    pub(crate) is_light: bool,
    /// Light, with only positional parameters: a call with all arguments binds nothing.
    pub(crate) is_usual: bool,
    pub(crate) doc: Option<String>,
    pub(crate) ops: Vec<Op>,
    /// The place of each instruction's expression.
    pub(crate) spans: Vec<(u32, u32)>,
    /// Places of the operands of calls, operators and subscripts, by instruction.
    pub(crate) operands: HashMap<u32, Box<[(u32, u32)]>>,
    /// Where globals and attributes were found last, by instruction.
    pub(crate) sites: Vec<Cell<Site>>,
    pub(crate) constants: Vec<Value>,
    pub(crate) names: Vec<Str>,
    pub(crate) keywords: Vec<Rc<[Str]>>,
    pub(crate) codes: Vec<Rc<Code>>,
    pub(crate) locals: Vec<Str>,
    /// Names of the cells: the code's own, then those it captures.
    pub(crate) cells: Vec<Str>,
    pub(crate) own_cells: usize,
    /// From here on the locals are those of comprehensions that run in the frame, which hold something only while these run.
    pub(crate) first_inlined: usize,
    /// Where the loops of those comprehensions are.
    pub(crate) comprehensions: Vec<(u32, u32)>,
    /// Of the parent's cells, those that become this code's free ones.
    pub(crate) captures: Vec<u32>,
    /// Parameters that live in cells: local slot, cell.
    pub(crate) cell_parameters: Vec<(u32, u32)>,
}

impl Code {
    /// Whether it is a comprehension but no generator expression: programs see it run in its caller's frame (PEP 709).
    pub fn is_inlined(&self) -> bool {
        self.kind == CodeKind::Comprehension && !self.flow.rests()
    }

    /// An instruction as programs number it, in bytes: the first of them comes before all of ours, where the call begins.
    pub fn lasti(&self, at: usize) -> i64 {
        let plain = match &self.original {
            Some(original) => original.places.get(at).copied().flatten().map(|place| place as usize),
            None => Some(at),
        };
        plain.map_or(0, |plain| 2 * (plain as i64 + 1))
    }
    pub fn span(&self, at: usize) -> Span {
        let (start, end) = self.spans.get(at).copied().unwrap_or_default();
        Span { source: self.source, start, end }
    }
}
