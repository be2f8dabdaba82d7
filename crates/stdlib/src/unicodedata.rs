//! `unicodedata`: properties of Unicode characters, in the current version and in 3.2.

use std::any::Any;
use std::rc::Rc;
use tensorcell_language::native::Native;
use tensorcell_language::unicode::{self, Form, Number, Properties, Version};
use tensorcell_language::{Args, Builtin, Class, Exc, Getter, ModuleDef, Raise, Result, Value, Vm};

pub static UNICODEDATA: ModuleDef = ModuleDef {
    name: "unicodedata",
    doc: "Names, categories and normal forms of characters.",
    functions: FUNCTIONS,
    init: Some(|_, module| {
        module.dict.insert_str("unidata_version", Value::str(Version::Current.number()));
        module.dict.insert_str("ucd_3_2_0", Value::native(OldData));
        module.dict.insert_str("UCD", Value::Class(UCD.with(Rc::clone)));
        Ok(())
    }),
};

/// `unicodedata.ucd_3_2_0`: the module's functions for the version that `stringprep` needs.
struct OldData;

thread_local! {
    static UCD: Rc<Class> = Class::native("unicodedata", "UCD", &[], None, METHODS, GETTERS, "A version of Unicode.");
}

impl Native for OldData {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        UCD.with(Rc::clone)
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok(format!("<unicodedata.UCD object at {:#x}>", std::ptr::from_ref(self).addr()))
    }
}

static GETTERS: &[Getter] = &[Getter {
    name: "unidata_version",
    doc: "The version.",
    get: |_, _| Ok(Value::str(Version::Old.number())),
    set: None,
}];

/// A call: its arguments, the index of the first one, and the version.
struct Asked<'a> {
    args: &'a Args,
    first: usize,
    version: Version,
}

impl Asked<'_> {
    fn character(&self) -> Result<char> {
        let given = self.args.get(self.first);
        let mut characters = given.as_str().unwrap_or_default().chars();
        match (characters.next(), characters.next()) {
            (Some(c), None) => Ok(c),
            _ => {
                let (name, found) = (self.args.builtin.short_name(), given.type_name());
                let which = if self.takes_default() { " 1" } else { "" };
                Err(Raise::type_error(format!("{name}() argument{which} must be a unicode character, not {found}")))
            }
        }
    }
    fn takes_default(&self) -> bool {
        self.args.builtin.signature.contains("default")
    }
    fn properties(&self) -> Result<&'static Properties> {
        Ok(unicode::properties(self.character()?, self.version))
    }
    /// Returns whether the version has the character.
    fn knows(&self, c: char) -> bool {
        unicode::properties(c, self.version).category != "Cn"
    }
    fn number(&self) -> Result<Option<Number>> {
        let c = self.character()?;
        Ok(unicode::number(c).filter(|_| self.knows(c)))
    }
    fn decimal(&self) -> Result<Option<u8>> {
        let (c, number) = (self.character()?, self.number()?);
        let decimal = number.and_then(|number| number.decimal);
        // In 3.2, superscript, subscript and Ethiopic digits also counted as decimals.
        let was_decimal =
            matches!(c, '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{1369}'..='\u{1371}' | '\u{2070}'..='\u{2089}');
        let digit = || number.filter(|_| self.version == Version::Old && was_decimal).and_then(|number| number.digit);
        Ok(decimal.or_else(digit))
    }
    /// Returns the value, the call's default, or ValueError.
    fn or_default(&self, value: Option<Value>, otherwise: &str) -> Result<Value> {
        let default = || self.args.given(self.first + 1).cloned();
        value.or_else(default).ok_or_else(|| Raise::value_error(otherwise))
    }
    fn normalized(&self) -> Result<String> {
        let form = Form::named(self.args.str(self.first)?);
        let text = self.args.str(self.first + 1)?;
        let form = form.ok_or_else(|| Raise::value_error("invalid normalization form"))?;
        Ok(unicode::normalized(text, form, self.version))
    }
    fn lookup(&self) -> Result<Value> {
        let name = self.args.str(self.first)?;
        if name.len() > 256 {
            return Err(Raise::new(Exc::KeyError, "name too long"));
        }
        // Aliases and named sequences were added later.
        let is_old = self.version == Version::Old;
        let has_name = |c: &char| !is_old || unicode::name_of(*c).is_some_and(|own| own.eq_ignore_ascii_case(name));
        let character = unicode::character_of(name).filter(|c| self.knows(*c) && has_name(c)).map(String::from);
        match character.or_else(|| unicode::sequence_of(name).filter(|_| !is_old)) {
            Some(text) => Ok(Value::from(text)),
            None => {
                Err(Raise::with_args(Exc::KeyError, vec![Value::from(format!("undefined character name '{name}'"))]))
            }
        }
    }
    fn name(&self) -> Result<Value> {
        let c = self.character()?;
        let name = unicode::name_of(c).filter(|_| self.knows(c)).map(Value::from);
        self.or_default(name, "no such name")
    }
    fn decomposition(&self) -> Result<Value> {
        let c = self.character()?;
        Ok(Value::str(if self.knows(c) { unicode::decomposition(c) } else { "" }))
    }
}

