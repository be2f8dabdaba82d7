//! Instructions of the stack machine, and the code that contains them.

use super::flow::{Awaited, Flow};
use super::operand_spans::OperandSpans;
use crate::native::{BinaryOp, CompareOp, UnaryOp};
use crate::object::Str;
use crate::source::Lease;
use crate::version::next_version;
use crate::{Span, Value};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::rc::Rc;

/// Operands are indices into the code's tables, counts, or instruction addresses. Comments show the stack with its top at the
/// right.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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
    /// Reverses the topmost values.
    Reverse(u32),

    LoadLocal(u32),
    StoreLocal(u32),
    DeleteLocal(u32),
    /// Unbinds locals, from the given one on: the variables of a comprehension that has ended.
    ForgetLocals(u16, u32),
    LoadCell(u32),
    StoreCell(u32),
    DeleteCell(u32),
    LoadGlobal(u32),
    StoreGlobal(u32),
    DeleteGlobal(u32),
    /// Reads from a class body's namespace, then globals and built-ins.
    LoadName(u32),
    StoreName(u32),
    DeleteName(u32),
    /// Pushes the namespace of the running class body.
    LoadNamespace,
    /// namespace -> value, from there or from the globals
    LoadNameIn(u32),
    /// namespace -> value, from there or from a variable of an enclosing function
    LoadNameInOrCell(u32),
    /// In a class body: reads from its namespace, then a variable of an enclosing function.
    LoadNameOrCell(u32),

    LoadAttr(u32),
    /// value object ->
    StoreAttr(u32),
    DeleteAttr(u32),
    /// object -> function object, or Unbound and a callable
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
    /// A backward jump: polls for interrupts.
    Loop(u32),
    PopJumpIfFalse(u32),
    PopJumpIfTrue(u32),
    JumpIfFalseOrPop(u32),
    JumpIfTrueOrPop(u32),
    GetIter,
    /// iterator -> iterator item; at the end it pops the iterator and jumps
    ForIter(u32),

    BuildTuple(u32),
    BuildList(u32),
    BuildSet(u32),
    /// key value key value... -> dict
    BuildDict(u32),
    /// Joins strings.
    BuildString(u32),
    /// list ... item -> list ... ; the operand is the distance of the list below the item
    ListAppend(u32),
    SetAdd(u32),
    /// dict ... key value -> dict ...
    DictSet(u32),
    /// list iterable -> list
    /// True: for the only positional argument of a call.
    ListExtend(bool),
    SetUpdate,
    /// dict mapping -> dict
    DictUpdate,
    /// As DictUpdate, for keywords of a call: duplicates are errors.
    DictMerge,
    ListToTuple,
    Unpack(u32),
    /// The counts of items before and after the starred one.
    UnpackStar(u16, u16),

    /// callee arguments -> result
    Call(u32),
    /// The names of the last arguments are in `keywords`.
    CallKeywords(u16, u16),
    /// Takes the operands left by LoadMethod.
    CallMethod(u32),
    CallMethodKeywords(u16, u16),
    /// callee list [dict] -> result
    CallSpread(bool),
    /// (defaults tuple) (keyword defaults tuple) (annotations dict) -> function; bits of the second operand tell which are present.
    MakeFunction(u16, u16),
    /// bases-list keywords-dict -> class
    MakeClass(u32),
    Return,
    Yield,
    /// iterator value -> iterator value-to-yield ..., at the end the result
    YieldFrom,
    /// As GetIter, for `yield from`.
    GetYieldFromIter,
    /// awaitable -> its iterator
    GetAwaitable(Awaited),
    /// object -> asynchronous iterator
    GetAsyncIter,
    /// iterator -> iterator iterator-of-the-next-item
    GetAsyncNext,
    /// iterator -> ; StopAsyncIteration ends the loop, any other exception propagates.
    EndAsyncFor,
    /// manager -> manager awaitable
    AsyncEnter,
    /// manager -> awaitable
    AsyncExit,
    /// As AsyncExit, with the exception being handled.
    AsyncExcept,

    Try(u32),
    /// As Try, for the stack without its top.
    TryBelow(u32),
    PopTry,
    LoadException,
    /// class -> bool
    MatchException,
    /// original raised rest class -> original raised rest bool; the matching part is handled next
    StarMatch,
    /// original raised rest -> original raised rest; a clause raised the exception being handled
    StarRaised,
    /// original raised rest -> bool: whether an exception propagates, which is handled now
    StarEnd,
    PopHandling,
    Reraise,
    /// Reraises, and the frame's line becomes that of the instruction.
    ReraiseHere,
    /// (exception (cause)) ->
    Raise(u32),
    /// (message) ->
    RaiseAssert(bool),
    /// manager -> manager entered-value
    WithEnter,
    /// manager ->
    WithExit,
    /// manager -> whether the exception was suppressed
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
    /// Stores an annotation of a class body or module: annotation ->
    Annotate(u32),
    /// Creates `__annotations__` if it is missing.
    SetUpAnnotations,
    /// name line -> result of the host's magic
    Magic,
    /// value -> ; passes it to `sys.displayhook`
    Show,

    /// subject -> subject bool
    MatchSequence,
    MatchMapping,
    /// subject -> subject bool: whether its length equals, or is at least, the operand
    MatchLength(u32, bool),
    /// Pushes the item at an index of the subject, or counted from its end.
    MatchItem(u32, bool),
    /// subject keys-tuple -> subject values-tuple-or-None
    MatchKeys,
    /// subject class -> attributes-tuple-or-None; positional count, and names in `keywords`
    MatchClass(u16, u16),
    /// subject keys-tuple -> dict of the rest
    MatchRest,

    /// Notifies a debugger or profiler; only in instrumented code.
    Trace(TracePoint),

    // Fused instructions, each in place of the first of its sequence (see `fuse`).
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
    /// LoadLocal a, LoadLocal b
    LoadLocals(u16, u16),
    /// LoadLocal a, PopJumpIfFalse
    BranchOnLocal(u16),
    /// Const c, Is, PopJumpIfFalse
    IsConst(bool, u16),
    /// ForIter, StoreLocal
    ForIterStore(u16, u32),
}

