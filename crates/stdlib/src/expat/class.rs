//! The class of parsers: methods and attributes.

use super::builder::Builder;
use super::calls::Caller;
use super::event::Handler;
use super::faults::{Fault, text_of};
use super::object::XmlParser;
use super::parser::{Namespaces, ParameterEntities, Parser, Status};
use std::any::Any;
use std::rc::Rc;
use tensorcell_language::builtins::bytes_of;
use tensorcell_language::native::Native;
use tensorcell_language::object::Dict;
use tensorcell_language::types::types;
use tensorcell_language::{Args, Builtin, Class, Exc, Getter, Raise, Result, Value, Vm};

thread_local! {
    static ERROR: Rc<Class> = {
        let base = types().exception(Exc::Exception).clone();
        Class::native("xml.parsers.expat", "ExpatError", &[base], None, &[], &[], "").shown_in_full()
    };
    static PARSER: Rc<Class> = {
        let class = Class::native("pyexpat", "xmlparser", &[], None, METHODS, GETTERS, "XML parser").shown_in_full();
        class.define_getters(HANDLER_GETTERS);
        class.define_getters(&NUMBERS);
        class
    };
}

pub(super) fn expat_error() -> Rc<Class> {
    ERROR.with(Rc::clone)
}

pub(super) fn xmlparser() -> Rc<Class> {
    PARSER.with(Rc::clone)
}

impl XmlParser {
    fn parse(&self, vm: &mut Vm, data: &[u8], is_final: bool) -> Result<Value> {
        const MOST: usize = 1 << 20;
        if self.is_running.replace(true) {
            return Err(Raise::runtime("the parser is running: a handler cannot parse with it"));
        }
        let mut rest = data;
        let done = loop {
            let (piece, after) = rest.split_at(rest.len().min(MOST));
            rest = after;
            let is_last = rest.is_empty();
            let done = self.parser.parse(&mut Caller { vm, this: self }, piece, is_final && is_last);
            if is_last || !matches!(done, Ok(Ok(()))) {
                break done;
            }
        };
        self.is_running.set(false);
        self.result(vm, done?)
    }
    fn result(&self, vm: &mut Vm, done: std::result::Result<(), Fault>) -> Result<Value> {
        if let Some(raise) = self.failed.take() {
            return Err(raise);
        }
        if let Err(fault) = done {
            return Err(self.error(vm, fault)?);
        }
        self.flush(vm)?;
        Ok(Value::Int(1))
    }
    fn error(&self, vm: &mut Vm, fault: Fault) -> Result<Raise> {
        let (line, column) = self.place();
        let text = format!("{}: line {line}, column {column}", fault.text());
        let error = vm.call(&Value::Class(expat_error()), &[Value::from(text)], &[])?;
        vm.set_attr(&error, "code", Value::Int(fault.code()))?;
        vm.set_attr(&error, "offset", Value::Int(column as i64))?;
        vm.set_attr(&error, "lineno", Value::Int(line as i64))?;
        Ok(Raise::object(error))
    }
}

impl Native for XmlParser {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        xmlparser()
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("<pyexpat.xmlparser object at {:p}>", std::ptr::from_ref(self)))
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        self.handlers.borrow().iter().for_each(&mut *visit);
        if let Some(intern) = &self.intern {
            visit(&Value::Dict(intern.clone()));
        }
        if let Some(builder) = &*self.builder.borrow() {
            builder.trace(visit);
        }
    }
}

fn this(args: &Args) -> Result<&XmlParser> {
    args.get(0).downcast::<XmlParser>().ok_or_else(|| args.wrong(0, "pyexpat.xmlparser"))
}

fn of(value: &Value) -> Result<&XmlParser> {
    let wrong = || {
        Raise::type_error(format!(
            "descriptor requires a 'pyexpat.xmlparser' object but received a '{}'",
            value.type_name()
        ))
    };
    value.downcast::<XmlParser>().ok_or_else(wrong)
}

