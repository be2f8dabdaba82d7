//! `unicodedata`: names, categories and normal forms of characters, by Unicode's tables.

use tensorcell_language::{Args, Builtin, Exc, ModuleDef, Raise, Result, Value};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

pub static UNICODEDATA: ModuleDef = ModuleDef {
    name: "unicodedata",
    doc: "Names, categories and normal forms of characters.",
    functions: FUNCTIONS,
    init: Some(|_, module| {
        let (major, minor, update) = unicode_properties::UNICODE_VERSION;
        module.dict.insert_str("unidata_version", Value::from(format!("{major}.{minor}.{update}")));
        Ok(())
    }),
};

static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "unicodedata.normalize",
        "(form, unistr, /)",
        "The text in normal form NFC, NFD, NFKC or NFKD.\n\n\
         >>> import unicodedata\n\
         >>> len(unicodedata.normalize('NFD', 'é'))\n\
         2",
        |_, args| normalized(args).map(Value::from),
    ),
    Builtin::new(
        "unicodedata.is_normalized",
        "(form, unistr, /)",
        "Whether the text is in a normal form.",
        |_, args| Ok(Value::from(normalized(args)? == args.str(1)?)),
    ),
    Builtin::new(
        "unicodedata.category",
        "(chr, /)",
        "A character's general category: 'Lu' for a capital letter, 'Mn' for a mark that takes no room.\n\n\
         >>> import unicodedata\n\
         >>> unicodedata.category('A'), unicodedata.category(' ')\n\
         ('Lu', 'Zs')",
        |_, args| character(args).map(|c| Value::str(short(c.general_category()))),
    ),
    Builtin::new(
        "unicodedata.combining",
        "(chr, /)",
        "A mark's combining class; 0 for other characters.",
        |_, args| character(args).map(|c| Value::Int(canonical_combining_class(c).into())),
    ),
    Builtin::new(
        "unicodedata.name",
        "(chr, default=..., /)",
        "A character's name; ValueError, or the default, where it has none.\n\n\
         >>> import unicodedata\n\
         >>> unicodedata.name('é')\n\
         'LATIN SMALL LETTER E WITH ACUTE'",
        |_, args| match (unicode_names2::name(character(args)?), args.given(1)) {
            (Some(name), _) => Ok(Value::from(name.to_string())),
            (None, Some(default)) => Ok(default.clone()),
            (None, None) => Err(Raise::value_error("no such name")),
        },
    ),
    Builtin::new(
        "unicodedata.lookup",
        "(name, /)",
        "The character of a name; KeyError where there is none.",
        |_, args| {
            let name = args.str(0)?;
            match unicode_names2::character(name) {
                Some(c) => Ok(Value::from(c.to_string())),
                None => Err(Raise::new(Exc::KeyError, format!("\"undefined character name '{name}'\""))),
            }
        },
    ),
    Builtin::new("unicodedata.decimal", "(chr, default=..., /)", "A decimal digit's value.", |_, args| {
        digit(args, "not a decimal")
    }),
    Builtin::new("unicodedata.digit", "(chr, default=..., /)", "A digit's value.", |_, args| {
        digit(args, "not a digit")
    }),
];

fn normalized(args: &Args) -> Result<String> {
    let text = args.str(1)?;
    Ok(match args.str(0)? {
        "NFC" => text.nfc().collect(),
        "NFD" => text.nfd().collect(),
        "NFKC" => text.nfkc().collect(),
        "NFKD" => text.nfkd().collect(),
        _ => return Err(Raise::value_error("invalid normalization form")),
    })
}

fn character(args: &Args) -> Result<char> {
    let mut characters = args.str(0)?.chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) => Ok(c),
        _ => {
            let name = args.builtin.short_name();
            Err(Raise::type_error(format!("{name}() argument 1 must be a unicode character, not str")))
        }
    }
}

fn digit(args: &Args, otherwise: &str) -> Result<Value> {
    let c = character(args)?;
    // The decimal digits of a script stand together, from 0 on.
    let is_digit = |c: char| c.general_category() == GeneralCategory::DecimalNumber;
    let before = (1..10).take_while(|&n| char::from_u32(c as u32 - n.min(c as u32)).is_some_and(is_digit)).count();
    match (is_digit(c), args.given(1)) {
        (true, _) => Ok(Value::Int(before as i64 % 10)),
        (false, Some(default)) => Ok(default.clone()),
        (false, None) => Err(Raise::value_error(otherwise)),
    }
}

fn short(category: GeneralCategory) -> &'static str {
    match category {
        GeneralCategory::UppercaseLetter => "Lu",
        GeneralCategory::LowercaseLetter => "Ll",
        GeneralCategory::TitlecaseLetter => "Lt",
        GeneralCategory::ModifierLetter => "Lm",
        GeneralCategory::OtherLetter => "Lo",
        GeneralCategory::NonspacingMark => "Mn",
        GeneralCategory::SpacingMark => "Mc",
        GeneralCategory::EnclosingMark => "Me",
        GeneralCategory::DecimalNumber => "Nd",
        GeneralCategory::LetterNumber => "Nl",
        GeneralCategory::OtherNumber => "No",
        GeneralCategory::ConnectorPunctuation => "Pc",
        GeneralCategory::DashPunctuation => "Pd",
        GeneralCategory::OpenPunctuation => "Ps",
        GeneralCategory::ClosePunctuation => "Pe",
        GeneralCategory::InitialPunctuation => "Pi",
        GeneralCategory::FinalPunctuation => "Pf",
        GeneralCategory::OtherPunctuation => "Po",
        GeneralCategory::MathSymbol => "Sm",
        GeneralCategory::CurrencySymbol => "Sc",
        GeneralCategory::ModifierSymbol => "Sk",
        GeneralCategory::OtherSymbol => "So",
        GeneralCategory::SpaceSeparator => "Zs",
        GeneralCategory::LineSeparator => "Zl",
        GeneralCategory::ParagraphSeparator => "Zp",
        GeneralCategory::Control => "Cc",
        GeneralCategory::Format => "Cf",
        GeneralCategory::Surrogate => "Cs",
        GeneralCategory::PrivateUse => "Co",
        GeneralCategory::Unassigned => "Cn",
    }
}
