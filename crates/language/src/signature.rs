//! Signatures of native functions, parsed once from their declaration, and the errors of arguments that do not fit.

use super::dialect::{self, Dialect};
use super::object::{Function, Str};
use super::{Builtin, Raise, Value};
use num_bigint::BigInt;
use std::cell::RefCell;

/// The signature of a builtin, parsed at its first use. Declarations are plain statics, so it is stored separately.
pub(crate) fn parsed(builtin: &'static Builtin) -> &'static Signature {
    thread_local! {
        static PARSED: RefCell<hashbrown::HashMap<usize, &'static Signature>> = RefCell::default();
    }
    let address = std::ptr::from_ref(builtin) as usize;
    PARSED.with_borrow_mut(|parsed| {
        *parsed.entry(address).or_insert_with(|| {
            let dialect = dialect::of(builtin);
            Box::leak(Box::new(Signature { dialect, ..Signature::parse(builtin.signature) }))
        })
    })
}

/// The number of parameters of a signature without `*`; None for others.
pub(crate) const fn exact(signature: &str) -> Option<u8> {
    let text = signature.as_bytes();
    let (mut at, mut depth, mut count, mut empty) = (0, 0, 0, true);
    let mut quoted = false;
    while at < text.len() {
        match text[at] {
            b'\'' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'[' => depth += 1,
            b')' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(if empty { count } else { count + 1 });
                }
            }
            b'*' => return None,
            b',' if depth == 1 => {
                if !empty {
                    count += 1;
                }
                empty = true;
            }
            b' ' | b'/' => {}
            _ => empty = false,
        }
        at += 1;
    }
    None
}

/// The parameters of a native function (bound or not) as tuples of name, kind (0 positional-only to 4 `**`, as in `inspect`) and
/// default, if any. None for other values, and for a default without a Python form.
pub fn as_values(function: &Value) -> Option<Vec<Value>> {
    let (builtin, bound) = match function {
        Value::Builtin(builtin) => (*builtin, builtin.is_class_method()),
        Value::Method(method) => match &method.function {
            Value::Builtin(builtin) => (*builtin, true),
            _ => return None,
        },
        Value::Class(class) => (class.new.get()?, false),
        _ => return None,
    };
    let signature = parsed(builtin);
    let mut values = Vec::new();
    for (at, parameter) in signature.parameters.iter().enumerate().skip(usize::from(bound)) {
        let kind = match at {
            _ if Some(at) == signature.rest => 2,
            _ if Some(at) == signature.keywords => 4,
            _ if at < signature.positional_only => 0,
            _ if at < signature.positional => 1,
            _ => 3,
        };
        let mut fields = vec![Value::str(&parameter.name), Value::Int(kind)];
        match &parameter.default {
            Default::Required => {}
            Default::Absent => return None,
            default => fields.push(default.value()),
        }
        values.push(Value::tuple(fields));
    }
    Some(values)
}

pub struct Signature {
    pub parameters: Vec<Parameter>,
    /// How many parameters accept positional arguments.
    pub positional: usize,
    /// How many of these accept no keyword (before `/`).
    positional_only: usize,
    /// Index of `*args` and `**kwargs`.
    pub rest: Option<usize>,
    pub keywords: Option<usize>,
    /// The fewest positional arguments that satisfy all required parameters; None if defaults are created per call.
    pub(crate) least: Option<usize>,
    /// The defaults, ready to be bound.
    pub(crate) fills: Vec<Option<Value>>,
    /// The dialect that the function binds arguments by; None for Python's rules.
    pub(crate) dialect: Option<&'static Dialect>,
}

#[derive(Debug)]
pub struct Parameter {
    pub name: String,
    pub default: Default,
}

impl Parameter {
    pub(crate) fn is_required(&self) -> bool {
        matches!(self.default, Default::Required)
    }
}

/// A default as plain data, because signatures are stored in statics.
#[derive(Debug)]
pub enum Default {
    Required,
    /// `...`
    Absent,
    None,
    Ellipsis,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(String),
    Tuple(Vec<Default>),
    List,
}

impl Default {
    fn parse(text: &str) -> Default {
        match text {
            "..." => return Default::Absent,
            "None" => return Default::None,
            "Ellipsis" => return Default::Ellipsis,
            "True" => return Default::Bool(true),
            "False" => return Default::Bool(false),
            "[]" => return Default::List,
            _ => {}
        }
        if let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
            return Default::Tuple(
                split(inner).iter().filter(|item| !item.is_empty()).map(|item| Default::parse(item)).collect(),
            );
        }
        for quote in ['\'', '"'] {
            if let Some(inner) = text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote)) {
                return Default::Str(inner.replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\"));
            }
        }
        if let Ok(value) = text.parse() {
            return Default::Int(value);
        }
        match text.parse() {
            Ok(value) => Default::Float(value),
            Err(_) => Default::Absent,
        }
    }
    pub fn value(&self) -> Value {
        match self {
            Default::Required | Default::Absent | Default::None => Value::None,
            Default::Ellipsis => Value::Ellipsis,
            Default::Bool(value) => Value::from(*value),
            Default::Int(value) => Value::Int(*value),
            Default::Float(value) => Value::from(*value),
            Default::Str(text) => Value::str(text),
            Default::Tuple(items) => Value::tuple(items.iter().map(Default::value).collect()),
            Default::List => Value::list(Vec::new()),
        }
    }
}

