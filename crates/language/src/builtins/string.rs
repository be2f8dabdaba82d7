//! The methods of str. Positions count code points.

use super::joining::{joined, joined_length, quickly_joined};
use super::splitting::{is_space, lines, list_of_parts, split, split_spaces, texts};
use super::{bounds, casing, clipped_index, guard_size, percent, repr, searching, spoken, template};
use crate::memory;
use crate::object::{Dict, Str};
use crate::surrogate::{char_of, code_of};
use crate::unicode;
use crate::vm::Polled;
use crate::{Args, Builtin, Exc, Raise, Result, Truth, Value, Vm};
use std::str::Chars;

fn this(args: &Args) -> Result<Str> {
    super::receiver(args, |value| match value {
        Value::Str(text) => Some(text),
        _ => None,
    })
}

/// The letters of a string, one by one.
type Letters<'a, 'b> = Polled<'a, Chars<'b>>;

macro_rules! mapped {
    ($name:literal, $doc:literal, $ascii:path, $map:expr) => {
        Builtin::new($name, "(self, /)", $doc, |vm, args| {
            let (map, text): (fn(&mut Letters) -> String, _) = ($map, this(args)?);
            match text.is_ascii() {
                true => Ok(Value::from($ascii(&text))),
                false => vm.polled(text.chars(), map).map(Value::from),
            }
        })
    };
}

/// As `mapped`, for functions of each letter and its lower case.
macro_rules! lowered {
    ($name:literal, $doc:literal, $ascii:path, $map:expr) => {
        Builtin::new($name, "(self, /)", $doc, |vm, args| {
            let (map, text): (fn(&mut dyn Iterator<Item = (char, String)>) -> String, _) = ($map, this(args)?);
            match text.is_ascii() {
                true => Ok(Value::from($ascii(&text))),
                false => vm.polled(casing::lowered(&text), |letters| map(letters)).map(Value::from),
            }
        })
    };
}

/// Results for shorter strings need no memory check.
const SHORT: usize = 1 << 12;
/// Longer strings are not for quick functions, which poll for no interrupts.
const LONG: usize = 1 << 16;

macro_rules! tested {
    ($name:literal, $doc:literal, $test:expr) => {
        Builtin::new($name, "(self, /)", $doc, |vm, args| {
            let test: fn(&mut Letters) -> bool = $test;
            vm.polled(this(args)?.chars(), test).map(Value::from)
        })
    };
}

