//! The grammar of the prolog: which part of a declaration a token is.

use super::tokens::Kind;

/// The part that a token plays in the prolog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Wrong,
    Nothing,
    Declaration,
    TextDeclaration,
    Instance,
    Instruction,
    Comment,
    Doctype(Doctype),
    Entity(Entity),
    Notation(Notation),
    Attlist(Attlist),
    Element(Element),
    IgnoredSection,
    /// A parameter entity between declarations.
    ParameterRef,
    /// A parameter entity within a declaration.
    InnerParameterRef,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doctype {
    Nothing,
    Name,
    SystemId,
    PublicId,
    InternalSubset,
    Close,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entity {
    Nothing,
    GeneralName,
    ParameterName,
    Value,
    SystemId,
    PublicId,
    Complete,
    NotationName,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    Nothing,
    Name,
    SystemId,
    NoSystemId,
    PublicId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attlist {
    Nothing,
    ElementName,
    Name,
    Type(&'static str),
    EnumValue,
    NotationValue,
    Implied,
    Required,
    Default,
    Fixed,
}

/// How often a part of an element may occur, by Expat's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Times {
    Once = 0,
    Optional = 1,
    Any = 2,
    Plus = 3,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    Nothing,
    Name,
    Any,
    Empty,
    Data,
    Child(Times),
    GroupOpen,
    GroupClose(Times),
    Sequence,
    Choice,
}

/// What a declaration has shown so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Start,
    Prolog,
    AfterDoctype,
    DoctypeName,
    DoctypeKind,
    DoctypePublic,
    DoctypeSystem,
    DoctypeSubset,
    DoctypeEnd,
    Subset,
    ExternalStart,
    External,
    EntityName,
    ParameterName,
    EntityValue { parameter: bool },
    EntityPublic { parameter: bool },
    EntitySystem { parameter: bool },
    EntityNotation,
    EntityNotationName,
    ParameterEnd,
    NotationName,
    NotationKind,
    NotationPublic,
    NotationSystem,
    NotationMaybeSystem,
    AttlistElement,
    AttlistName,
    AttlistType,
    AttlistEnum,
    AttlistEnumNext,
    AttlistNotation,
    AttlistNotationName,
    AttlistNotationNext,
    AttlistDefault,
    AttlistFixed,
    ElementName,
    ElementContent,
    GroupStart,
    MixedFirst,
    MixedName,
    MixedNext,
    GroupItem,
    GroupNext,
    SectionKeyword,
    SectionInclude,
    SectionIgnore,
    Close(Role),
    Failed,
}

const TYPES: [&str; 8] = ["CDATA", "ID", "IDREF", "IDREFS", "ENTITY", "ENTITIES", "NMTOKEN", "NMTOKENS"];

/// Follows the grammar of the prolog.
pub(super) struct Roles {
    state: State,
    /// Whether this is the document itself; otherwise an external subset or parameter entity.
    pub in_document: bool,
    includes: usize,
    /// How deep groups are nested in an element's content.
    pub level: usize,
}

impl Roles {
    pub fn of_document() -> Roles {
        Roles { state: State::Start, in_document: true, includes: 0, level: 0 }
    }
    pub fn of_external() -> Roles {
        Roles { state: State::ExternalStart, in_document: false, includes: 0, level: 0 }
    }

    fn top(&self) -> State {
        if self.in_document { State::Subset } else { State::External }
    }
    fn to(&mut self, state: State, role: Role) -> Role {
        self.state = state;
        role
    }
    fn wrong(&mut self, kind: Kind) -> Role {
        if !self.in_document && kind == Kind::ParameterRef {
            return Role::InnerParameterRef;
        }
        self.to(State::Failed, Role::Wrong)
    }

    /// Returns the role of a token and takes the step that it leads to.
    pub fn role(&mut self, kind: Kind, text: &[u8]) -> Role {
        match self.state {
            State::Failed => Role::Nothing,
            State::Start | State::Prolog | State::AfterDoctype => self.prolog(kind, text),
            State::Subset => self.subset(kind, text),
            State::ExternalStart => {
                self.state = State::External;
                if kind == Kind::Declaration { Role::TextDeclaration } else { self.external(kind, text) }
            }
            State::External => self.external(kind, text),
            state if kind == Kind::Space => quiet(state),
            state => self.within(state, kind, text),
        }
    }

    fn prolog(&mut self, kind: Kind, text: &[u8]) -> Role {
        let before = self.state;
        if before == State::Start && !matches!(kind, Kind::ByteOrderMark) {
            self.state = State::Prolog;
        }
        match kind {
            Kind::Space => Role::Nothing,
            Kind::Declaration if before == State::Start => Role::Declaration,
            Kind::Instruction => Role::Instruction,
            Kind::Comment => Role::Comment,
            Kind::ByteOrderMark if before != State::AfterDoctype => Role::Nothing,
            Kind::DeclOpen if before != State::AfterDoctype && &text[2..] == b"DOCTYPE" => {
                self.to(State::DoctypeName, Role::Doctype(Doctype::Nothing))
            }
            Kind::InstanceStart => self.to(State::Failed, Role::Instance),
            _ => self.wrong(kind),
        }
    }

    fn subset(&mut self, kind: Kind, text: &[u8]) -> Role {
        match kind {
            Kind::Space | Kind::None => Role::Nothing,
            Kind::DeclOpen => match &text[2..] {
                b"ENTITY" => self.to(State::EntityName, Role::Entity(Entity::Nothing)),
                b"ATTLIST" => self.to(State::AttlistElement, Role::Attlist(Attlist::Nothing)),
                b"ELEMENT" => self.to(State::ElementName, Role::Element(Element::Nothing)),
                b"NOTATION" => self.to(State::NotationName, Role::Notation(Notation::Nothing)),
                _ => self.wrong(kind),
            },
            Kind::Instruction => Role::Instruction,
            Kind::Comment => Role::Comment,
            Kind::ParameterRef => Role::ParameterRef,
            Kind::CloseBracket => self.to(State::DoctypeEnd, Role::Doctype(Doctype::Nothing)),
            _ => self.wrong(kind),
        }
    }

    fn external(&mut self, kind: Kind, text: &[u8]) -> Role {
        match kind {
            Kind::SectionOpen => self.to(State::SectionKeyword, Role::Nothing),
            Kind::SectionClose if self.includes > 0 => {
                self.includes -= 1;
                Role::Nothing
            }
            Kind::SectionClose | Kind::CloseBracket => self.wrong(kind),
            Kind::None if self.includes > 0 => self.wrong(kind),
            _ => self.subset(kind, text),
        }
    }

    fn within(&mut self, state: State, kind: Kind, text: &[u8]) -> Role {
        use State::*;
        match state {
            DoctypeName | DoctypeKind | DoctypePublic | DoctypeSystem | DoctypeSubset | DoctypeEnd => {
                self.doctype(state, kind, text)
            }
            EntityName
            | ParameterName
            | EntityValue { .. }
            | EntityPublic { .. }
            | EntitySystem { .. }
            | EntityNotation
            | EntityNotationName
            | ParameterEnd => self.entity(state, kind, text),
            NotationName | NotationKind | NotationPublic | NotationSystem | NotationMaybeSystem => {
                self.notation(state, kind, text)
            }
            ElementName | ElementContent | GroupStart | MixedFirst | MixedName | MixedNext | GroupItem | GroupNext => {
                self.element(state, kind, text)
            }
            SectionKeyword | SectionInclude | SectionIgnore => self.section(state, kind, text),
            Close(role) if kind == Kind::DeclClose => self.to(self.top(), role),
            Close(_) => self.wrong(kind),
            _ => self.attlist(state, kind, text),
        }
    }

    fn doctype(&mut self, state: State, kind: Kind, text: &[u8]) -> Role {
        let role = Role::Doctype;
        match (state, kind) {
            (State::DoctypeName, Kind::Name | Kind::PrefixedName) => self.to(State::DoctypeKind, role(Doctype::Name)),
            (State::DoctypeKind | State::DoctypeSubset, Kind::OpenBracket) => {
                self.to(State::Subset, role(Doctype::InternalSubset))
            }
            (State::DoctypeKind | State::DoctypeSubset | State::DoctypeEnd, Kind::DeclClose) => {
                self.to(State::AfterDoctype, role(Doctype::Close))
            }
            (State::DoctypeKind, Kind::Name) if text == b"SYSTEM" => {
                self.to(State::DoctypeSystem, role(Doctype::Nothing))
            }
            (State::DoctypeKind, Kind::Name) if text == b"PUBLIC" => {
                self.to(State::DoctypePublic, role(Doctype::Nothing))
            }
            (State::DoctypePublic, Kind::Literal) => self.to(State::DoctypeSystem, role(Doctype::PublicId)),
            (State::DoctypeSystem, Kind::Literal) => self.to(State::DoctypeSubset, role(Doctype::SystemId)),
            _ => self.wrong(kind),
        }
    }

    fn entity(&mut self, state: State, kind: Kind, text: &[u8]) -> Role {
        use State::{EntityPublic, EntitySystem, EntityValue};
        let role = Role::Entity;
        match (state, kind) {
            (State::EntityName, Kind::Percent) => self.to(State::ParameterName, role(Entity::Nothing)),
            (State::EntityName, Kind::Name) => self.to(EntityValue { parameter: false }, role(Entity::GeneralName)),
            (State::ParameterName, Kind::Name) => self.to(EntityValue { parameter: true }, role(Entity::ParameterName)),
            (EntityValue { parameter }, Kind::Name) if text == b"SYSTEM" => {
                self.to(EntitySystem { parameter }, role(Entity::Nothing))
            }
            (EntityValue { parameter }, Kind::Name) if text == b"PUBLIC" => {
                self.to(EntityPublic { parameter }, role(Entity::Nothing))
            }
            (EntityValue { .. }, Kind::Literal) => self.close(role(Entity::Nothing), role(Entity::Value)),
            (EntityPublic { parameter }, Kind::Literal) => self.to(EntitySystem { parameter }, role(Entity::PublicId)),
            (EntitySystem { parameter }, Kind::Literal) => {
                let next = if parameter { State::ParameterEnd } else { State::EntityNotation };
                self.to(next, role(Entity::SystemId))
            }
            (State::EntityNotation | State::ParameterEnd, Kind::DeclClose) => {
                self.to(self.top(), role(Entity::Complete))
            }
            (State::EntityNotation, Kind::Name) if text == b"NDATA" => {
                self.to(State::EntityNotationName, role(Entity::Nothing))
            }
            (State::EntityNotationName, Kind::Name) => self.close(role(Entity::Nothing), role(Entity::NotationName)),
            _ => self.wrong(kind),
        }
    }

    /// Only the end of the declaration may follow.
    fn close(&mut self, at_end: Role, role: Role) -> Role {
        self.to(State::Close(at_end), role)
    }

    fn notation(&mut self, state: State, kind: Kind, text: &[u8]) -> Role {
        let role = Role::Notation;
        match (state, kind) {
            (State::NotationName, Kind::Name) => self.to(State::NotationKind, role(Notation::Name)),
            (State::NotationKind, Kind::Name) if text == b"SYSTEM" => {
                self.to(State::NotationSystem, role(Notation::Nothing))
            }
            (State::NotationKind, Kind::Name) if text == b"PUBLIC" => {
                self.to(State::NotationPublic, role(Notation::Nothing))
            }
            (State::NotationPublic, Kind::Literal) => self.to(State::NotationMaybeSystem, role(Notation::PublicId)),
            (State::NotationSystem | State::NotationMaybeSystem, Kind::Literal) => {
                self.close(role(Notation::Nothing), role(Notation::SystemId))
            }
            (State::NotationMaybeSystem, Kind::DeclClose) => self.to(self.top(), role(Notation::NoSystemId)),
            _ => self.wrong(kind),
        }
    }

    fn attlist(&mut self, state: State, kind: Kind, text: &[u8]) -> Role {
        let (role, nothing) = (Role::Attlist, Role::Attlist(Attlist::Nothing));
        match (state, kind) {
            (State::AttlistElement, Kind::Name | Kind::PrefixedName) => {
                self.to(State::AttlistName, role(Attlist::ElementName))
            }
            (State::AttlistName, Kind::DeclClose) => self.to(self.top(), nothing),
            (State::AttlistName, Kind::Name | Kind::PrefixedName) => self.to(State::AttlistType, role(Attlist::Name)),
            (State::AttlistType, Kind::Name) if text == b"NOTATION" => self.to(State::AttlistNotation, nothing),
            (State::AttlistType, Kind::Name) => match TYPES.iter().find(|name| name.as_bytes() == text) {
                Some(name) => self.to(State::AttlistDefault, role(Attlist::Type(name))),
                None => self.wrong(kind),
            },
            (State::AttlistType, Kind::OpenParen) => self.to(State::AttlistEnum, nothing),
            (State::AttlistEnum, Kind::NameToken | Kind::Name | Kind::PrefixedName) => {
                self.to(State::AttlistEnumNext, role(Attlist::EnumValue))
            }
            (State::AttlistEnumNext | State::AttlistNotationNext, Kind::CloseParen) => {
                self.to(State::AttlistDefault, nothing)
            }
            (State::AttlistEnumNext, Kind::Or) => self.to(State::AttlistEnum, nothing),
            (State::AttlistNotation, Kind::OpenParen) => self.to(State::AttlistNotationName, nothing),
            (State::AttlistNotationName, Kind::Name) => {
                self.to(State::AttlistNotationNext, role(Attlist::NotationValue))
            }
            (State::AttlistNotationNext, Kind::Or) => self.to(State::AttlistNotationName, nothing),
            (State::AttlistDefault, Kind::PoundName) => match &text[1..] {
                b"IMPLIED" => self.to(State::AttlistName, role(Attlist::Implied)),
                b"REQUIRED" => self.to(State::AttlistName, role(Attlist::Required)),
                b"FIXED" => self.to(State::AttlistFixed, nothing),
                _ => self.wrong(kind),
            },
            (State::AttlistDefault, Kind::Literal) => self.to(State::AttlistName, role(Attlist::Default)),
            (State::AttlistFixed, Kind::Literal) => self.to(State::AttlistName, role(Attlist::Fixed)),
            _ => self.wrong(kind),
        }
    }

    fn element(&mut self, state: State, kind: Kind, text: &[u8]) -> Role {
        let (role, nothing) = (Role::Element, Role::Element(Element::Nothing));
        match (state, kind) {
            (State::ElementName, Kind::Name | Kind::PrefixedName) => {
                self.to(State::ElementContent, role(Element::Name))
            }
            (State::ElementContent, Kind::Name) if text == b"EMPTY" => self.close(nothing, role(Element::Empty)),
            (State::ElementContent, Kind::Name) if text == b"ANY" => self.close(nothing, role(Element::Any)),
            (State::ElementContent, Kind::OpenParen) => {
                self.level = 1;
                self.to(State::GroupStart, role(Element::GroupOpen))
            }
            (State::GroupStart, Kind::PoundName) if &text[1..] == b"PCDATA" => {
                self.to(State::MixedFirst, role(Element::Data))
            }
            (State::GroupStart | State::GroupItem, Kind::OpenParen) => {
                self.level += 1;
                self.to(State::GroupItem, role(Element::GroupOpen))
            }
            (State::GroupStart | State::GroupItem, _) => match child(kind) {
                Some(times) => self.to(State::GroupNext, role(Element::Child(times))),
                None => self.wrong(kind),
            },
            (State::MixedFirst, Kind::CloseParen) => self.close(nothing, role(Element::GroupClose(Times::Once))),
            (State::MixedFirst | State::MixedNext, Kind::CloseParenAsterisk) => {
                self.close(nothing, role(Element::GroupClose(Times::Any)))
            }
            (State::MixedFirst | State::MixedNext, Kind::Or) => self.to(State::MixedName, nothing),
            (State::MixedName, Kind::Name | Kind::PrefixedName) => {
                self.to(State::MixedNext, role(Element::Child(Times::Once)))
            }
            (State::GroupNext, Kind::Comma) => self.to(State::GroupItem, role(Element::Sequence)),
            (State::GroupNext, Kind::Or) => self.to(State::GroupItem, role(Element::Choice)),
            (State::GroupNext, _) => match group_end(kind) {
                Some(times) => self.group_close(times),
                None => self.wrong(kind),
            },
            _ => self.wrong(kind),
        }
    }
    fn group_close(&mut self, times: Times) -> Role {
        self.level -= 1;
        if self.level == 0 {
            self.state = State::Close(Role::Element(Element::Nothing));
        }
        Role::Element(Element::GroupClose(times))
    }

    fn section(&mut self, state: State, kind: Kind, text: &[u8]) -> Role {
        match (state, kind) {
            (State::SectionKeyword, Kind::Name) if text == b"INCLUDE" => self.to(State::SectionInclude, Role::Nothing),
            (State::SectionKeyword, Kind::Name) if text == b"IGNORE" => self.to(State::SectionIgnore, Role::Nothing),
            (State::SectionInclude, Kind::OpenBracket) => {
                self.includes += 1;
                self.to(State::External, Role::Nothing)
            }
            (State::SectionIgnore, Kind::OpenBracket) => self.to(State::External, Role::IgnoredSection),
            _ => self.wrong(kind),
        }
    }
}

fn child(kind: Kind) -> Option<Times> {
    Some(match kind {
        Kind::Name | Kind::PrefixedName => Times::Once,
        Kind::NameQuestion => Times::Optional,
        Kind::NameAsterisk => Times::Any,
        Kind::NamePlus => Times::Plus,
        _ => return None,
    })
}

fn group_end(kind: Kind) -> Option<Times> {
    Some(match kind {
        Kind::CloseParen => Times::Once,
        Kind::CloseParenQuestion => Times::Optional,
        Kind::CloseParenAsterisk => Times::Any,
        Kind::CloseParenPlus => Times::Plus,
        _ => return None,
    })
}

/// The role of spaces within a declaration.
fn quiet(state: State) -> Role {
    use State::*;
    match state {
        DoctypeName | DoctypeKind | DoctypePublic | DoctypeSystem | DoctypeSubset | DoctypeEnd => {
            Role::Doctype(Doctype::Nothing)
        }
        EntityName
        | ParameterName
        | EntityValue { .. }
        | EntityPublic { .. }
        | EntitySystem { .. }
        | EntityNotation
        | EntityNotationName
        | ParameterEnd => Role::Entity(Entity::Nothing),
        NotationName | NotationKind | NotationPublic | NotationSystem | NotationMaybeSystem => {
            Role::Notation(Notation::Nothing)
        }
        ElementName | ElementContent | GroupStart | MixedFirst | MixedName | MixedNext | GroupItem | GroupNext => {
            Role::Element(Element::Nothing)
        }
        Close(role) => role,
        SectionKeyword | SectionInclude | SectionIgnore => Role::Nothing,
        _ => Role::Attlist(Attlist::Nothing),
    }
}