/// Splits at commas outside brackets and quotes.
fn split(text: &str) -> Vec<String> {
    let (mut parts, mut depth, mut quote) = (vec![String::new()], 0, None);
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            (None, ',') if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).collect()
}

/// The text inside the outer parentheses.
fn inside(text: &str) -> &str {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => {
                depth -= 1;
                if depth == 0 {
                    return &text[1..at];
                }
            }
            _ => {}
        }
    }
    text.trim_start_matches('(')
}

impl Signature {
    /// Whether any parameter accepts a keyword.
    pub(crate) fn takes_keywords(&self) -> bool {
        let named = (self.positional_only..self.parameters.len()).filter(|at| Some(*at) != self.rest);
        named.count() > 0
    }
    pub fn parse(text: &str) -> Signature {
        let mut signature = Signature {
            parameters: Vec::new(),
            positional: 0,
            positional_only: 0,
            rest: None,
            keywords: None,
            least: None,
            fills: Vec::new(),
            dialect: None,
        };
        let mut keyword_only = false;
        for part in split(inside(text)).iter().filter(|part| !part.is_empty()) {
            let at = signature.parameters.len();
            let mut push = |name: &str, default| {
                let name = name.split(':').next().unwrap_or(name).trim().to_owned();
                signature.parameters.push(Parameter { name, default });
            };
            if part == "/" {
                signature.positional_only = at;
            } else if part == "*" {
                keyword_only = true;
            } else if let Some(name) = part.strip_prefix("**") {
                push(name, Default::Required);
                signature.keywords = Some(at);
            } else if let Some(name) = part.strip_prefix('*') {
                push(name, Default::Required);
                signature.rest = Some(at);
                keyword_only = true;
            } else {
                match part.split_once('=') {
                    Some((name, default)) => push(name, Default::parse(default.trim())),
                    None => push(part, Default::Required),
                }
                if !keyword_only {
                    signature.positional = at + 1;
                }
            }
        }
        let variadic = |at| Some(at) == signature.rest || Some(at) == signature.keywords;
        let required =
            |(at, parameter): (usize, &Parameter)| (parameter.is_required() && !variadic(at)).then_some(at + 1);
        let fresh = signature.parameters.iter().any(|parameter| matches!(parameter.default, Default::List));
        let least = signature.parameters.iter().enumerate().filter_map(required).max().unwrap_or(0);
        signature.least = (!fresh).then_some(least);
        signature.fills = signature
            .parameters
            .iter()
            .map(|parameter| match &parameter.default {
                Default::Required | Default::Absent | Default::List => None,
                default => Some(default.value()),
            })
            .collect();
        signature
    }

    /// The signature of a function of the language; of its defaults only their presence.
    pub(crate) fn of_function(function: &Function) -> Signature {
        let (code, defaults) = (&function.code, function.defaults.borrow().len());
        let known = &code.parameters;
        let keyword_defaults = function.keyword_defaults();
        let default = |at: usize| {
            let given = match at.checked_sub(known.positional) {
                None => at + defaults >= known.positional,
                Some(at) => keyword_defaults.get(at).is_some_and(|default| !matches!(default, Value::Unbound)),
            };
            if given { Default::Absent } else { Default::Required }
        };
        let parameter = |(at, name): (usize, &Str)| Parameter { name: name.to_string(), default: default(at) };
        Signature {
            parameters: code.locals[..known.count()].iter().enumerate().map(parameter).collect(),
            positional: known.positional,
            positional_only: known.positional_only,
            rest: known.rest.then_some(known.named()),
            keywords: known.keywords.then_some(known.named() + usize::from(known.rest)),
            least: None,
            fills: Vec::new(),
            dialect: None,
        }
    }