pub static METHODS: &[Builtin] = &[
    mapped!("str.upper", "Return a copy of the string converted to uppercase.", str::to_ascii_uppercase, |text| {
        text.flat_map(char::to_uppercase).collect()
    })
    .quick(|args| ascii_cased(args, str::make_ascii_uppercase)),
    lowered!("str.lower", "Return a copy of the string converted to lowercase.", str::to_ascii_lowercase, |text| {
        text.map(|(_, lower)| lower).collect()
    })
    .quick(|args| ascii_cased(args, str::make_ascii_lowercase)),
    mapped!(
        "str.casefold",
        "Return a version of the string suitable for caseless comparisons.",
        str::to_ascii_lowercase,
        |text| text.map(casing::fold).collect()
    ),
    lowered!(
        "str.capitalize",
        "Return a capitalized version of the string: first character upper case, the rest lower.",
        casing::ascii_capitalized,
        |text| {
            text.enumerate().map(|(at, (c, lower))| if at == 0 { casing::title(c) } else { lower }).collect()
        }
    ),
    lowered!(
        "str.swapcase",
        "Convert uppercase characters to lowercase and lowercase characters to uppercase.",
        casing::ascii_swapped,
        |text| {
            text.map(|(c, lower)| match c {
                c if c.is_uppercase() => lower,
                c if c.is_lowercase() => c.to_uppercase().to_string(),
                c => c.to_string(),
            })
            .collect()
        }
    ),
    lowered!("str.title", "Return a version of the string where each word is titlecased.", casing::ascii_title, |text| {
        let mut inside = false;
        let mut out = String::new();
        for (c, lower) in text {
            out.push_str(&if inside { lower } else { casing::title(c) });
            inside = is_cased(c);
        }
        out
    }),
    tested!("str.isalpha", "Return True if all characters are alphabetic and there is at least one.", |text| {
        every(text, casing::is_letter)
    }),
    tested!("str.isalnum", "Return True if all characters are alphanumeric and there is at least one.", |text| {
        every(text, |c| casing::is_letter(c) || casing::is_numeric(c))
    }),
    tested!("str.isdecimal", "Return True if all characters are decimal digits and there is at least one.", |text| {
        every(text, |c| super::number::decimal_digit(c).is_some())
    }),
    tested!("str.isdigit", "Return True if all characters are digits and there is at least one.", |text| {
        every(text, casing::is_digit)
    }),
    tested!("str.isnumeric", "Return True if all characters are numeric and there is at least one.", |text| {
        every(text, casing::is_numeric)
    }),
    tested!("str.isspace", "Return True if all characters are whitespace and there is at least one.", |text| {
        every(text, is_space)
    }),
    Builtin::new(
        "str.isascii",
        "(self, /)",
        "Return True if all characters are ASCII, or the string is empty.",
        |_, args| Ok(Value::from(this(args)?.is_ascii())),
    ),
    tested!("str.isprintable", "Return True if all characters are printable, or the string is empty.", |text| {
        text.all(repr::is_printable)
    }),
    tested!("str.isidentifier", "Return True if the string is a valid Python identifier.", |text| {
        names_something(text)
    }),
    tested!("str.islower", "Return True if all cased characters are lowercase and there is at least one.", |text| {
        cased(text, char::is_lowercase, char::is_uppercase)
    }),
    tested!("str.isupper", "Return True if all cased characters are uppercase and there is at least one.", |text| {
        cased(text, char::is_uppercase, char::is_lowercase)
    }),
    tested!(
        "str.istitle",
        "Return True if the string is titlecased and there is at least one cased character.",
        |text| {
            let (mut inside, mut any) = (false, false);
            for c in text {
                if ((c.is_uppercase() || casing::is_title(c)) && inside) || (c.is_lowercase() && !inside) {
                    return false;
                }
                inside = is_cased(c);
                any |= inside;
            }
            any
        }
    ),
    Builtin::new(
        "str.strip",
        "(self, chars=None, /)",
        "Return a copy with leading and trailing whitespace (or the given characters) removed.",
        |vm, args| strip(vm, args, true, true),
    )
    .quick(|args| match args {
        [Value::Str(text)] if text.len() < LONG => {
            let part = text.trim_matches(is_space);
            Some(if part.len() == text.len() { args[0].clone() } else { Value::str(part) })
        }
        _ => None,
    }),
    Builtin::new(
        "str.lstrip",
        "(self, chars=None, /)",
        "Return a copy with leading whitespace (or the given characters) removed.",
        |vm, args| strip(vm, args, true, false),
    ),
    Builtin::new(
        "str.rstrip",
        "(self, chars=None, /)",
        "Return a copy with trailing whitespace (or the given characters) removed.",
        |vm, args| strip(vm, args, false, true),
    ),
    Builtin::new(
        "str.split",
        "(self, /, sep=None, maxsplit=-1)",
        "Return a list of the substrings in the string, using sep as the separator string.\n\n\
         sep: None splits on any whitespace and drops empty strings. maxsplit: the most splits, -1 for no limit.",
        |vm, args| split(vm, args, &this(args)?, false),
    )
    .quick(|args| match args {
        [Value::Str(text), ..] if text.len() >= LONG => None,
        [Value::Str(text)] => Some(texts(split_spaces(text, text.char_indices(), usize::MAX).ok()?.into_iter())),
        [Value::Str(text), Value::Str(sep)] => match sep.as_bytes() {
            [] => None,
            [letter @ ..128] => Some(texts(text.split(char::from(*letter)))),
            _ => Some(texts(text.split(sep.as_str()))),
        },
        _ => None,
    }),
    Builtin::new(
        "str.rsplit",
        "(self, /, sep=None, maxsplit=-1)",
        "Return a list of the substrings in the string, splitting from the end.",
        |vm, args| split(vm, args, &this(args)?, true),
    ),
    Builtin::new(
        "str.splitlines",
        "(self, /, keepends=False)",
        "Return a list of the lines in the string, breaking at line boundaries.",
        |vm, args| {
            let (text, keep) = (this(args)?, clipped_index(vm, args.get(1))? != 0);
            let lines = vm.polled(text.char_indices(), |letters| lines(&text, letters, keep))??;
            list_of_parts(vm, &text, lines)
        },
    ),
    Builtin::new(
        "str.join",
        "(self, iterable, /)",
        "Concatenate any number of strings: the string is inserted in between them.\n\nExample: '.'.join(['ab', 'pq']) -> 'ab.pq'",
        |vm, args| {
            let separator = this(args)?;
            let items = match args.get(1) {
                Value::Instance(_) | Value::Native(_) => vm.collect(args.get(1))?,
                other => vm.collect(other).map_err(|error| {
                    if error.says("object is not iterable") {
                        Raise::type_error("can only join an iterable").mark(1, other.type_name())
                    } else {
                        error
                    }
                })?,
            };
            if let [Value::Str(one)] = &items[..] {
                return Ok(Value::Str(one.clone()));
            }
            let length = vm.polled(&items, |items| joined_length(&separator, items))?;
            vm.polled(&items, |items| joined(&separator, items, length))?
        },
    )
    .quick(|args| match args {
        [Value::Str(separator), Value::List(items)] => quickly_joined(separator, &items.items.borrow()),
        [Value::Str(separator), Value::Tuple(items)] => quickly_joined(separator, items),
        _ => None,
    }),
    Builtin::new(
        "str.replace",
        "(self, old, new, /, count=-1)",
        "Return a copy with all occurrences of substring old replaced by new; count limits how many.",
        |vm, args| {
            let text = this(args)?;
            let (old, new) = (text_argument(args, 1, "replace")?, text_argument(args, 2, "replace")?);
            let count = clipped_index(vm, args.get(3))?;
            let most = if count < 0 { usize::MAX } else { count as usize };
            if old.is_empty() {
                return interleaved(vm, &text, new, most).map(Value::from);
            }
            let out = searching::replaced(vm, text.as_bytes(), old.as_bytes(), new.as_bytes(), most)?;
            Ok(Value::from(in_text(out)))
        },
    )
    .quick(|args| match args {
        [Value::Str(text), Value::Str(old), Value::Str(new)] if !old.is_empty() && text.len() + new.len() < SHORT => {
            match text.contains(old.as_str()) {
                true => Some(Value::from(text.replace(old.as_str(), new))),
                false => Some(args[0].clone()),
            }
        }
        _ => None,
    }),
    Builtin::new(
        "str.find",
        "(self, sub, start=None, end=None, /)",
        "Return the lowest index where substring sub is found in s[start:end], or -1.",
        |vm, args| Ok(Value::Int(find(vm, args, false)?.map_or(-1, |i| i as i64))),
    )
    .quick(|args| match args {
        [Value::Str(text), Value::Str(part)] if text.is_ascii() && text.len() < LONG => {
            Some(Value::Int(first(text, part).map_or(-1, |at| at as i64)))
        }
        _ => None,
    }),
    Builtin::new(
        "str.rfind",
        "(self, sub, start=None, end=None, /)",
        "Return the highest index where substring sub is found in s[start:end], or -1.",
        |vm, args| Ok(Value::Int(find(vm, args, true)?.map_or(-1, |i| i as i64))),
    ),
    Builtin::new(
        "str.index",
        "(self, sub, start=None, end=None, /)",
        "Like find, but raises ValueError when the substring is not found.",
        |vm, args| {
            find(vm, args, false)?
                .map(|i| Value::Int(i as i64))
                .ok_or_else(|| Raise::value_error("substring not found"))
        },
    ),
    Builtin::new(
        "str.rindex",
        "(self, sub, start=None, end=None, /)",
        "Like rfind, but raises ValueError when the substring is not found.",
        |vm, args| {
            find(vm, args, true)?.map(|i| Value::Int(i as i64)).ok_or_else(|| Raise::value_error("substring not found"))
        },
    ),
    Builtin::new(
        "str.count",
        "(self, sub, start=None, end=None, /)",
        "Return the number of non-overlapping occurrences of substring sub in s[start:end].",
        |vm, args| {
            let text = this(args)?;
            let length = text.length();
            let (start, end) = bounds(vm, args, 2, || length)?;
            let sub = find_argument(args)?;
            if start > end {
                return Ok(Value::Int(0));
            }
            let part = within(&text, start, end, length);
            let count = match sub.is_empty() {
                true => part.chars().count() + 1,
                false => searching::count(vm, part.as_bytes(), sub.as_bytes(), usize::MAX)?,
            };
            Ok(Value::Int(count as i64))
        },
    ),
    Builtin::new(
        "str.startswith",
        "(self, prefix, start=None, end=None, /)",
        "Return True if the string starts with the prefix, or one of a tuple of prefixes.",
        |vm, args| affix(vm, args, "startswith", |part, prefix| part.starts_with(prefix)),
    )
    .quick(|args| match args {
        [Value::Str(text), Value::Str(prefix)] => Some(Value::from(text.starts_with(prefix.as_str()))),
        _ => None,
    }),
    Builtin::new(
        "str.endswith",
        "(self, suffix, start=None, end=None, /)",
        "Return True if the string ends with the suffix, or one of a tuple of suffixes.",
        |vm, args| affix(vm, args, "endswith", |part, suffix| part.ends_with(suffix)),
    )
    .quick(|args| match args {
        [Value::Str(text), Value::Str(suffix)] => Some(Value::from(text.ends_with(suffix.as_str()))),
        _ => None,
    }),
    Builtin::new(
        "str.removeprefix",
        "(self, prefix, /)",
        "Return a str with the given prefix string removed if present.",
        |_, args| {
            let text = this(args)?;
            let prefix = text_argument(args, 1, "removeprefix")?;
            Ok(Value::str(text.strip_prefix(prefix).unwrap_or(&text)))
        },
    ),
    Builtin::new(
        "str.removesuffix",
        "(self, suffix, /)",
        "Return a str with the given suffix string removed if present.",
        |_, args| {
            let text = this(args)?;
            let suffix = text_argument(args, 1, "removesuffix")?;
            Ok(Value::str(text.strip_suffix(suffix).unwrap_or(&text)))
        },
    ),
    Builtin::new(
        "str.partition",
        "(self, sep, /)",
        "Partition the string into three parts at the first occurrence of the separator.",
        |vm, args| {
            let text = this(args)?;
            let sep = separator(args)?;
            Ok(three(match searching::first(vm, text.as_bytes(), sep.as_bytes())? {
                Some(at) => [&text[..at], sep, &text[at + sep.len()..]],
                None => [&text, "", ""],
            }))
        },
    ),
    Builtin::new(
        "str.rpartition",
        "(self, sep, /)",
        "Partition the string into three parts at the last occurrence of the separator.",
        |vm, args| {
            let text = this(args)?;
            let sep = separator(args)?;
            Ok(three(match searching::last(vm, text.as_bytes(), sep.as_bytes())? {
                Some(at) => [&text[..at], sep, &text[at + sep.len()..]],
                None => ["", "", &text],
            }))
        },
    ),
    Builtin::new(
        "str.center",
        "(self, width, fillchar=' ', /)",
        "Return a centered string of length width.",
        |vm, args| {
            // CPython puts the extra space left if the width is odd, else right.
            pad(vm, args, "center", |missing, width| missing / 2 + (missing & width & 1))
        },
    ),
    Builtin::new(
        "str.ljust",
        "(self, width, fillchar=' ', /)",
        "Return a left-justified string of length width.",
        |vm, args| pad(vm, args, "ljust", |_, _| 0),
    ),
    Builtin::new(
        "str.rjust",
        "(self, width, fillchar=' ', /)",
        "Return a right-justified string of length width.",
        |vm, args| pad(vm, args, "rjust", |missing, _| missing),
    ),
    Builtin::new(
        "str.zfill",
        "(self, width, /)",
        "Pad a numeric string with zeros on the left, to fill a field of the given width.",
        |vm, args| {
            let text = this(args)?;
            let width = clipped_index(vm, args.get(1))?.max(0) as usize;
            guard_size(width as u128, 1)?;
            let zeros = "0".repeat(width.saturating_sub(text.length()));
            let signed = text.starts_with(['+', '-']) as usize;
            Ok(Value::from(format!("{}{zeros}{}", &text[..signed], &text[signed..])))
        },
    ),
    Builtin::new(
        "str.expandtabs",
        "(self, /, tabsize=8)",
        "Return a copy where all tab characters are expanded using spaces.",
        |vm, args| {
            let size = clipped_index(vm, args.get(1))?;
            let size = i32::try_from(size)
                .map_err(|_| Raise::new(Exc::OverflowError, "Python int too large to convert to C int"))?;
            let size = size.max(0) as usize;
            let text = this(args)?;
            vm.polled(text.chars(), |letters| expanded(letters, size))?.map(Value::from)
        },
    ),
    Builtin::new(
        "str.format",
        "(self, /, *args, **kwargs)",
        "Return a formatted version of the string, using substitutions from args and kwargs.\n\n\
         The substitutions are identified by braces ('{' and '}').",
        |vm, args| {
            let text = this(args)?;
            let keywords = args.keywords(2);
            let mut keyword = |_: &mut Vm, name: &str| {
                let found = keywords.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
                found.ok_or_else(|| key_error(name))
            };
            let mut fields = template::Fields { positional: args.rest(1), keyword: &mut keyword, mapping: false };
            template::expand(vm, &text, &mut fields).map(Value::from)
        },
    ),
    Builtin::new(
        "str.format_map",
        "(self, mapping, /)",
        "Return a formatted version of the string, using substitutions from mapping.",
        |vm, args| {
            let (text, mapping) = (this(args)?, args.get(1).clone());
            let mut keyword = |vm: &mut Vm, name: &str| vm.get_item(&mapping, &Value::str(name));
            let mut fields = template::Fields { positional: &[], keyword: &mut keyword, mapping: true };
            template::expand(vm, &text, &mut fields).map(Value::from)
        },
    ),
    Builtin::new(
        "str.encode",
        "(self, /, encoding='utf-8', errors='strict')",
        "Encode the string using the codec registered for encoding.",
        |vm, args| super::codecs::encode(vm, &this(args)?, args.str(1)?, args.str(2)?).map(Value::bytes),
    ),
    Builtin::new(
        "str.maketrans",
        "(x, y=..., z=..., /)",
        "Return a translation table usable for str.translate().",
        make_translation,
    ),
    Builtin::new(
        "str.translate",
        "(self, table, /)",
        "Replace each character in the string using the given translation table.",
        |vm, args| {
            let text = this(args)?;
            let mut out = String::with_capacity(text.len());
            for (at, c) in text.chars().enumerate() {
                if at.is_multiple_of(4096) {
                    vm.check_interrupt()?;
                }
                let code = Value::Int(code_of(c).into());
                let replaced = match args.get(1) {
                    // A missing key is no exception here.
                    Value::Dict(table) => match table.get(vm, &code)? {
                        Some(replaced) => Ok(replaced),
                        None => {
                            out.push(c);
                            continue;
                        }
                    },
                    table => vm.get_item(table, &code),
                };
                match replaced {
                    Err(error)
                        if error.is(Exc::LookupError) || error.is(Exc::KeyError) || error.is(Exc::IndexError) =>
                    {
                        out.push(c)
                    }
                    Err(error) => return Err(error),
                    Ok(Value::None) => {}
                    Ok(Value::Int(code)) => match u32::try_from(code).ok().and_then(char_of) {
                        Some(c) => out.push(c),
                        None => {
                            return Err(Raise::value_error("character mapping must be in range(0x110000)"));
                        }
                    },
                    Ok(other) => match other.as_str() {
                        Some(text) => memory::append(&mut out, text)?,
                        None => {
                            return Err(Raise::type_error("character mapping must return integer, None or str"));
                        }
                    },
                }
            }
            Ok(Value::from(out))
        },
    ),
    Builtin::new(
        "str.__format__",
        "(self, format_spec, /)",
        "Return a formatted version of the string as described by format_spec.",
        |_, args| super::operators::format(args),
    ),
    Builtin::new("str.__getnewargs__", "(self, /)", "Arguments with which `__new__` makes an equal string.", |_, args| {
        Ok(Value::tuple(vec![Value::Str(this(args)?)]))
    }),
    Builtin::new("str.__mod__", "(self, value, /)", "Return self%value.", |vm, args| {
        percent::format(vm, &this(args)?, args.get(1)).map(Value::from)
    }),
];

