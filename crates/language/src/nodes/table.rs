//! The table of nodes: the classes of `ast`, their fields and whether they have positions. All conversions use it.

use std::cell::OnceCell;
use std::collections::HashMap;

/// A class that nodes derive from; a node that is its own base has a single constructor of the same name.
pub(crate) struct Base {
    pub name: &'static str,
    /// Whether its nodes have `lineno`, `col_offset`, `end_lineno` and `end_col_offset`.
    pub has_place: bool,
    /// Each node in CPython's notation: `Name(identifier id, expr_context ctx)`.
    pub nodes: &'static [&'static str],
}

/// A field of a node.
#[derive(Clone, Copy)]
pub(crate) struct Field {
    pub name: &'static str,
    /// `expr`, `identifier`, `int`...
    pub kind: &'static str,
    pub count: Count,
}

/// The number of values in a field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Count {
    One,
    /// One or None: `expr? value`.
    Optional,
    /// A list: `stmt* body`.
    Many,
}

/// A node's name and fields.
pub(crate) struct Node {
    pub name: &'static str,
    pub base: &'static Base,
    pub fields: Vec<Field>,
}

/// The node of that name.
pub(crate) fn node(name: &str) -> Option<&'static Node> {
    thread_local! {
        static NODES: OnceCell<&'static HashMap<&'static str, Node>> = const { OnceCell::new() };
    }
    NODES.with(|nodes| *nodes.get_or_init(|| Box::leak(Box::new(parsed())))).get(name)
}

fn parsed() -> HashMap<&'static str, Node> {
    let of_base = |base: &'static Base| base.nodes.iter().map(move |text| parsed_node(base, text));
    BASES.iter().flat_map(of_base).map(|node| (node.name, node)).collect()
}

fn parsed_node(base: &'static Base, text: &'static str) -> Node {
    let (name, fields) = text.split_once('(').unwrap_or((text, ""));
    let fields = fields.trim_end_matches(')').split(", ").filter_map(|field| {
        let (kind, name) = field.split_once(' ')?;
        let (kind, count) = match (kind.strip_suffix('?'), kind.strip_suffix('*')) {
            (Some(kind), _) => (kind, Count::Optional),
            (_, Some(kind)) => (kind, Count::Many),
            _ => (kind, Count::One),
        };
        Some(Field { name, kind, count })
    });
    Node { name, base, fields: fields.collect() }
}

