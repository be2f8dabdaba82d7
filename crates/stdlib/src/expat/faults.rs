//! The errors of documents: Expat's codes, names and texts.

/// What is wrong with a document, by Expat's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Fault {
    NoMemory = 1,
    Syntax = 2,
    NoElements = 3,
    InvalidToken = 4,
    UnclosedToken = 5,
    PartialChar = 6,
    TagMismatch = 7,
    DuplicateAttribute = 8,
    JunkAfterDocElement = 9,
    ParamEntityRef = 10,
    UndefinedEntity = 11,
    RecursiveEntityRef = 12,
    AsyncEntity = 13,
    BadCharRef = 14,
    BinaryEntityRef = 15,
    AttributeExternalEntityRef = 16,
    MisplacedXmlPi = 17,
    UnknownEncoding = 18,
    IncorrectEncoding = 19,
    UnclosedCdataSection = 20,
    ExternalEntityHandling = 21,
    NotStandalone = 22,
    EntityDeclaredInPe = 24,
    CantChangeFeatureOnceParsing = 26,
    UnboundPrefix = 27,
    UndeclaringPrefix = 28,
    IncompletePe = 29,
    XmlDecl = 30,
    TextDecl = 31,
    Publicid = 32,
    Aborted = 35,
    Finished = 36,
    ReservedPrefixXml = 38,
    ReservedPrefixXmlns = 39,
    ReservedNamespaceUri = 40,
    AmplificationLimitBreach = 43,
}

impl Fault {
    pub fn code(self) -> i64 {
        self as i64
    }
    pub fn text(self) -> &'static str {
        text_of(self.code()).unwrap_or_default()
    }
}

/// Returns the text of a code.
pub(super) fn text_of(code: i64) -> Option<&'static str> {
    let at = usize::try_from(code).ok()?.checked_sub(1)?;
    Some(ROWS.get(at)?.1)
}

/// The names and texts of the codes from 1 on.
pub(super) const ROWS: &[(&str, &str)] = &[
    ("XML_ERROR_NO_MEMORY", "out of memory"),
    ("XML_ERROR_SYNTAX", "syntax error"),
    ("XML_ERROR_NO_ELEMENTS", "no element found"),
    ("XML_ERROR_INVALID_TOKEN", "not well-formed (invalid token)"),
    ("XML_ERROR_UNCLOSED_TOKEN", "unclosed token"),
    ("XML_ERROR_PARTIAL_CHAR", "partial character"),
    ("XML_ERROR_TAG_MISMATCH", "mismatched tag"),
    ("XML_ERROR_DUPLICATE_ATTRIBUTE", "duplicate attribute"),
    ("XML_ERROR_JUNK_AFTER_DOC_ELEMENT", "junk after document element"),
    ("XML_ERROR_PARAM_ENTITY_REF", "illegal parameter entity reference"),
    ("XML_ERROR_UNDEFINED_ENTITY", "undefined entity"),
    ("XML_ERROR_RECURSIVE_ENTITY_REF", "recursive entity reference"),
    ("XML_ERROR_ASYNC_ENTITY", "asynchronous entity"),
    ("XML_ERROR_BAD_CHAR_REF", "reference to invalid character number"),
    ("XML_ERROR_BINARY_ENTITY_REF", "reference to binary entity"),
    ("XML_ERROR_ATTRIBUTE_EXTERNAL_ENTITY_REF", "reference to external entity in attribute"),
    ("XML_ERROR_MISPLACED_XML_PI", "XML or text declaration not at start of entity"),
    ("XML_ERROR_UNKNOWN_ENCODING", "unknown encoding"),
    ("XML_ERROR_INCORRECT_ENCODING", "encoding specified in XML declaration is incorrect"),
    ("XML_ERROR_UNCLOSED_CDATA_SECTION", "unclosed CDATA section"),
    ("XML_ERROR_EXTERNAL_ENTITY_HANDLING", "error in processing external entity reference"),
    ("XML_ERROR_NOT_STANDALONE", "document is not standalone"),
    ("XML_ERROR_UNEXPECTED_STATE", "unexpected parser state - please send a bug report"),
    ("XML_ERROR_ENTITY_DECLARED_IN_PE", "entity declared in parameter entity"),
    ("XML_ERROR_FEATURE_REQUIRES_XML_DTD", "requested feature requires XML_DTD support in Expat"),
    ("XML_ERROR_CANT_CHANGE_FEATURE_ONCE_PARSING", "cannot change setting once parsing has begun"),
    ("XML_ERROR_UNBOUND_PREFIX", "unbound prefix"),
    ("XML_ERROR_UNDECLARING_PREFIX", "must not undeclare prefix"),
    ("XML_ERROR_INCOMPLETE_PE", "incomplete markup in parameter entity"),
    ("XML_ERROR_XML_DECL", "XML declaration not well-formed"),
    ("XML_ERROR_TEXT_DECL", "text declaration not well-formed"),
    ("XML_ERROR_PUBLICID", "illegal character(s) in public id"),
    ("XML_ERROR_SUSPENDED", "parser suspended"),
    ("XML_ERROR_NOT_SUSPENDED", "parser not suspended"),
    ("XML_ERROR_ABORTED", "parsing aborted"),
    ("XML_ERROR_FINISHED", "parsing finished"),
    ("XML_ERROR_SUSPEND_PE", "cannot suspend in external parameter entity"),
    (
        "XML_ERROR_RESERVED_PREFIX_XML",
        "reserved prefix (xml) must not be undeclared or bound to another namespace name",
    ),
    ("XML_ERROR_RESERVED_PREFIX_XMLNS", "reserved prefix (xmlns) must not be declared or undeclared"),
    ("XML_ERROR_RESERVED_NAMESPACE_URI", "prefix must not be bound to one of the reserved namespace names"),
    ("XML_ERROR_INVALID_ARGUMENT", "invalid argument"),
    ("XML_ERROR_NO_BUFFER", "a successful prior call to function XML_GetBuffer is required"),
    ("XML_ERROR_AMPLIFICATION_LIMIT_BREACH", "limit on input amplification factor (from DTD and entities) breached"),
];