pub(super) static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "pyexpat.ParserCreate",
        "(encoding=None, namespace_separator=None, intern=...)",
        "Return a new XML parser object.",
        |_, args| {
            let (encoding, separator) =
                (text_or_none(args, 0, "encoding")?, text_or_none(args, 1, "namespace_separator")?);
            let namespaces = match separator.map(str::as_bytes) {
                None => Namespaces::Ignored,
                Some([]) => Namespaces::Joined,
                Some([separator]) => Namespaces::Separated(*separator),
                Some(_) => {
                    let text = "namespace_separator must be at most one character, omitted, or None";
                    return Err(Raise::value_error(text));
                }
            };
            let intern = match args.given(2) {
                None => Some(Dict::new()),
                Some(Value::None) => None,
                Some(value) => match value.beneath() {
                    Value::Dict(dict) => Some(dict.clone()),
                    _ => return Err(Raise::type_error("intern must be a dictionary")),
                },
            };
            Ok(Value::native(XmlParser::new(Parser::new(encoding, namespaces), intern)))
        },
    ),
    Builtin::new("pyexpat.ErrorString", "(code, /)", "Returns string error for given number.", |_, args| {
        Ok(text_of(args.int(0)?).map_or(Value::None, Value::str))
    }),
];

fn text_or_none<'a>(args: &'a Args, at: usize, name: &'static str) -> Result<Option<&'a str>> {
    let value = args.get(at);
    if !value.is_none() && value.as_str().is_none() {
        let found = value.type_name();
        return Err(Raise::type_error(format!("ParserCreate() argument '{name}' must be str or None, not {found}")));
    }
    Ok(value.as_str())
}