// The main loop reads an instruction as one word.
const _: () = assert!(size_of::<Op>() == 8);

/// The trace event of a point in instrumented code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum TracePoint {
    Call,
    Line,
    /// A backward jump: the next line is reported even if it is unchanged.
    Back,
    Return,
}

/// The inline cache of an instruction: the result of its last lookup.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Site {
    /// The version of the class (attributes) or of the code (calls), or the change count of the module's namespace (globals).
    /// 0: empty.
    pub version: u32,
    pub found: Found,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Found {
    #[default]
    Unknown,
    /// At this position of the object's own dict (globals: the module's); no entry of the class takes precedence.
    Own(u32),
    /// A function at this position of the dict of the class at this depth of the resolution order (globals: of the built-ins).
    Class(u16, u32),
    /// For a call: the parameter index of each keyword, or `EXTRA_KEYWORD`.
    Places([u8; MOST_PLACES]),
}

/// A keyword that matches no parameter.
pub(crate) const EXTRA_KEYWORD: u8 = u8::MAX;
pub(crate) const MOST_PLACES: usize = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum CodeKind {
    Module,
    Class,
    Function,
    /// The function of a comprehension or generator expression.
    Comprehension,
}

/// The plain code behind instrumented code.
#[derive(Clone)]
pub(crate) struct Original {
    pub code: Rc<Code>,
    /// Maps each instruction to the plain one that it replaces or precedes; `None` at the call point.
    pub places: Rc<[Option<u32>]>,
}

/// Parameters take the first slots: positional, keyword-only, `*args`, `**kwargs`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
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
    /// Whether all parameters are positional.
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
    /// The span of the whole definition.
    pub range: (u32, u32),
    /// Only for evaluated code.
    pub(crate) lease: Option<Rc<Lease>>,
    /// Only for instrumented code.
    pub(crate) original: Option<Original>,
    pub(crate) kind: CodeKind,
    pub(crate) parameters: Parameters,
    pub(crate) flow: Flow,
    /// Whether it is the user's code, and not one of our own modules.
    pub(crate) is_users: bool,
    /// The key by which sites cache how they call this code.
    pub(crate) version: u32,
    /// Not a generator: a call with bound arguments needs only a frame.
    pub(crate) is_light: bool,
    /// Light, with only positional parameters: a call that passes all of them needs no binding.
    pub(crate) is_usual: bool,
    pub(crate) doc: Option<String>,
    pub(crate) ops: Vec<Op>,
    /// The span of each instruction's expression.
    pub(crate) spans: Vec<(u32, u32)>,
    pub(crate) operands: OperandSpans,
    /// Inline caches of globals and attributes, by instruction.
    pub(crate) sites: Vec<Cell<Site>>,
    pub(crate) constants: Vec<Value>,
    pub(crate) names: Vec<Str>,
    pub(crate) keywords: Vec<Rc<[Str]>>,
    pub(crate) codes: Vec<Rc<Code>>,
    pub(crate) locals: Vec<Str>,
    /// Names of the cells: the code's own, then the captured ones.
    pub(crate) cells: Vec<Str>,
    pub(crate) own_cells: usize,
    /// The first local of inlined comprehensions; these locals are bound only while their comprehension runs.
    pub(crate) first_inlined: usize,
    /// The instruction ranges of those comprehensions.
    pub(crate) comprehensions: Vec<(u32, u32)>,
    /// The parent's cells that become this code's free ones.
    pub(crate) captures: Vec<u32>,
    /// Parameters stored in cells: local slot, cell.
    pub(crate) cell_parameters: Vec<(u32, u32)>,
}

impl Code {
    /// Fills what follows from the rest: inline caches, the version, how calls may run it.
    pub(super) fn finished(mut self) -> Rc<Code> {
        self.sites = vec![Cell::new(Site::default()); self.ops.len()];
        self.version = next_version();
        self.is_light = !self.flow.rests();
        self.is_usual = self.is_light && self.parameters.is_plain();
        Rc::new(self)
    }

    /// Whether it is a comprehension, not a generator expression: programs see it run in its caller's frame (PEP 709).
    pub fn is_inlined(&self) -> bool {
        self.kind == CodeKind::Comprehension && !self.flow.rests()
    }

    /// The instruction offset in bytes that programs see. The first one precedes all of ours, at the start of the call.
    pub fn lasti(&self, at: usize) -> i64 {
        let plain = match &self.original {
            Some(original) => original.places.get(at).copied().flatten().map(|place| place as usize),
            None => Some(at),
        };
        plain.map_or(0, |plain| 2 * (plain as i64 + 1))
    }
    /// Changes the offsets of all spans, after its text has moved within another source.
    pub(crate) fn move_spans(&mut self, moved: impl Fn(u32) -> u32) {
        for span in self.spans.iter_mut().chain(self.operands.iter_mut()).chain([&mut self.range]) {
            *span = (moved(span.0), moved(span.1));
        }
    }
    pub fn span(&self, at: usize) -> Span {
        let (start, end) = self.spans.get(at).copied().unwrap_or_default();
        Span { source: self.source, start, end }
    }
}