const fn base(name: &'static str, has_place: bool, nodes: &'static [&'static str]) -> Base {
    Base { name, has_place, nodes }
}

pub(crate) static BASES: &[Base] = &[
    base(
        "mod",
        false,
        &[
            "Module(stmt* body, type_ignore* type_ignores)",
            "Interactive(stmt* body)",
            "Expression(expr body)",
            "FunctionType(expr* argtypes, expr returns)",
        ],
    ),
    base(
        "stmt",
        true,
        &[
            "FunctionDef(identifier name, arguments args, stmt* body, expr* decorator_list, expr? returns, string? type_comment, type_param* type_params)",
            "AsyncFunctionDef(identifier name, arguments args, stmt* body, expr* decorator_list, expr? returns, string? type_comment, type_param* type_params)",
            "ClassDef(identifier name, expr* bases, keyword* keywords, stmt* body, expr* decorator_list, type_param* type_params)",
            "Return(expr? value)",
            "Delete(expr* targets)",
            "Assign(expr* targets, expr value, string? type_comment)",
            "TypeAlias(expr name, type_param* type_params, expr value)",
            "AugAssign(expr target, operator op, expr value)",
            "AnnAssign(expr target, expr annotation, expr? value, int simple)",
            "For(expr target, expr iter, stmt* body, stmt* orelse, string? type_comment)",
            "AsyncFor(expr target, expr iter, stmt* body, stmt* orelse, string? type_comment)",
            "While(expr test, stmt* body, stmt* orelse)",
            "If(expr test, stmt* body, stmt* orelse)",
            "With(withitem* items, stmt* body, string? type_comment)",
            "AsyncWith(withitem* items, stmt* body, string? type_comment)",
            "Match(expr subject, match_case* cases)",
            "Raise(expr? exc, expr? cause)",
            "Try(stmt* body, excepthandler* handlers, stmt* orelse, stmt* finalbody)",
            "TryStar(stmt* body, excepthandler* handlers, stmt* orelse, stmt* finalbody)",
            "Assert(expr test, expr? msg)",
            "Import(alias* names)",
            "ImportFrom(identifier? module, alias* names, int? level)",
            "Global(identifier* names)",
            "Nonlocal(identifier* names)",
            "Expr(expr value)",
            "Pass",
            "Break",
            "Continue",
        ],
    ),
    base(
        "expr",
        true,
        &[
            "BoolOp(boolop op, expr* values)",
            "NamedExpr(expr target, expr value)",
            "BinOp(expr left, operator op, expr right)",
            "UnaryOp(unaryop op, expr operand)",
            "Lambda(arguments args, expr body)",
            "IfExp(expr test, expr body, expr orelse)",
            "Dict(expr* keys, expr* values)",
            "Set(expr* elts)",
            "ListComp(expr elt, comprehension* generators)",
            "SetComp(expr elt, comprehension* generators)",
            "DictComp(expr key, expr value, comprehension* generators)",
            "GeneratorExp(expr elt, comprehension* generators)",
            "Await(expr value)",
            "Yield(expr? value)",
            "YieldFrom(expr value)",
            "Compare(expr left, cmpop* ops, expr* comparators)",
            "Call(expr func, expr* args, keyword* keywords)",
            "FormattedValue(expr value, int conversion, expr? format_spec)",
            "JoinedStr(expr* values)",
            "Constant(constant value, string? kind)",
            "Attribute(expr value, identifier attr, expr_context ctx)",
            "Subscript(expr value, expr slice, expr_context ctx)",
            "Starred(expr value, expr_context ctx)",
            "Name(identifier id, expr_context ctx)",
            "List(expr* elts, expr_context ctx)",
            "Tuple(expr* elts, expr_context ctx)",
            "Slice(expr? lower, expr? upper, expr? step)",
        ],
    ),
    base("expr_context", false, &["Load", "Store", "Del"]),
    base("boolop", false, &["And", "Or"]),
    base(
        "operator",
        false,
        &[
            "Add", "Sub", "Mult", "MatMult", "Div", "Mod", "Pow", "LShift", "RShift", "BitOr", "BitXor", "BitAnd",
            "FloorDiv",
        ],
    ),
    base("unaryop", false, &["Invert", "Not", "UAdd", "USub"]),
    base("cmpop", false, &["Eq", "NotEq", "Lt", "LtE", "Gt", "GtE", "Is", "IsNot", "In", "NotIn"]),
    base("comprehension", false, &["comprehension(expr target, expr iter, expr* ifs, int is_async)"]),
    base("excepthandler", true, &["ExceptHandler(expr? type, identifier? name, stmt* body)"]),
    base(
        "arguments",
        false,
        &[
            "arguments(arg* posonlyargs, arg* args, arg? vararg, arg* kwonlyargs, expr* kw_defaults, arg? kwarg, expr* defaults)",
        ],
    ),
    base("arg", true, &["arg(identifier arg, expr? annotation, string? type_comment)"]),
    base("keyword", true, &["keyword(identifier? arg, expr value)"]),
    base("alias", true, &["alias(identifier name, identifier? asname)"]),
    base("withitem", false, &["withitem(expr context_expr, expr? optional_vars)"]),
    base("match_case", false, &["match_case(pattern pattern, expr? guard, stmt* body)"]),
    base(
        "pattern",
        true,
        &[
            "MatchValue(expr value)",
            "MatchSingleton(constant value)",
            "MatchSequence(pattern* patterns)",
            "MatchMapping(expr* keys, pattern* patterns, identifier? rest)",
            "MatchClass(expr cls, pattern* patterns, identifier* kwd_attrs, pattern* kwd_patterns)",
            "MatchStar(identifier? name)",
            "MatchAs(pattern? pattern, identifier? name)",
            "MatchOr(pattern* patterns)",
        ],
    ),
    base("type_ignore", false, &["TypeIgnore(int lineno, string tag)"]),
    base(
        "type_param",
        true,
        &[
            "TypeVar(identifier name, expr? bound, expr? default_value)",
            "ParamSpec(identifier name, expr? default_value)",
            "TypeVarTuple(identifier name, expr? default_value)",
        ],
    ),
];