static METHODS: &[Builtin] = &[
    Builtin::new(
        "xmlparser.Parse",
        "(self, data, isfinal=False, /)",
        "Parse XML data.\n\n`isfinal' should be true at end of input.",
        |vm, args| {
            let is_final = vm.truth(args.get(2))?;
            let data = match args.get(1) {
                text @ Value::Str(_) => {
                    this(args)?.parser.give_encoding("utf-8");
                    vm.call_method(text, "encode", &[Value::str("utf-8")])?
                }
                data => data.clone(),
            };
            let wrong = || Raise::type_error(format!("a bytes-like object is required, not '{}'", data.type_name()));
            let data = bytes_of(&data)?.ok_or_else(wrong)?;
            this(args)?.parse(vm, &data, is_final)
        },
    ),
    Builtin::new("xmlparser.ParseFile", "(self, file, /)", "Parse XML data from file-like object.", parse_file),
    Builtin::new("xmlparser.SetBase", "(self, base, /)", "Set the base URL for the parser.", |_, args| {
        *this(args)?.parser.base.borrow_mut() = Some(args.str(1)?.into());
        Ok(Value::None)
    }),
    Builtin::new("xmlparser.GetBase", "(self, /)", "Return base URL string for the parser.", |_, args| {
        Ok(this(args)?.parser.base.borrow().as_deref().map_or(Value::None, Value::str))
    }),
    Builtin::new(
        "xmlparser.GetInputContext",
        "(self, /)",
        "Return the untranslated text of the input that caused the current event.\n\nIf the event was generated by a large \
         amount of text (such as a start tag\nfor an element with many attributes), not all of the text may be available.",
        |_, args| {
            let this = this(args)?;
            let at = this.parser.event.get().filter(|_| this.in_callback.get());
            Ok(at.map_or(Value::None, |at| Value::bytes(this.parser.input.borrow().bytes_from(at))))
        },
    ),
    Builtin::new(
        "xmlparser.ExternalEntityParserCreate",
        "(self, context, encoding=..., /)",
        "Create a parser for parsing an external entity based on the information passed to the ExternalEntityRefHandler.",
        |_, args| {
            let this = this(args)?;
            let parser = this.parser.of_entity(args.opt_str(1)?, args.opt_str(2)?);
            let made = XmlParser::new(parser, this.intern.clone());
            made.handlers.borrow_mut().clone_from(&this.handlers.borrow());
            made.default.set(this.default.get());
            made.joined_size.set(this.joined_size.get());
            *made.joined.borrow_mut() = this.joined.borrow().as_ref().map(|_| String::new());
            made.ordered.set(this.ordered.get());
            made.specified.set(this.specified.get());
            made.triplets.set(this.triplets.get());
            Ok(Value::native(made))
        },
    ),
    Builtin::new(
        "xmlparser.SetParamEntityParsing",
        "(self, flag, /)",
        "Controls parsing of parameter entities (including the external DTD subset).\n\nPossible flag values are \
         XML_PARAM_ENTITY_PARSING_NEVER,\nXML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE and\nXML_PARAM_ENTITY_PARSING_ALWAYS. \
         Returns true if setting the flag\nwas successful.",
        |_, args| {
            let parser = &this(args)?.parser;
            let flag = match args.int(1)? {
                0 => ParameterEntities::Never,
                1 => ParameterEntities::UnlessStandalone,
                _ => ParameterEntities::Always,
            };
            let may_change = parser.status.get() != Status::Parsing;
            if may_change {
                parser.parameter_entities.set(flag);
            }
            Ok(Value::Int(i64::from(may_change)))
        },
    ),
    Builtin::new(
        "xmlparser.UseForeignDTD",
        "(self, flag=True, /)",
        "Allows the application to provide an artificial external subset if one is not specified as part of the document \
         instance.\n\nThis readily allows the use of a 'default' document type controlled by the\napplication, while still \
         getting the advantage of providing document type\ninformation to the parser. 'flag' defaults to True if not provided.",
        |vm, args| {
            let (this, flag) = (this(args)?, vm.truth(args.get(1))?);
            if this.parser.status.get() == Status::Parsing {
                return Err(this.error(vm, Fault::CantChangeFeatureOnceParsing)?);
            }
            this.parser.foreign_dtd.set(flag);
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "xmlparser.GetReparseDeferralEnabled",
        "(self, /)",
        "Retrieve reparse deferral enabled status; always returns false with Expat <2.6.0.",
        |_, args| Ok(Value::from(this(args)?.parser.input.borrow().defers)),
    ),
    Builtin::new(
        "xmlparser.SetReparseDeferralEnabled",
        "(self, enabled, /)",
        "Enable/Disable reparse deferral; enabled by default with Expat >=2.6.0.",
        |vm, args| {
            let enabled = vm.truth(args.get(1))?;
            this(args)?.parser.input.borrow_mut().defers = enabled;
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "xmlparser._build",
        "(self, element, /)",
        "Builds elements of a class instead of calls.",
        |_, args| {
            let Value::Class(class) = args.get(1) else { return Err(args.wrong(1, "type")) };
            *this(args)?.builder.borrow_mut() = Some(Rc::new(Builder::new(class.clone())));
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "xmlparser._report",
        "(self, event, append, /)",
        "Calls a function with (event, element) where elements start or end.",
        |_, args| {
            builder(args)?.report(args.get(1).clone(), args.get(2).clone());
            Ok(Value::None)
        },
    ),
    Builtin::new("xmlparser._data", "(self, text, /)", "Adds text to the tree.", |_, args| {
        builder(args)?.data(args.str(1)?)?;
        Ok(Value::None)
    }),
    Builtin::new(
        "xmlparser._built",
        "(self, /)",
        "The tree's root, the open elements, the last one, the text after it, and whether it has ended.",
        |_, args| Ok(builder(args)?.state()),
    ),
];

fn builder(args: &Args) -> Result<Rc<Builder>> {
    let builder = this(args)?.builder.borrow().clone();
    builder.ok_or_else(|| Raise::runtime("the parser builds no elements"))
}

fn parse_file(vm: &mut Vm, args: &Args) -> Result<Value> {
    const PIECE: usize = 2048;
    let this = this(args)?;
    let Some(read) = vm.find_attr(args.get(1), "read")? else {
        return Err(Raise::type_error("argument must have 'read' attribute"));
    };
    loop {
        let data = vm.call(&read, &[Value::Int(PIECE as i64)], &[])?;
        let wrong = || Raise::type_error(format!("read() did not return a bytes object (type={})", data.type_name()));
        let bytes = match data.beneath() {
            Value::Bytes(_) => bytes_of(&data)?.ok_or_else(wrong)?,
            _ => return Err(wrong()),
        };
        if bytes.len() > PIECE {
            let text = format!("read() returned too much data: {PIECE} bytes requested, {} returned", bytes.len());
            return Err(Raise::value_error(text));
        }
        let result = this.parse(vm, &bytes, bytes.is_empty())?;
        if bytes.is_empty() {
            return Ok(result);
        }
    }
}

macro_rules! handlers {
    ($($name:literal $handler:ident)*) => {
        /// The handlers as attributes.
        static HANDLER_GETTERS: &[Getter] = &[$(Getter {
            name: $name,
            doc: "",
            get: |_, value| Ok(of(value)?.handler(Handler::$handler)),
            set: Some(|vm, value, handler| of(value)?.set_handler(vm, Handler::$handler, handler)),
        },)*];
    };
}

handlers! {
    "StartElementHandler" StartElement
    "EndElementHandler" EndElement
    "ProcessingInstructionHandler" ProcessingInstruction
    "CharacterDataHandler" CharacterData
    "UnparsedEntityDeclHandler" UnparsedEntityDecl
    "NotationDeclHandler" NotationDecl
    "StartNamespaceDeclHandler" StartNamespaceDecl
    "EndNamespaceDeclHandler" EndNamespaceDecl
    "CommentHandler" Comment
    "StartCdataSectionHandler" StartCdataSection
    "EndCdataSectionHandler" EndCdataSection
    "DefaultHandler" Default
    "DefaultHandlerExpand" DefaultExpand
    "NotStandaloneHandler" NotStandalone
    "ExternalEntityRefHandler" ExternalEntityRef
    "StartDoctypeDeclHandler" StartDoctypeDecl
    "EndDoctypeDeclHandler" EndDoctypeDecl
    "EntityDeclHandler" EntityDecl
    "XmlDeclHandler" XmlDecl
    "ElementDeclHandler" ElementDecl
    "AttlistDeclHandler" AttlistDecl
    "SkippedEntityHandler" SkippedEntity
}

macro_rules! numbers {
    ($($name:literal $get:expr)*) => {
        [$(Getter {
            name: $name,
            doc: "",
            get: |_, value| {
                let get: fn(&XmlParser) -> i64 = $get;
                Ok(Value::Int(get(of(value)?)))
            },
            set: None,
        },)*]
    };
}

static NUMBERS: [Getter; 8] = numbers! {
    "ErrorCode" |this| this.parser.fault.get().map_or(0, Fault::code)
    "ErrorLineNumber" |this| this.place().0 as i64
    "ErrorColumnNumber" |this| this.place().1 as i64
    "ErrorByteIndex" XmlParser::byte_index
    "CurrentLineNumber" |this| this.place().0 as i64
    "CurrentColumnNumber" |this| this.place().1 as i64
    "CurrentByteIndex" XmlParser::byte_index
    "buffer_used" |this| this.joined.borrow().as_ref().map_or(0, String::len) as i64
};

static GETTERS: &[Getter] = &[
    Getter {
        name: "intern",
        doc: "",
        get: |_, value| Ok(of(value)?.intern.clone().map_or(Value::None, Value::Dict)),
        set: None,
    },
    Getter {
        name: "buffer_text",
        doc: "",
        get: |_, value| Ok(Value::from(of(value)?.joined.borrow().is_some())),
        set: Some(|vm, value, joins| {
            let joins = vm.truth(&joins)?;
            of(value)?.set_joined(vm, joins)
        }),
    },
    Getter {
        name: "buffer_size",
        doc: "",
        get: |_, value| Ok(Value::Int(of(value)?.joined_size.get() as i64)),
        set: Some(|vm, value, size| of(value)?.set_joined_size(vm, &size)),
    },
    Getter {
        name: "namespace_prefixes",
        doc: "",
        get: |_, value| Ok(Value::from(of(value)?.triplets.get())),
        set: Some(|vm, value, wanted| {
            let (this, wanted) = (of(value)?, vm.truth(&wanted)?);
            this.triplets.set(wanted);
            if this.parser.status.get() != Status::Parsing {
                this.parser.triplets.set(wanted);
            }
            Ok(())
        }),
    },
    Getter {
        name: "ordered_attributes",
        doc: "",
        get: |_, value| Ok(Value::from(of(value)?.ordered.get())),
        set: Some(|vm, value, wanted| {
            of(value)?.ordered.set(vm.truth(&wanted)?);
            Ok(())
        }),
    },
    Getter {
        name: "specified_attributes",
        doc: "",
        get: |_, value| Ok(Value::from(of(value)?.specified.get())),
        set: Some(|vm, value, wanted| {
            of(value)?.specified.set(vm.truth(&wanted)?);
            Ok(())
        }),
    },
];