/// The first index of a part. The standard library's search has a setup cost for long strings, so short ones are compared
/// directly; for single letters its search is fast.
pub(crate) fn first(text: &str, part: &str) -> Option<usize> {
    const SHORT: usize = 64;
    match part.as_bytes() {
        [letter @ ..128] => text.find(char::from(*letter)),
        bytes if !bytes.is_empty() && text.len() <= SHORT => {
            text.as_bytes().windows(bytes.len()).position(|window| window == bytes)
        }
        _ => text.find(part),
    }
}

/// The text of bytes that are pieces of strings, so valid UTF-8.
fn in_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_default()
}

/// The text with `new` before each letter and at the end, at most `most` times.
fn interleaved(vm: &mut Vm, text: &Str, new: &str, most: usize) -> Result<String> {
    let count = (text.length() + 1).min(most);
    guard_size(text.len() as u128 + count as u128 * new.len() as u128, 1)?;
    let mut out = String::with_capacity(text.len() + count * new.len());
    let letters = text.chars().map(Some).chain([None]).enumerate();
    vm.polled(letters, |letters| {
        for (at, letter) in letters {
            if at < most {
                out.push_str(new);
            }
            out.extend(letter);
        }
    })?;
    Ok(out)
}

fn expanded(letters: &mut Letters, size: usize) -> Result<String> {
    let mut out = String::new();
    let mut column = 0;
    for c in letters {
        match c {
            '\t' if size > 0 => {
                let spaces = size - column % size;
                memory::claim(out.len() + spaces)?;
                memory::append(&mut out, &" ".repeat(spaces))?;
                column += spaces;
            }
            '\t' => {}
            '\n' | '\r' => {
                out.push(c);
                column = 0;
            }
            c => {
                out.push(c);
                column += 1;
            }
        }
    }
    Ok(out)
}