/// Declares the functions, for the module (`receiver` is empty) or for a version object.
macro_rules! functions {
    ($owner:literal, $receiver:literal, $first:literal, $version:expr) => {
        &[
            functions!(@ $owner $receiver $first $version, "category", "chr, /", "Returns the general category assigned to the character chr as string.\n\n\
             >>> import unicodedata\n\
             >>> unicodedata.category('A'), unicodedata.category(' ')\n\
             ('Lu', 'Zs')", |asked| Ok(Value::str(asked.properties()?.category))),
            functions!(@ $owner $receiver $first $version, "bidirectional", "chr, /", "Returns the bidirectional class assigned to the character chr as string.",
             |asked| Ok(Value::str(asked.properties()?.direction))),
            functions!(@ $owner $receiver $first $version, "combining", "chr, /", "Returns the canonical combining class assigned to the character chr as integer.",
             |asked| Ok(Value::Int(asked.properties()?.combining.into()))),
            functions!(@ $owner $receiver $first $version, "mirrored", "chr, /", "Returns the mirrored property assigned to the character chr as integer.",
             |asked| Ok(Value::Int(asked.properties()?.is_mirrored.into()))),
            functions!(@ $owner $receiver $first $version, "east_asian_width", "chr, /", "Returns the east asian width assigned to the character chr as string.",
             |asked| Ok(Value::str(asked.properties()?.width))),
            functions!(@ $owner $receiver $first $version, "decomposition", "chr, /", "Returns the character decomposition mapping assigned to the character chr as string.",
             |asked| asked.decomposition()),
            functions!(@ $owner $receiver $first $version, "decimal", "chr, default=..., /", "Converts a Unicode character into its equivalent decimal value.",
             |asked| {
                let decimal = asked.decimal()?;
                asked.or_default(decimal.map(|value| Value::Int(value.into())), "not a decimal")
             }),
            functions!(@ $owner $receiver $first $version, "digit", "chr, default=..., /", "Converts a Unicode character into its equivalent digit value.",
             |asked| {
                let digit = asked.number()?.and_then(|number| number.digit);
                asked.or_default(digit.map(|value| Value::Int(value.into())), "not a digit")
             }),
            functions!(@ $owner $receiver $first $version, "numeric", "chr, default=..., /", "Converts a Unicode character into its equivalent numeric value.",
             |asked| {
                let number = asked.number()?;
                asked.or_default(number.map(|number| Value::from(number.value)), "not a numeric character")
             }),
            functions!(@ $owner $receiver $first $version, "name", "chr, default=..., /", "Returns the name assigned to the character chr as a string.\n\n\
             >>> import unicodedata\n\
             >>> unicodedata.name('é')\n\
             'LATIN SMALL LETTER E WITH ACUTE'", |asked| asked.name()),
            functions!(@ $owner $receiver $first $version, "lookup", "name, /", "Look up character by name.", |asked| asked.lookup()),
            functions!(@ $owner $receiver $first $version, "normalize", "form, unistr, /", "Return the normal form 'form' for the Unicode string unistr: NFC, NFKC, NFD or NFKD.\n\n\
             >>> import unicodedata\n\
             >>> len(unicodedata.normalize('NFD', 'é'))\n\
             2", |asked| asked.normalized().map(Value::from)),
            functions!(@ $owner $receiver $first $version, "is_normalized", "form, unistr, /", "Return whether the Unicode string unistr is in the normal form 'form'.",
             |asked| Ok(Value::from(asked.normalized()? == asked.args.str(asked.first + 1)?))),
        ]
    };
    (@ $owner:literal $receiver:literal $first:literal $version:expr, $name:literal, $takes:literal, $doc:expr, $run:expr) => {
        Builtin::new(concat!($owner, ".", $name), concat!("(", $receiver, $takes, ")"), $doc, |_, args| {
            let run: fn(&Asked) -> Result<Value> = $run;
            run(&Asked { args, first: $first, version: $version })
        })
    };
}

static FUNCTIONS: &[Builtin] = functions!("unicodedata", "", 0, Version::Current);
static METHODS: &[Builtin] = functions!("UCD", "self, ", 1, Version::Old);
