//! `json`: converts values to text and text to values.

use std::collections::HashMap;
use std::rc::Rc;
use tensorcell_language::builtins::number::{self, float_repr};
use tensorcell_language::builtins::{plain, real};
use tensorcell_language::memory;
use tensorcell_language::object::Dict;
use tensorcell_language::surrogate::{char_of, code_of, is_surrogate};
use tensorcell_language::types::types;
use tensorcell_language::{Args, Builtin, Exc, ModuleDef, Raise, Result, Truth, Value, Vm};

pub static JSON: ModuleDef =
    ModuleDef { name: "_tensorcell.json", doc: "The native part of json.", functions: FUNCTIONS, init: None };

/// Characters of a text that are written between two looks at the room, and the longest escape of one.
const PIECE: usize = 64;
const LONGEST_ESCAPE: usize = 12;
/// Deeper nesting raises RecursionError.
const DEEPEST: usize = 900;

static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "json._encode",
        "(obj, default, skipkeys, ensure_ascii, check_circular, allow_nan, sort_keys, indent, item_sep, key_sep, /)",
        "dumps, its options spelled out.",
        |vm, args| {
            let mut encoder = Encoder {
                default: args.get(1).clone(),
                skip_keys: vm.truth(args.get(2))?,
                ascii: vm.truth(args.get(3))?,
                check_circular: vm.truth(args.get(4))?,
                allow_nan: vm.truth(args.get(5))?,
                sort_keys: vm.truth(args.get(6))?,
                indent: args.opt_str(7)?.map(str::to_string),
                item_separator: args.str(8)?.to_string(),
                key_separator: args.str(9)?.to_string(),
                holding: Vec::new(),
                replacing: 0,
                out: String::new(),
            };
            encoder.value(vm, args.get(0))?;
            Ok(Value::from(encoder.out))
        },
    ),
    Builtin::new(
        "json._scanstring",
        "(text, end, strict, error, /)",
        "The string whose quote stands before a place, and where it ends.",
        |vm, args| {
            let end = args.int(1)?;
            let text: Vec<char> = args.str(0)?.chars().collect();
            let start = usize::try_from(end - 1).ok().filter(|start| *start < text.len());
            let at = start.ok_or_else(|| Raise::value_error("end is out of bounds"))?;
            let (document, fail, strict) = (args.get(0), args.get(3), vm.truth(args.get(2))?);
            let mut decoder =
                Decoder { text: &text, at, depth: 0, strict, document, fail, hooks: None, keys: HashMap::new() };
            let read = decoder.string(vm)?;
            Ok(Value::pair(Value::from(read), Value::Int(decoder.at as i64)))
        },
    ),
    Builtin::new(
        "json._decode",
        "(text, object_hook, parse_float, parse_int, parse_constant, object_pairs_hook, error, start=None, strict=True, /)",
        "loads, its hooks spelled out; `error(message, text, position)` makes the exception. From a start: the value and \
         where it ends.",
        |vm, args| {
            let text: Vec<char> = args.str(0)?.chars().collect();
            let start = args.opt_int(7)?;
            let at = usize::try_from(start.unwrap_or(0)).unwrap_or(0).min(text.len());
            let strict = vm.truth(args.get(8))?;
            let (document, fail) = (args.get(0), args.get(6));
            let mut decoder =
                Decoder { text: &text, at, depth: 0, strict, document, fail, hooks: Some(args), keys: HashMap::new() };
            if start.is_some() {
                let value = decoder.value(vm)?;
                return Ok(Value::pair(value, Value::Int(decoder.at as i64)));
            }
            decoder.spaces();
            let value = decoder.value(vm)?;
            decoder.spaces();
            if decoder.at < text.len() {
                return Err(decoder.error(vm, "Extra data", decoder.at));
            }
            Ok(value)
        },
    ),
];