fn ascii_cased(args: &[Value], change: fn(&mut str)) -> Option<Value> {
    match args {
        [Value::Str(text)] => text.ascii_cased(change).map(Value::Str),
        _ => None,
    }
}

fn every(text: &mut Letters, test: fn(char) -> bool) -> bool {
    text.next().is_some_and(test) && text.all(test)
}

/// Whether there are letters of one case, and none of the other.
fn cased(text: &mut Letters, wanted: fn(char) -> bool, other: fn(char) -> bool) -> bool {
    let mut any = false;
    for c in text {
        if other(c) || casing::is_title(c) {
            return false;
        }
        any |= wanted(c);
    }
    any
}

fn is_cased(c: char) -> bool {
    c.is_lowercase() || c.is_uppercase() || casing::is_title(c)
}

fn names_something(chars: &mut impl Iterator<Item = char>) -> bool {
    chars.next().is_some_and(unicode::begins_name) && chars.all(unicode::continues_name)
}

fn key_error(name: &str) -> Raise {
    Raise::key_error(&Value::str(name))
}

fn three(parts: [&str; 3]) -> Value {
    Value::tuple(parts.into_iter().map(Value::str).collect())
}

/// A string argument, with the message of CPython's Argument Clinic.
fn text_argument<'a>(args: &'a Args, slot: usize, method: &str) -> Result<&'a str> {
    let several = matches!(method, "replace");
    args.get(slot).as_str().ok_or_else(|| {
        let position = if several { format!(" {slot}") } else { String::new() };
        Raise::type_error(format!("{method}() argument{position} must be str, not {}", spoken(args.get(slot))))
            .mark(slot, args.get(slot).type_name())
    })
}

