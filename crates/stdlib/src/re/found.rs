//! A match: its groups, their positions, and template expansion.

use super::template::{self, Piece};
use super::{MATCH, Pattern, piece, raised, text_of};
use crate::subscripted::subscripted;
use std::any::Any;
use std::rc::Rc;
use tensorcell_language::builtins::clipped_index;
use tensorcell_language::memory;
use tensorcell_language::native::Native;
use tensorcell_language::object::{Dict, Str};
use tensorcell_language::{Args, Builtin, Class, Exc, Getter, Raise, Result, Value, Vm};

/// Byte ranges of a match's groups. Group 0 comes first; `None` took no part.
pub(super) type Groups = Vec<Option<(usize, usize)>>;

/// A match. Stores byte ranges of the subject and shows character positions.
pub(super) struct Match {
    pub(super) pattern: Pattern,
    pub(super) subject: Str,
    pub(super) groups: Groups,
    pub(super) bounds: (usize, usize),
}

impl Native for Match {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        MATCH.with(Rc::clone)
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        let (start, end) = self.span(0);
        let text: String = self.text(0).unwrap_or_default().chars().take(50).collect();
        let shown: String = vm.repr(&piece(&text, self.pattern.of_bytes))?.chars().take(50).collect();
        Ok(format!("<re.Match object; span=({start}, {end}), match={shown}>"))
    }
    fn get_item(&self, vm: &mut Vm, _this: &Value, key: &Value) -> Result<Option<Value>> {
        let group = self.group(vm, key)?;
        Ok(Some(self.value(group, &Value::None)))
    }
}

impl Match {
    pub(super) fn text(&self, group: usize) -> Option<&str> {
        self.groups.get(group).copied().flatten().map(|(start, end)| &self.subject[start..end])
    }
    pub(super) fn value(&self, group: usize, default: &Value) -> Value {
        self.text(group).map_or_else(|| default.clone(), |text| piece(text, self.pattern.of_bytes))
    }
    fn span(&self, group: usize) -> (i64, i64) {
        match self.groups.get(group).copied().flatten() {
            Some((start, end)) => (characters(&self.subject, start), characters(&self.subject, end)),
            None => (-1, -1),
        }
    }
    /// Returns the number of a group given by name or number.
    fn group(&self, vm: &mut Vm, key: &Value) -> Result<usize> {
        let number = match key.as_str() {
            Some(name) => self.pattern.names.iter().position(|own| own.as_deref() == Some(name)),
            None => clipped_index(vm, key).ok().and_then(|number| usize::try_from(number).ok()),
        };
        number.filter(|number| *number < self.groups.len()).ok_or_else(|| Raise::new(Exc::IndexError, "no such group"))
    }
    /// Expands a replacement with the match's groups.
    pub(super) fn expand(&self, pieces: &[Piece], out: &mut String) -> Result<()> {
        pieces.iter().try_for_each(|piece| {
            memory::append(
                out,
                match piece {
                    Piece::Text(text) => text,
                    Piece::Group(group) => self.text(*group).unwrap_or_default(),
                },
            )
        })
    }
}

fn characters(text: &Str, byte: usize) -> i64 {
    if text.is_ascii() { byte as i64 } else { text[..byte].chars().count() as i64 }
}

pub(super) fn byte_offset(text: &Str, character: usize) -> usize {
    if text.is_ascii() {
        return character.min(text.len());
    }
    text.char_indices().nth(character).map_or(text.len(), |(at, _)| at)
}

fn on<T>(args: &Args, act: impl FnOnce(&Match) -> Result<T>) -> Result<T> {
    match args.get(0).downcast::<Match>() {
        Some(found) => act(found),
        None => Err(args.wrong(0, "re.Match")),
    }
}