struct Encoder {
    default: Value,
    skip_keys: bool,
    ascii: bool,
    check_circular: bool,
    allow_nan: bool,
    sort_keys: bool,
    indent: Option<String>,
    item_separator: String,
    key_separator: String,
    /// Addresses of the enclosing containers: a container inside itself is an error.
    holding: Vec<usize>,
    /// How many of these are replacements by `default`.
    replacing: usize,
    out: String,
}

impl Encoder {
    fn line(&mut self) -> Result<()> {
        let Some(indent) = &self.indent else { return Ok(()) };
        memory::append(&mut self.out, "\n")?;
        (self.replacing..self.holding.len()).try_for_each(|_| memory::append(&mut self.out, indent))
    }

    fn enter(&mut self, address: usize) -> Result<()> {
        if self.check_circular && self.holding.contains(&address) {
            return Err(Raise::value_error("Circular reference detected"));
        }
        if self.holding.len() >= DEEPEST {
            return Err(Raise::new(
                Exc::RecursionError,
                "maximum recursion depth exceeded while encoding a JSON object",
            ));
        }
        self.holding.push(address);
        Ok(())
    }

    fn float(&self, x: f64) -> Result<String> {
        if x.is_finite() {
            return Ok(float_repr(x));
        }
        if !self.allow_nan {
            let shown = float_repr(x);
            return Err(Raise::value_error(format!("Out of range float values are not JSON compliant: {shown}")));
        }
        Ok((if x.is_nan() {
            "NaN"
        } else if x > 0.0 {
            "Infinity"
        } else {
            "-Infinity"
        })
        .to_string())
    }

    fn text(&mut self, vm: &mut Vm, text: &str) -> Result<()> {
        memory::append(&mut self.out, "\"")?;
        for (at, c) in text.chars().enumerate() {
            if at % 4096 == 4095 {
                vm.check_interrupt()?;
            }
            if at.is_multiple_of(PIECE) {
                memory::spare(&mut self.out, PIECE * LONGEST_ESCAPE)?;
            }
            match c {
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                '\n' => self.out.push_str("\\n"),
                '\r' => self.out.push_str("\\r"),
                '\t' => self.out.push_str("\\t"),
                '\u{8}' => self.out.push_str("\\b"),
                '\u{c}' => self.out.push_str("\\f"),
                c if self.ascii && is_surrogate(c) => self.out.push_str(&format!("\\u{:04x}", code_of(c))),
                c if (c as u32) < 0x20 || (self.ascii && (c as u32) > 0x7e) => {
                    for unit in c.encode_utf16(&mut [0; 2]) {
                        self.out.push_str(&format!("\\u{unit:04x}"));
                    }
                }
                c => self.out.push(c),
            }
        }
        self.out.push('"');
        Ok(())
    }

    fn value(&mut self, vm: &mut Vm, value: &Value) -> Result<()> {
        match &plain(value) {
            Value::None => memory::append(&mut self.out, "null")?,
            Value::Bool(b) => memory::append(&mut self.out, if b.get() { "true" } else { "false" })?,
            int @ (Value::Int(_) | Value::BigInt(_)) => memory::append(&mut self.out, &number::int_repr(int)?)?,
            Value::Float(x) => {
                let text = self.float(x.get())?;
                memory::append(&mut self.out, &text)?;
            }
            Value::Str(text) => self.text(vm, text)?,
            Value::List(_) | Value::Tuple(_) if matches!(value, Value::Instance(_)) => {
                let items = vm.collect(value)?;
                self.sequence(vm, value.address(), &items)?;
            }
            Value::List(list) => {
                let items = memory::copied(&list.items.borrow())?;
                self.sequence(vm, value.address(), &items)?;
            }
            Value::Tuple(items) => self.sequence(vm, value.address(), items)?,
            Value::Dict(dict) => self.dict(vm, value, dict)?,
            // A native subclass of float.
            Value::Native(native) if native.class().is_subclass(&types().float) => {
                let text = self.float(real(vm, value)?)?;
                memory::append(&mut self.out, &text)?;
            }
            _ if self.default.is_none() => {
                return Err(Raise::type_error(format!(
                    "Object of type {} is not JSON serializable",
                    value.type_name()
                )));
            }
            _ => {
                // While its replacement is written, the object counts as enclosing, without more indentation.
                self.enter(value.address())?;
                let replaced = vm.call(&self.default.clone(), std::slice::from_ref(value), &[])?;
                self.replacing += 1;
                self.value(vm, &replaced)?;
                self.replacing -= 1;
                self.holding.pop();
            }
        }
        Ok(())
    }