    pub(crate) fn positional_only_count(&self) -> usize {
        self.positional_only
    }
    fn is_variadic(&self, at: usize) -> bool {
        Some(at) == self.rest || Some(at) == self.keywords
    }
    /// The parameter that a keyword names.
    pub fn keyword(&self, name: &str) -> Option<usize> {
        let at = self.parameters.iter().position(|parameter| parameter.name == name)?;
        (at >= self.positional_only && !self.is_variadic(at)).then_some(at)
    }
    /// The index of `*args` if this is its name and it is given as a whole: `x.reshape(shape=(2, 3))`.
    pub fn whole(&self, name: &str) -> Option<usize> {
        self.rest.filter(|&at| self.parameters[at].name == name)
    }
    /// Names that are accepted as keywords.
    pub(crate) fn keyword_names(&self) -> impl Iterator<Item = &str> {
        let named = self.parameters.iter().enumerate().skip(self.positional_only);
        named.filter(|(at, _)| !self.is_variadic(*at)).map(|(_, parameter)| parameter.name.as_str())
    }

    pub(crate) fn too_many(&self, builtin: &Builtin, given: usize) -> Raise {
        let function = builtin.short_name();
        let first = usize::from(self.parameters.first().is_some_and(|parameter| parameter.name == "self"));
        let (takes, given) = (self.positional - first, given - first);
        let only = self.parameters.len() == self.positional;
        let required =
            self.parameters[first..self.positional].iter().filter(|p| matches!(p.default, Default::Required)).count();
        Raise::type_error(if takes == 0 && only {
            let prefix = self.dialect.filter(|_| builtin.is_method()).map_or("", |dialect| dialect.method_prefix);
            format!("{prefix}{function}() takes no arguments ({given} given)")
        } else if takes == 1 && only && required == 1 && self.positional_only == 1 + first {
            format!("{function}() takes exactly one argument ({given} given)")
        } else if required < takes {
            let plural = if takes == 1 { "" } else { "s" };
            format!("{function}() takes at most {takes} argument{plural} ({given} given)")
        } else {
            positional_count(function, required, takes, given)
        })
    }

    pub(crate) fn missing<T>(&self, builtin: &Builtin, slots: &[Option<T>]) -> Raise {
        let function = builtin.short_name();
        let missing: Vec<&str> = self
            .parameters
            .iter()
            .enumerate()
            .filter(|(at, parameter)| {
                slots[*at].is_none() && matches!(parameter.default, Default::Required) && !self.is_variadic(*at)
            })
            .map(|(_, parameter)| parameter.name.as_str())
            .collect();
        if self.positional_only == self.parameters.len() && self.positional_only > 0 {
            let first = usize::from(self.parameters[0].name == "self");
            if self.positional - first == 1 {
                return Raise::type_error(format!("{function}() takes exactly one argument (0 given)"));
            }
        }
        self.missing_of(function, &missing)
    }
    /// The error for missing required parameters.
    pub(crate) fn missing_of(&self, function: &str, names: &[&str]) -> Raise {
        match self.dialect {
            Some(dialect) => (dialect.missing)(function, names),
            None => missing_arguments(function, "positional", names),
        }
    }

    pub(crate) fn unexpected(&self, function: &str, name: &str) -> Raise {
        unexpected_keyword(function, name, self.keyword_names())
    }
}

/// "f() takes 2 positional arguments but 3 were given"; with defaults "from 1 to 2".
pub(crate) fn positional_count(function: &str, least: usize, most: usize, given: usize) -> String {
    let takes = if least < most { format!("from {least} to {most}") } else { most.to_string() };
    let plural = if most == 1 && least == most { "" } else { "s" };
    let were = if given == 1 { "was" } else { "were" };
    format!("{function}() takes {takes} positional argument{plural} but {given} {were} given")
}

/// "f() missing 2 required positional arguments: 'x' and 'y'".
pub(crate) fn missing_arguments(function: &str, kind: &str, names: &[&str]) -> Raise {
    let quoted: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    let list = match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [one, two] => format!("{one} and {two}"),
        [rest @ .., last] => format!("{}, and {last}", rest.join(", ")),
    };
    let plural = if names.len() == 1 { "" } else { "s" };
    Raise::type_error(format!("{function}() missing {} required {kind} argument{plural}: {list}", names.len()))
}

pub(crate) fn unexpected_keyword<'a>(function: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Raise {
    let raise = Raise::type_error(format!("{function}() got an unexpected keyword argument '{name}'"));
    match super::suggest::closest(name, known) {
        Some(near) => raise.help(format!("Did you mean '{near}'?")),
        None => raise,
    }
}

/// Parses an integer literal, in any base of Python's syntax.
pub(crate) fn integer(text: &str) -> Option<BigInt> {
    let digits = text.replace('_', "");
    let radix = match digits.get(..2) {
        Some("0x" | "0X") => 16,
        Some("0o" | "0O") => 8,
        Some("0b" | "0B") => 2,
        _ => return digits.parse().ok(),
    };
    BigInt::parse_bytes(&digits.as_bytes()[2..], radix)
}