pub(super) static MATCH_METHODS: &[Builtin] = &[
    Builtin::new("Match.__class_getitem__", "(cls, item, /)", "For annotations.", subscripted),
    Builtin::new(
        "Match.group",
        "(self, /, *groups)",
        "Return subgroup(s) of the match by indices or names; group 0 is the entire match.",
        |vm, args| {
            on(args, |found| match args.rest(1) {
                [] => Ok(found.value(0, &Value::None)),
                [key] => Ok(found.value(found.group(vm, key)?, &Value::None)),
                keys => {
                    let values: Result<Vec<Value>> =
                        keys.iter().map(|key| Ok(found.value(found.group(vm, key)?, &Value::None))).collect();
                    Ok(Value::tuple(values?))
                }
            })
        },
    ),
    Builtin::new(
        "Match.groups",
        "(self, /, default=None)",
        "Return a tuple containing all the subgroups of the match, from 1.",
        |_, args| {
            on(args, |found| {
                Ok(Value::tuple((1..found.groups.len()).map(|group| found.value(group, args.get(1))).collect()))
            })
        },
    ),
    Builtin::new(
        "Match.groupdict",
        "(self, /, default=None)",
        "Return a dictionary containing all the named subgroups of the match.",
        |_, args| {
            on(args, |found| {
                let dict = Dict::new();
                for (group, name) in found.pattern.names.iter().enumerate() {
                    if let Some(name) = name {
                        dict.insert_str(name, found.value(group, args.get(1)));
                    }
                }
                Ok(Value::Dict(dict))
            })
        },
    ),
    Builtin::new(
        "Match.start",
        "(self, group=0, /)",
        "Return index of the start of the substring matched by group.",
        |vm, args| on(args, |found| Ok(Value::Int(found.span(found.group(vm, args.get(1))?).0))),
    ),
    Builtin::new(
        "Match.end",
        "(self, group=0, /)",
        "Return index of the end of the substring matched by group.",
        |vm, args| on(args, |found| Ok(Value::Int(found.span(found.group(vm, args.get(1))?).1))),
    ),
    Builtin::new(
        "Match.span",
        "(self, group=0, /)",
        "For match object m, return the 2-tuple (m.start(group), m.end(group)).",
        |vm, args| {
            on(args, |found| {
                let (start, end) = found.span(found.group(vm, args.get(1))?);
                Ok(Value::tuple(vec![Value::Int(start), Value::Int(end)]))
            })
        },
    ),
    Builtin::new(
        "Match.expand",
        "(self, /, template)",
        "Return the string obtained by doing backslash substitution on the template.",
        |vm, args| {
            on(args, |found| {
                let Some((template, of_bytes)) = text_of(args.get(1)) else {
                    return Err(args.wrong(1, "str or bytes"));
                };
                let names = &found.pattern.names;
                let pieces =
                    template::parse(&template, of_bytes, names).map_err(|mistake| raised(vm, mistake, args.get(1)))?;
                let mut out = String::new();
                found.expand(&pieces, &mut out)?;
                Ok(piece(&out, found.pattern.of_bytes))
            })
        },
    ),
    Builtin::new("Match.__getitem__", "(self, key, /)", "Return self[key].", |vm, args| {
        on(args, |found| Ok(found.value(found.group(vm, args.get(1))?, &Value::None)))
    }),
];

fn last_group(found: &Match) -> Option<usize> {
    // The group that closed last: of those that end furthest right, the outermost.
    let ends = found.groups.iter().enumerate().skip(1).filter_map(|(i, group)| group.map(|(_, end)| (i, end)));
    ends.fold(None, |best: Option<(usize, usize)>, (i, end)| match best {
        Some((_, furthest)) if end <= furthest => best,
        _ => Some((i, end)),
    })
    .map(|(i, _)| i)
}

fn read(value: &Value, pick: impl FnOnce(&Match) -> Value) -> Result<Value> {
    Ok(value.downcast::<Match>().map_or(Value::None, pick))
}

pub(super) static MATCH_GETTERS: &[Getter] = &[
    Getter {
        name: "regs",
        doc: "The spans of all groups, the whole match first.",
        get: |_, x| {
            read(x, |found| {
                let span = |group| {
                    let (start, end) = found.span(group);
                    Value::pair(Value::Int(start), Value::Int(end))
                };
                Value::tuple((0..found.groups.len()).map(span).collect())
            })
        },
        set: None,
    },
    Getter {
        name: "string",
        doc: "The string passed to match() or search().",
        get: |_, x| {
            read(x, |found| match found.pattern.of_bytes {
                true => piece(&found.subject, true),
                false => Value::Str(found.subject.clone()),
            })
        },
        set: None,
    },
    Getter {
        name: "re",
        doc: "The regular expression object.",
        get: |_, x| read(x, |found| Value::native(found.pattern.clone())),
        set: None,
    },
    Getter {
        name: "pos",
        doc: "The index into the string at which the search started.",
        get: |_, x| read(x, |found| Value::Int(characters(&found.subject, found.bounds.0))),
        set: None,
    },
    Getter {
        name: "endpos",
        doc: "The index into the string beyond which the search did not go.",
        get: |_, x| read(x, |found| Value::Int(characters(&found.subject, found.bounds.1))),
        set: None,
    },
    Getter {
        name: "lastindex",
        doc: "The integer index of the last matched capturing group.",
        get: |_, x| read(x, |found| last_group(found).map_or(Value::None, |group| Value::Int(group as i64))),
        set: None,
    },
    Getter {
        name: "lastgroup",
        doc: "The name of the last matched capturing group.",
        get: |_, x| {
            read(x, |found| {
                let name = last_group(found).and_then(|group| found.pattern.names[group].clone());
                name.map_or(Value::None, Value::from)
            })
        },
        set: None,
    },
];