fn find_argument(args: &Args) -> Result<&str> {
    args.get(1).as_str().ok_or_else(|| {
        Raise::type_error(format!("must be str, not {}", args.get(1).type_name())).mark(1, args.get(1).type_name())
    })
}

fn separator(args: &Args) -> Result<&str> {
    let sep = find_argument(args)?;
    if sep.is_empty() { Err(Raise::value_error("empty separator")) } else { Ok(sep) }
}

fn strip(vm: &mut Vm, args: &Args, left: bool, right: bool) -> Result<Value> {
    let text = this(args)?;
    let name = args.builtin.name.rsplit('.').next().unwrap_or_default();
    let chosen: Option<Vec<char>> = match args.get(1) {
        Value::None => None,
        chars => match chars.as_str() {
            Some(chars) => Some(chars.chars().collect()),
            None => return Err(Raise::type_error(format!("{name} arg must be None or str"))),
        },
    };
    let stays = |c: char| chosen.as_ref().map_or_else(|| !is_space(c), |chosen| !chosen.contains(&c));
    let mut part: &str = &text;
    if left {
        let begin = vm.polled(part.char_indices(), |letters| letters.find(|(_, c)| stays(*c)))?;
        part = begin.map_or("", |(at, _)| &part[at..]);
    }
    if right {
        let end = vm.polled(part.char_indices().rev(), |letters| letters.find(|(_, c)| stays(*c)))?;
        part = end.map_or("", |(at, c)| &part[..at + c.len_utf8()]);
    }
    if part.len() == text.len() {
        return Ok(Value::Str(text));
    }
    Ok(Value::str(part))
}