    fn sequence(&mut self, vm: &mut Vm, address: usize, items: &[Value]) -> Result<()> {
        if items.is_empty() {
            self.out.push_str("[]");
            return Ok(());
        }
        self.enter(address)?;
        self.out.push('[');
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                memory::append(&mut self.out, &self.item_separator)?;
            }
            self.line()?;
            if i % 1024 == 1023 {
                vm.check_interrupt()?;
            }
            self.value(vm, item)?;
        }
        self.holding.pop();
        self.line()?;
        self.out.push(']');
        Ok(())
    }

    fn dict(&mut self, vm: &mut Vm, value: &Value, dict: &Rc<Dict>) -> Result<()> {
        if dict.is_empty() {
            self.out.push_str("{}");
            return Ok(());
        }
        self.enter(value.address())?;
        self.out.push('{');
        let mut items = items(vm, value, dict)?;
        if self.sort_keys {
            items = sorted(vm, items)?;
        }
        let mut first = true;
        for (key, item) in items {
            let text = match &plain(&key) {
                Value::Str(text) => text.to_string(),
                Value::None => "null".into(),
                Value::Bool(b) => b.get().to_string(),
                int @ (Value::Int(_) | Value::BigInt(_)) => number::int_repr(int)?,
                Value::Float(x) => self.float(x.get())?,
                _ if self.skip_keys => continue,
                other => {
                    return Err(Raise::type_error(format!(
                        "keys must be str, int, float, bool or None, not {}",
                        other.type_name()
                    )));
                }
            };
            if !first {
                memory::append(&mut self.out, &self.item_separator)?;
            }
            first = false;
            self.line()?;
            self.text(vm, &text)?;
            memory::append(&mut self.out, &self.key_separator)?;
            self.value(vm, &item)?;
        }
        self.holding.pop();
        self.line()?;
        self.out.push('}');
        Ok(())
    }
}

/// The keys and values of a dictionary; a subclass gives them by its `items`.
fn items(vm: &mut Vm, value: &Value, dict: &Rc<Dict>) -> Result<Vec<(Value, Value)>> {
    if matches!(value, Value::Dict(_)) {
        memory::room_for::<(Value, Value)>(dict.len())?;
        return Ok(dict.items());
    }
    let given = vm.call_method(value, "items", &[])?;
    vm.collect(&given)?.iter().map(pair).collect()
}

fn pair(item: &Value) -> Result<(Value, Value)> {
    match item {
        Value::Tuple(pair) if pair.len() == 2 => Ok((pair[0].clone(), pair[1].clone())),
        _ => Err(Raise::value_error("items must return 2-tuples")),
    }
}

fn sorted(vm: &mut Vm, items: Vec<(Value, Value)>) -> Result<Vec<(Value, Value)>> {
    let items = items.into_iter().map(|(key, item)| Value::pair(key, item)).collect();
    let items = tensorcell_language::builtins::sorting::sort(vm, items, &Value::None, false)?;
    items.iter().map(pair).collect()
}

struct Decoder<'a> {
    text: &'a [char],
    at: usize,
    depth: usize,
    /// Whether control characters inside strings are errors.
    strict: bool,
    document: &'a Value,
    /// Raises JSONDecodeError.
    fail: &'a Value,
    hooks: Option<&'a Args>,
    keys: HashMap<String, Value>,
}