/// The index where a search begins, as given.
fn first_index(vm: &mut Vm, args: &Args) -> Result<i64> {
    match args.get(2) {
        Value::None => Ok(0),
        start => clipped_index(vm, start),
    }
}

/// The code points within bounds; all of them need no count.
fn within(text: &Str, start: usize, end: usize, length: usize) -> &str {
    if start == 0 && end >= length { text } else { text.slice(start, end) }
}

/// The index of a substring within bounds, in code points.
fn find(vm: &mut Vm, args: &Args, last: bool) -> Result<Option<usize>> {
    let text = this(args)?;
    let length = text.length();
    let (start, end) = bounds(vm, args, 2, || length)?;
    let given_start = first_index(vm, args)?;
    let sub = find_argument(args)?;
    if start > end || given_start > length as i64 {
        return Ok(None);
    }
    let part = within(&text, start, end, length);
    let (part_bytes, sub) = (part.as_bytes(), sub.as_bytes());
    let at = if last { searching::last(vm, part_bytes, sub)? } else { searching::first(vm, part_bytes, sub)? };
    Ok(at.map(|at| start + if text.is_ascii() { at } else { part[..at].chars().count() }))
}

fn affix(vm: &mut Vm, args: &Args, method: &str, test: fn(&str, &str) -> bool) -> Result<Value> {
    let text = this(args)?;
    let length = text.length();
    let (start, end) = bounds(vm, args, 2, || length)?;
    let given_start = first_index(vm, args)?;
    let part = (start <= end && given_start <= length as i64).then(|| within(&text, start, end, length));
    let matches = |affix: &str| part.is_some_and(|part| test(part, affix));
    match args.get(1) {
        Value::Tuple(affixes) => {
            for affix in affixes.iter() {
                match affix.as_str() {
                    Some(affix) if matches(affix) => return Ok(Value::Bool(Truth::True)),
                    Some(_) => {}
                    None => {
                        let found = affix.type_name();
                        return Err(Raise::type_error(format!(
                            "tuple for {method} must only contain str, not {found}"
                        )));
                    }
                }
            }
            Ok(Value::Bool(Truth::False))
        }
        affix => match affix.as_str() {
            Some(affix) => Ok(Value::from(matches(affix))),
            None => {
                let found = affix.type_name();
                Err(Raise::type_error(format!("{method} first arg must be str or a tuple of str, not {found}")))
            }
        },
    }
}