impl Decoder<'_> {
    fn hook(&self, slot: usize) -> Option<Value> {
        self.hooks.map(|hooks| hooks.get(slot).clone()).filter(|hook| !hook.is_none())
    }

    fn error(&self, vm: &mut Vm, message: &str, at: usize) -> Raise {
        let arguments = [Value::str(message), self.document.clone(), Value::Int(at as i64)];
        match vm.call(self.fail, &arguments, &[]) {
            // The function raises the exception that it creates.
            Err(error) => error,
            Ok(_) => Raise::value_error(message),
        }
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn spaces(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t' | '\n' | '\r')) {
            self.at += 1;
        }
    }

    fn eat(&mut self, word: &str) -> bool {
        let length = word.chars().count();
        let found = self.text.get(self.at..self.at + length).is_some_and(|part| part.iter().copied().eq(word.chars()));
        self.at += if found { length } else { 0 };
        found
    }

    fn value(&mut self, vm: &mut Vm) -> Result<Value> {
        let start = self.at;
        match self.peek() {
            Some('"') => self.string(vm).map(Value::from),
            Some('{') => self.nested(vm, Decoder::object),
            Some('[') => self.nested(vm, Decoder::array),
            Some('-' | '0'..='9') if !self.text[self.at..].starts_with(&['-', 'I']) => self.number(vm),
            Some(_) => {
                for (word, value) in
                    [("null", Value::None), ("true", Value::Bool(Truth::True)), ("false", Value::Bool(Truth::False))]
                {
                    if self.eat(word) {
                        return Ok(value);
                    }
                }
                for (word, value) in [("NaN", f64::NAN), ("Infinity", f64::INFINITY), ("-Infinity", f64::NEG_INFINITY)]
                {
                    if self.eat(word) {
                        return match self.hook(4) {
                            Some(hook) => vm.call(&hook, &[Value::str(word)], &[]),
                            None => Ok(Value::from(value)),
                        };
                    }
                }
                Err(self.error(vm, "Expecting value", start))
            }
            None => Err(self.error(vm, "Expecting value", start)),
        }
    }

    fn nested(&mut self, vm: &mut Vm, read: fn(&mut Self, &mut Vm) -> Result<Value>) -> Result<Value> {
        if self.depth >= DEEPEST {
            return Err(Raise::new(
                Exc::RecursionError,
                "maximum recursion depth exceeded while decoding a JSON document",
            ));
        }
        self.depth += 1;
        let value = read(self, vm);
        self.depth -= 1;
        value
    }

    fn number(&mut self, vm: &mut Vm) -> Result<Value> {
        let start = self.at;
        let digits = |decoder: &mut Self| {
            let from = decoder.at;
            while decoder.peek().is_some_and(|c| c.is_ascii_digit()) {
                decoder.at += 1;
            }
            decoder.at > from
        };
        self.eat("-");
        if !self.eat("0") && !digits(self) {
            return Err(self.error(vm, "Expecting value", start));
        }
        let mut whole = true;
        let after = self.at;
        if self.eat(".") && digits(self) {
            whole = false;
        } else {
            self.at = after;
        }
        let after = self.at;
        if (self.eat("e") || self.eat("E")) && {
            let _ = self.eat("+") || self.eat("-");
            digits(self)
        } {
            whole = false;
        } else {
            self.at = after;
        }
        let text: String = self.text[start..self.at].iter().collect();
        match (whole, self.hook(if whole { 3 } else { 2 })) {
            (_, Some(hook)) => vm.call(&hook, &[Value::from(text)], &[]),
            (true, None) => number::parse_int(vm, &text, 10),
            (false, None) => number::parse_float(&text).map(Value::from),
        }
    }

    fn string(&mut self, vm: &mut Vm) -> Result<String> {
        let start = self.at;
        self.at += 1;
        let mut out = String::new();
        loop {
            let Some(c) = self.peek() else {
                return Err(self.error(vm, "Unterminated string starting at", start));
            };
            self.at += 1;
            match c {
                '"' => return Ok(out),
                '\\' => {
                    let Some(escape) = self.peek() else {
                        return Err(self.error(vm, "Unterminated string starting at", start));
                    };
                    self.at += 1;
                    out.push(match escape {
                        '"' | '\\' | '/' => escape,
                        'n' => '\n',
                        't' => '\t',
                        'r' => '\r',
                        'b' => '\u{8}',
                        'f' => '\u{c}',
                        'u' => self.unicode(vm)?,
                        _ => return Err(self.error(vm, "Invalid \\escape", self.at - 2)),
                    });
                }
                c if (c as u32) < 0x20 && self.strict => {
                    return Err(self.error(vm, "Invalid control character at", self.at - 1));
                }
                c => out.push(c),
            }
        }
    }

    fn unit(&mut self, vm: &mut Vm) -> Result<u16> {
        let digits: String = self.text[self.at..].iter().take(4).collect();
        match u16::from_str_radix(&digits, 16) {
            Ok(unit) if digits.len() == 4 && !digits.starts_with('+') => {
                self.at += 4;
                Ok(unit)
            }
            _ => Err(self.error(vm, "Invalid \\uXXXX escape", self.at - 1)),
        }
    }

    fn unicode(&mut self, vm: &mut Vm) -> Result<char> {
        let first = self.unit(vm)?;
        let after = self.at;
        if (0xd800..0xdc00).contains(&first) && self.text[after..].starts_with(&['\\', 'u']) {
            self.at += 2;
            let second = self.unit(vm)?;
            if let Some(Ok(c)) = char::decode_utf16([first, second]).next() {
                return Ok(c);
            }
            self.at = after;
        }
        Ok(char_of(first.into()).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn array(&mut self, vm: &mut Vm) -> Result<Value> {
        self.at += 1;
        let mut items = Vec::new();
        self.spaces();
        if self.eat("]") {
            return Ok(Value::list(items));
        }
        loop {
            self.spaces();
            items.push(self.value(vm)?);
            if items.len().is_multiple_of(1024) {
                vm.check_interrupt()?;
            }
            self.spaces();
            if self.eat("]") {
                return Ok(Value::list(items));
            }
            let comma = self.at;
            if !self.eat(",") {
                return Err(self.error(vm, "Expecting ',' delimiter", self.at));
            }
            self.spaces();
            if self.peek() == Some(']') {
                return Err(self.error(vm, "Illegal trailing comma before end of array", comma));
            }
        }
    }

    fn object(&mut self, vm: &mut Vm) -> Result<Value> {
        self.at += 1;
        let mut pairs = Vec::new();
        self.spaces();
        if !self.eat("}") {
            loop {
                self.spaces();
                if self.peek() != Some('"') {
                    return Err(self.error(vm, "Expecting property name enclosed in double quotes", self.at));
                }
                let key = self.string(vm)?;
                self.spaces();
                if !self.eat(":") {
                    return Err(self.error(vm, "Expecting ':' delimiter", self.at));
                }
                self.spaces();
                // Equal keys share one object.
                let key = self.keys.entry(key).or_insert_with_key(|key| Value::str(key)).clone();
                pairs.push((key, self.value(vm)?));
                if pairs.len().is_multiple_of(1024) {
                    vm.check_interrupt()?;
                }
                self.spaces();
                if self.eat("}") {
                    break;
                }
                let comma = self.at;
                if !self.eat(",") {
                    return Err(self.error(vm, "Expecting ',' delimiter", self.at));
                }
                self.spaces();
                if self.peek() == Some('}') {
                    return Err(self.error(vm, "Illegal trailing comma before end of object", comma));
                }
            }
        }
        if let Some(hook) = self.hook(5) {
            let pairs = pairs.into_iter().map(|(key, value)| Value::tuple(vec![key, value])).collect();
            return vm.call(&hook, &[Value::list(pairs)], &[]);
        }
        let object = Value::dict(pairs);
        match self.hook(1) {
            Some(hook) => vm.call(&hook, &[object], &[]),
            None => Ok(object),
        }
    }
}