/// Pads to a width; `left` computes how many of the missing characters go left.
fn pad(vm: &mut Vm, args: &Args, method: &str, left: fn(usize, usize) -> usize) -> Result<Value> {
    let text = this(args)?;
    let width = clipped_index(vm, args.get(1))?.max(0) as usize;
    let fill = match args.get(2).as_str() {
        Some(fill) if fill.chars().count() == 1 => fill,
        Some(_) => {
            return Err(Raise::type_error("The fill character must be exactly one character long"));
        }
        None => {
            let _ = method;
            return Err(Raise::type_error(format!(
                "The fill character must be a unicode character, not {}",
                args.get(2).type_name()
            )));
        }
    };
    guard_size(width as u128, fill.len() as u128)?;
    let missing = width.saturating_sub(text.length());
    let left = left(missing, width);
    Ok(Value::from(format!("{}{text}{}", fill.repeat(left), fill.repeat(missing - left))))
}

fn make_translation(vm: &mut Vm, args: &Args) -> Result<Value> {
    let table = Dict::new();
    let Some(to) = args.given(1) else {
        let Value::Dict(source) = super::plain(args.get(0)) else {
            return Err(Raise::type_error("if you give only one argument to maketrans it must be a dict"));
        };
        for (key, value) in source.items() {
            let code = match &key {
                Value::Int(_) => key,
                other => match other.as_str().map(|text| (text.chars().next(), text.chars().count())) {
                    Some((Some(c), 1)) => Value::Int(code_of(c).into()),
                    Some(_) => {
                        return Err(Raise::value_error("string keys in translate table must be of length 1"));
                    }
                    None => {
                        return Err(Raise::type_error("keys in translate table must be strings or integers"));
                    }
                },
            };
            table.insert(vm, code, value)?;
        }
        return Ok(Value::Dict(table));
    };
    let (Some(from), Some(to)) = (args.get(0).as_str(), to.as_str()) else {
        return Err(match to.as_str() {
            None => Raise::type_error(format!("maketrans() argument 2 must be str, not {}", spoken(to))),
            Some(_) => Raise::type_error("first maketrans argument must be a string if there is a second argument"),
        });
    };
    if from.chars().count() != to.chars().count() {
        return Err(Raise::value_error("the first two maketrans arguments must have equal length"));
    }
    for (a, b) in from.chars().zip(to.chars()) {
        table.insert(vm, Value::Int(code_of(a).into()), Value::Int(code_of(b).into()))?;
    }
    if let Some(removed) = args.given(2) {
        let wrong = || Raise::type_error(format!("maketrans() argument 3 must be str, not {}", spoken(removed)));
        for c in removed.as_str().ok_or_else(wrong)?.chars() {
            table.insert(vm, Value::Int(code_of(c).into()), Value::None)?;
        }
    }
    Ok(Value::Dict(table))
}
