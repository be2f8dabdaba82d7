//! Declarations: what the parts of the prolog and of a document type lead to.

use super::declaration;
use super::dtd::{Content, Entity, Model, SUBSET, Shared};
use super::event::{Event, Handler, Sink, Text};
use super::faults::Fault;
use super::markup;
use super::parser::{Account, Connector, Declarations, ParameterEntities, Parser, Source};
use super::roles::{Attlist, Doctype, Element, Entity as EntityRole, Notation, Role, Times};
use super::tokens::{self, Kind, Token};
use std::cell::{RefCell, RefMut};
use std::rc::Rc;

/// A token of a source.
struct Part<'a> {
    source: &'a Source,
    at: usize,
    next: usize,
}

impl Part<'_> {
    fn text(&self) -> &str {
        self.source.str(self.at, self.next)
    }
    /// The text between quotes, or between `%` and `;`.
    fn inner(&self) -> &str {
        self.source.str(self.at + 1, self.next - 1)
    }
}

/// Whether what was read still goes to the default handler.
type Handled = Result<bool, Fault>;

impl Parser {
    /// Reads declarations up to the end of a text or to the document's element. `may_close`: the document type may end here.
    #[expect(clippy::too_many_arguments, reason = "a text, a place in it and what may follow")]
    pub fn declarations(
        &self,
        out: &mut dyn Sink,
        mut source: Source,
        mut at: usize,
        mut token: Token,
        more: bool,
        may_close: bool,
        account: Account,
    ) -> Result<Declarations, Fault> {
        loop {
            self.pause(out)?;
            self.mark(&source, at);
            if token.is_unfinished() {
                if more && token.kind != Kind::Invalid {
                    return Ok(Declarations::Read(at));
                }
                if !self.last_token(&source, &mut token)? {
                    return Ok(Declarations::Read(at));
                }
            }
            let next = token.next;
            let role = self.roles.borrow_mut().role(token.kind, &source.text[at..next]);
            if !matches!(role, Role::Instance | Role::Declaration | Role::TextDeclaration) {
                self.account(token.kind, next - at, account)?;
            }
            let mut resume = next;
            let handled = match role {
                Role::Declaration | Role::TextDeclaration => {
                    self.xml_declaration(out, &source, at, next, role == Role::TextDeclaration)?;
                    source = self.main();
                    true
                }
                Role::Instance => {
                    self.foreign_subset(out)?;
                    return Ok(Declarations::Instance(at));
                }
                Role::IgnoredSection => {
                    self.default(out, &source, at, next);
                    match self.ignored(out, &source, next, more)? {
                        (after, true) => resume = after,
                        (after, false) => return Ok(Declarations::Ignored(after)),
                    }
                    true
                }
                role => self.part(out, role, token.kind, &Part { source: &source, at, next }, may_close)?,
            };
            if !handled {
                self.default(out, &source, at, next);
            }
            self.goes_on()?;
            at = resume;
            token = self.prolog_token(&source, at);
        }
    }
    /// Handles a token that the text ends with; false if the text is whole without it.
    fn last_token(&self, source: &Source, token: &mut Token) -> Result<bool, Fault> {
        match token.kind {
            Kind::Invalid => {
                self.mark(source, token.next);
                return Err(Fault::InvalidToken);
            }
            Kind::Partial => return Err(Fault::UnclosedToken),
            Kind::PartialChar => return Err(Fault::PartialChar),
            Kind::None => {}
            _ => return Ok(true),
        }
        if source.is_main && self.input.borrow().has_half_unit() {
            return Err(Fault::UnclosedToken);
        }
        let is_between = self.open_entities.borrow().last().copied().unwrap_or(true);
        if !source.is_main && !is_between {
            return Ok(false);
        }
        if self.is_parameter || !source.is_main {
            let role = self.roles.borrow_mut().role(Kind::None, b"");
            return if role == Role::Wrong { Err(Fault::IncompletePe) } else { Ok(false) };
        }
        Err(Fault::NoElements)
    }

    fn part(&self, out: &mut dyn Sink, role: Role, kind: Kind, part: &Part, may_close: bool) -> Handled {
        let Part { source, at, next } = *part;
        match role {
            Role::Wrong => Err(match kind {
                Kind::ParameterRef => Fault::ParamEntityRef,
                Kind::Declaration => Fault::MisplacedXmlPi,
                _ => Fault::Syntax,
            }),
            Role::Instruction => {
                self.instruction(out, source, at, next);
                Ok(true)
            }
            Role::Comment => {
                self.comment(out, source, at, next);
                Ok(true)
            }
            Role::Doctype(role) => self.doctype(out, role, part, may_close),
            Role::Entity(role) => self.entity(out, role, part),
            Role::Notation(role) => self.notation(out, role, part),
            Role::Attlist(role) => self.attlist(out, role, part),
            Role::Element(role) => self.element(out, role, part),
            Role::ParameterRef | Role::InnerParameterRef => {
                self.parameter_reference(out, part, role == Role::ParameterRef)
            }
            _ => Ok(kind == Kind::ByteOrderMark),
        }
    }

    /// Reads the rest of a section that is ignored; whether it ends in this text.
    pub fn ignored(&self, out: &mut dyn Sink, source: &Source, at: usize, more: bool) -> Result<(usize, bool), Fault> {
        self.mark(source, at);
        let token = markup::ignored(&source.text, at);
        self.account(token.kind, token.next - at, Account::Direct)?;
        match token.kind {
            Kind::IgnoredSection => {
                self.default(out, source, at, token.next);
                Ok((token.next, true))
            }
            Kind::Invalid => {
                self.mark(source, token.next);
                Err(Fault::InvalidToken)
            }
            _ if more => Ok((at, false)),
            Kind::PartialChar => Err(Fault::PartialChar),
            _ => Err(Fault::Syntax),
        }
    }

    fn keeps_on(&self) -> bool {
        self.dtd.borrow().keeps_on
    }
    /// The entity that stands for the external subset.
    fn subset(&self) -> Shared<Entity> {
        let mut dtd = self.dtd.borrow_mut();
        let made = || Rc::new(RefCell::new(Entity { name: SUBSET.into(), ..Entity::default() }));
        dtd.parameters.entry(SUBSET.into()).or_insert_with(made).clone()
    }

    fn doctype(&self, out: &mut dyn Sink, role: Doctype, part: &Part, may_close: bool) -> Handled {
        let starts = out.wants(Handler::StartDoctypeDecl);
        match role {
            Doctype::Nothing => Ok(starts),
            Doctype::Name => {
                let mut declaration = self.declaration.borrow_mut();
                if starts {
                    (declaration.doctype, declaration.public) = (Some(part.text().to_owned()), None);
                }
                (declaration.system, declaration.has_system) = (None, false);
                Ok(starts)
            }
            Doctype::InternalSubset => {
                self.start_doctype(out, true);
                Ok(starts)
            }
            Doctype::PublicId => self.doctype_public(out, part),
            Doctype::SystemId => self.doctype_system(out, part),
            Doctype::Close if !may_close => Err(Fault::InvalidToken),
            Doctype::Close => self.close_doctype(out),
        }
    }
    /// Tells the program of a document type whose name was kept.
    fn start_doctype(&self, out: &mut dyn Sink, has_subset: bool) -> bool {
        let (name, system, public) = {
            let mut declaration = self.declaration.borrow_mut();
            (declaration.doctype.take(), declaration.system.clone(), declaration.public.clone())
        };
        if let Some(name) = &name
            && out.wants(Handler::StartDoctypeDecl)
        {
            out.event(Event::StartDoctype { name, system, public, has_subset });
        }
        name.is_some()
    }
    fn doctype_public(&self, out: &mut dyn Sink, part: &Part) -> Handled {
        self.foreign_dtd.set(false);
        let subset = self.subset();
        self.declaration.borrow_mut().entity = Some(subset);
        self.dtd.borrow_mut().has_parameter_refs = true;
        self.check_public(part)?;
        let handled = out.wants(Handler::StartDoctypeDecl);
        if handled {
            self.declaration.borrow_mut().public = Some(normalized(part.inner()));
        }
        self.keep_public(part);
        Ok(handled)
    }
    fn check_public(&self, part: &Part) -> Result<(), Fault> {
        match markup::not_public(part.inner().as_bytes()) {
            Some(wrong) => {
                self.mark(part.source, part.at + 1 + wrong);
                Err(Fault::Publicid)
            }
            None => Ok(()),
        }
    }
    /// Notes the public identifier of the entity being declared.
    fn keep_public(&self, part: &Part) -> bool {
        let entity = self.declaration.borrow().entity.clone().filter(|_| self.keeps_on());
        if let Some(entity) = &entity {
            entity.borrow_mut().public = Some(normalized(part.inner()));
        }
        entity.is_some()
    }
    fn keep_system(&self, part: &Part) -> bool {
        let entity = self.declaration.borrow().entity.clone().filter(|_| self.keeps_on());
        if let Some(entity) = &entity {
            let mut entity = entity.borrow_mut();
            (entity.system, entity.base) = (Some(part.inner().into()), self.base.borrow().clone());
        }
        entity.is_some()
    }
    fn doctype_system(&self, out: &mut dyn Sink, part: &Part) -> Handled {
        self.foreign_dtd.set(false);
        self.dtd.borrow_mut().has_parameter_refs = true;
        let handled = out.wants(Handler::StartDoctypeDecl);
        {
            let mut declaration = self.declaration.borrow_mut();
            declaration.has_system = true;
            declaration.system = handled.then(|| part.inner().into());
        }
        if self.parameter_entities.get() == ParameterEntities::Never {
            self.check_standalone(out)?;
        }
        if self.declaration.borrow().entity.is_none() {
            let subset = self.subset();
            subset.borrow_mut().public = None;
            self.declaration.borrow_mut().entity = Some(subset);
        }
        self.keep_system(part);
        Ok(handled)
    }
    /// Asks the program about a document that depends on others and does not say so.
    fn check_standalone(&self, out: &mut dyn Sink) -> Result<(), Fault> {
        let is_standalone = self.dtd.borrow().is_standalone;
        let is_refused = !is_standalone && out.wants(Handler::NotStandalone) && !out.event(Event::NotStandalone);
        if is_refused { Err(Fault::NotStandalone) } else { Ok(()) }
    }
    fn close_doctype(&self, out: &mut dyn Sink) -> Handled {
        let mut handled = self.start_doctype(out, false);
        let has_system = self.declaration.borrow().has_system;
        if has_system || self.foreign_dtd.get() {
            self.read_subset(out, has_system)?;
            self.foreign_dtd.set(false);
        }
        if out.wants(Handler::EndDoctypeDecl) {
            out.event(Event::EndDoctype);
            handled = true;
        }
        Ok(handled)
    }
    /// Reads the subset that the program has for a document without a type.
    fn foreign_subset(&self, out: &mut dyn Sink) -> Result<(), Fault> {
        if self.foreign_dtd.get() { self.read_subset(out, false) } else { Ok(()) }
    }
    fn read_subset(&self, out: &mut dyn Sink, has_system: bool) -> Result<(), Fault> {
        let had_refs = std::mem::replace(&mut self.dtd.borrow_mut().has_parameter_refs, true);
        let reads = self.parameter_entities.get() != ParameterEntities::Never;
        if !reads || !out.wants(Handler::ExternalEntityRef) {
            return Ok(());
        }
        let subset = self.subset();
        if self.foreign_dtd.get() {
            subset.borrow_mut().base = self.base.borrow().clone();
        }
        self.dtd.borrow_mut().parameter_was_read = false;
        let (base, system, public) = {
            let subset = subset.borrow();
            (subset.base.clone(), subset.system.clone(), subset.public.clone())
        };
        if !out.event(Event::ExternalEntity { context: None, base, system, public }) {
            return Err(Fault::ExternalEntityHandling);
        }
        if self.dtd.borrow().parameter_was_read {
            return self.check_standalone(out);
        }
        if !has_system {
            self.dtd.borrow_mut().has_parameter_refs = had_refs;
        }
        Ok(())
    }

    fn entity(&self, out: &mut dyn Sink, role: EntityRole, part: &Part) -> Handled {
        let wants = out.wants(Handler::EntityDecl);
        match role {
            EntityRole::Nothing => Ok(wants && self.keeps_on()),
            EntityRole::GeneralName if tokens::predefined(part.text().as_bytes()).is_some() => {
                self.declaration.borrow_mut().entity = None;
                Ok(false)
            }
            EntityRole::GeneralName => Ok(self.name_entity(part, false) && wants),
            EntityRole::ParameterName => Ok(self.name_entity(part, true) && wants),
            EntityRole::Value => self.entity_value(out, part),
            EntityRole::PublicId => {
                self.check_public(part)?;
                Ok(self.keep_public(part) && wants)
            }
            EntityRole::SystemId => Ok(self.keep_system(part) && wants),
            EntityRole::Complete => Ok(self.declared_now().is_some_and(|entity| {
                if wants {
                    self.tell_entity(out, &entity.borrow(), None);
                }
                wants
            })),
            EntityRole::NotationName => Ok(self.entity_notation(out, part)),
        }
    }
    /// The entity whose declaration counts and is being read.
    fn declared_now(&self) -> Option<Shared<Entity>> {
        self.declaration.borrow().entity.clone().filter(|_| self.keeps_on())
    }
    /// Begins the declaration of an entity; false if it was declared before or does not count.
    fn name_entity(&self, part: &Part, is_parameter: bool) -> bool {
        let mut dtd = self.dtd.borrow_mut();
        let (name, keeps_on): (Rc<str>, bool) = (part.text().into(), dtd.keeps_on);
        let table = if is_parameter { &mut dtd.parameters } else { &mut dtd.entities };
        let is_new = keeps_on && !table.contains_key(&name);
        let made = is_new.then(|| {
            let is_internal = self.is_root && self.open_entities.borrow().is_empty();
            let entity = Entity { name: name.clone(), is_parameter, is_internal, ..Entity::default() };
            Rc::new(RefCell::new(entity))
        });
        if let Some(entity) = &made {
            table.insert(name, entity.clone());
        }
        self.declaration.borrow_mut().entity = made;
        is_new
    }
    fn entity_value(&self, out: &mut dyn Sink, part: &Part) -> Handled {
        if !self.keeps_on() {
            return Ok(false);
        }
        // Within the value of another entity this value stands apart.
        let outer = std::mem::take(&mut self.dtd.borrow_mut().value);
        let done = self.store_value(out, part.source, (part.at + 1, part.next - 1), Account::None);
        let value = std::mem::replace(&mut self.dtd.borrow_mut().value, outer);
        let entity = self.declaration.borrow().entity.clone();
        let mut handled = false;
        if let Some(entity) = entity {
            let text = Rc::new(value);
            entity.borrow_mut().text = Some(text.clone());
            if out.wants(Handler::EntityDecl) {
                let value = std::str::from_utf8(&text).unwrap_or_default();
                self.tell_entity(out, &entity.borrow(), Some(value));
                handled = true;
            }
        }
        done.map(|()| handled)
    }
    fn tell_entity(&self, out: &mut dyn Sink, entity: &Entity, value: Option<&str>) {
        let base = if value.is_some() { self.base.borrow().clone() } else { entity.base.clone() };
        let (system, public) =
            if value.is_some() { (None, None) } else { (entity.system.clone(), entity.public.clone()) };
        out.event(Event::Entity {
            name: entity.name.clone(),
            is_parameter: entity.is_parameter,
            value,
            base,
            system,
            public,
            notation: entity.notation.clone(),
        });
    }
    fn entity_notation(&self, out: &mut dyn Sink, part: &Part) -> bool {
        let Some(entity) = self.declared_now() else { return false };
        entity.borrow_mut().notation = Some(part.text().into());
        let declared = copied(&entity.borrow());
        if out.wants(Handler::UnparsedEntityDecl) {
            let Entity { name, base, system, public, notation, .. } = declared;
            out.event(Event::Unparsed { name, base, system, public, notation });
        } else if out.wants(Handler::EntityDecl) {
            self.tell_entity(out, &declared, None);
        } else {
            return false;
        }
        true
    }

    fn notation(&self, out: &mut dyn Sink, role: Notation, part: &Part) -> Handled {
        let wants = out.wants(Handler::NotationDecl);
        let known = self.declaration.borrow().notation.clone();
        match role {
            Notation::Nothing => Ok(wants),
            Notation::Name => {
                let mut declaration = self.declaration.borrow_mut();
                declaration.notation = wants.then(|| part.text().into());
                declaration.notation_public = None;
                Ok(wants)
            }
            Notation::PublicId => {
                self.check_public(part)?;
                if known.is_some() {
                    self.declaration.borrow_mut().notation_public = Some(normalized(part.inner()));
                }
                Ok(known.is_some())
            }
            Notation::SystemId => Ok(self.tell_notation(out, known, Some(part.inner().into()))),
            Notation::NoSystemId => {
                let known = known.filter(|_| self.declaration.borrow().notation_public.is_some());
                Ok(self.tell_notation(out, known, None))
            }
        }
    }
    fn tell_notation(&self, out: &mut dyn Sink, name: Option<Rc<str>>, system: Text) -> bool {
        let Some(name) = name.filter(|_| out.wants(Handler::NotationDecl)) else { return false };
        let public = self.declaration.borrow().notation_public.clone();
        out.event(Event::Notation { name, base: self.base.borrow().clone(), system, public });
        true
    }

    fn attlist(&self, out: &mut dyn Sink, role: Attlist, part: &Part) -> Handled {
        let wants = out.wants(Handler::AttlistDecl) && self.keeps_on();
        let namespaces = self.reads_namespaces();
        let mut declaration = self.declaration.borrow_mut();
        match role {
            Attlist::Nothing => {}
            Attlist::ElementName => {
                declaration.element = Some(self.dtd.borrow_mut().element(part.text(), namespaces));
            }
            Attlist::Name => {
                declaration.attribute = Some(self.dtd.borrow_mut().attribute(part.text(), namespaces));
                (declaration.is_cdata, declaration.is_id, declaration.kind) = (false, false, None);
            }
            Attlist::Type(kind) => {
                declaration.is_cdata |= kind == "CDATA";
                declaration.is_id |= kind == "ID";
                declaration.kind = Some(kind.to_owned());
            }
            Attlist::EnumValue | Attlist::NotationValue if wants => {
                let kind = match declaration.kind.take() {
                    Some(kind) => format!("{kind}|{}", part.text()),
                    None if role == Attlist::EnumValue => format!("({}", part.text()),
                    None => format!("NOTATION({}", part.text()),
                };
                declaration.kind = Some(kind);
            }
            Attlist::EnumValue | Attlist::NotationValue => {}
            Attlist::Implied | Attlist::Required | Attlist::Default | Attlist::Fixed => {
                drop(declaration);
                return self.default_value(out, role, part);
            }
        }
        Ok(wants)
    }
    fn default_value(&self, out: &mut dyn Sink, role: Attlist, part: &Part) -> Handled {
        let (element, attribute, is_cdata, is_id, kind) = {
            let declaration = self.declaration.borrow();
            let (element, attribute) = (declaration.element.clone(), declaration.attribute.clone());
            (element, attribute, declaration.is_cdata, declaration.is_id, declaration.kind.clone())
        };
        let (Some(element), Some(attribute), true) = (element, attribute, self.keeps_on()) else {
            return Ok(false);
        };
        let has_value = matches!(role, Attlist::Default | Attlist::Fixed);
        let value = if has_value {
            let range = (part.at + 1, part.next - 1);
            Some(self.attribute_value(out, part.source, range, is_cdata, Account::None, true)?)
        } else {
            None
        };
        element.declare(&attribute, is_cdata, is_id && !has_value, value.as_deref().map(Into::into));
        let Some(kind) = kind.filter(|_| out.wants(Handler::AttlistDecl)) else { return Ok(false) };
        let kind = if kind.starts_with('(') || kind.starts_with("NO") { kind + ")" } else { kind };
        out.event(Event::Attlist {
            element: &element.name,
            attribute: &attribute.name,
            kind: &kind,
            value: value.as_deref(),
            is_required: matches!(role, Attlist::Required | Attlist::Fixed),
        });
        Ok(true)
    }

    fn model(&self) -> Option<RefMut<'_, Model>> {
        RefMut::filter_map(self.dtd.borrow_mut(), |dtd| dtd.model.as_mut()).ok()
    }
    fn element(&self, out: &mut dyn Sink, role: Element, part: &Part) -> Handled {
        let wants = out.wants(Handler::ElementDecl);
        match role {
            Element::Nothing => return Ok(wants),
            Element::Name if wants => {
                let mut dtd = self.dtd.borrow_mut();
                let element = dtd.element(part.text(), self.reads_namespaces());
                dtd.model = Some(Model::default());
                self.declaration.borrow_mut().element = Some(element);
                return Ok(true);
            }
            Element::Sequence => {
                self.connect(Connector::Comma)?;
            }
            Element::Choice => {
                let is_first = self.connect(Connector::Bar)?;
                return Ok(self.choice(is_first) && wants);
            }
            Element::GroupOpen => self.open_group(),
            _ => return Ok(self.content_part(out, role, part, wants)),
        }
        Ok(wants && self.dtd.borrow().model.is_some())
    }
    /// Notes what separates the parts of a group; true if it is the first separator. All must be the same.
    fn connect(&self, connector: Connector) -> Result<bool, Fault> {
        let level = self.roles.borrow().level;
        let connectors = &mut self.declaration.borrow_mut().connectors;
        match connectors.get(level).copied().flatten() {
            Some(other) if other != connector => Err(Fault::Syntax),
            known => {
                connectors[level] = Some(connector);
                Ok(known.is_none())
            }
        }
    }
    fn choice(&self, is_first: bool) -> bool {
        let Some(mut model) = self.model() else { return false };
        match model.group() {
            Some(group) if is_first && group.content != Content::Mixed => {
                group.content = Content::Choice;
                true
            }
            _ => false,
        }
    }
    fn open_group(&self) {
        let level = self.roles.borrow().level;
        let connectors = &mut self.declaration.borrow_mut().connectors;
        connectors.resize(level, None);
        connectors.push(None);
        if let Some(mut model) = self.model() {
            model.open();
        }
    }
    fn content_part(&self, out: &mut dyn Sink, role: Element, part: &Part, wants: bool) -> bool {
        let Some(mut model) = self.model() else { return false };
        let is_whole = match role {
            Element::Any => {
                *model = Model::of(Content::Any);
                true
            }
            Element::Empty => {
                *model = Model::of(Content::Empty);
                true
            }
            Element::Data => {
                if let Some(group) = model.group() {
                    group.content = Content::Mixed;
                }
                false
            }
            Element::Child(times) => {
                let end = part.next - usize::from(times != Times::Once);
                model.add(Content::Name, times, Some(part.source.str(part.at, end).into()));
                false
            }
            Element::GroupClose(times) => model.close(times),
            _ => false,
        };
        drop(model);
        if is_whole {
            self.tell_element(out, wants);
        }
        wants
    }
    fn tell_element(&self, out: &mut dyn Sink, wants: bool) {
        let model = self.dtd.borrow_mut().model.take();
        let element = self.declaration.borrow().element.clone();
        if let (true, Some(model), Some(element)) = (wants, model, element) {
            out.event(Event::Element(&element.name.text, &model));
        }
    }

    fn parameter_reference(&self, out: &mut dyn Sink, part: &Part, is_between: bool) -> Handled {
        self.dtd.borrow_mut().has_parameter_refs = true;
        if self.parameter_entities.get() == ParameterEntities::Never {
            self.skip_declarations();
            self.check_standalone(out)?;
            return Ok(false);
        }
        let name = part.inner();
        let entity = self.dtd.borrow().parameters.get(name).cloned();
        let is_checked = {
            let is_standalone = self.dtd.borrow().is_standalone;
            self.roles.borrow().in_document && is_standalone && self.open_entities.borrow().is_empty()
        };
        let Some(entity) = entity else {
            return if is_checked {
                Err(Fault::UndefinedEntity)
            } else {
                Ok(self.skip_parameter(out, name, is_between))
            };
        };
        if is_checked && !entity.borrow().is_internal {
            return Err(Fault::EntityDeclaredInPe);
        }
        if entity.borrow().open.get() {
            return Err(Fault::RecursiveEntityRef);
        }
        let text = entity.borrow().text.clone();
        if let Some(text) = text {
            self.expand_parameter(out, &entity, Source { text, is_main: false }, is_between)?;
            return Ok(true);
        }
        match self.read_parameter(out, &entity)? {
            Some(true) => self.check_standalone(out).map(|()| true),
            read => {
                self.skip_declarations();
                Ok(read.is_some())
            }
        }
    }
    fn skip_parameter(&self, out: &mut dyn Sink, name: &str, is_between: bool) -> bool {
        self.skip_declarations();
        let tells = is_between && out.wants(Handler::SkippedEntity);
        if tells {
            out.event(Event::Skipped(name, true));
        }
        tells
    }
    /// Reads the text of an internal parameter entity as declarations, or as part of one.
    fn expand_parameter(
        &self,
        out: &mut dyn Sink,
        entity: &Shared<Entity>,
        source: Source,
        is_between: bool,
    ) -> Result<(), Fault> {
        entity.borrow().open.set(true);
        self.open_entities.borrow_mut().push(is_between);
        out.nested(&mut |out| {
            let source = Source { text: source.text.clone(), is_main: false };
            let token = self.prolog_token(&source, 0);
            self.declarations(out, source, 0, token, false, false, Account::Expansion).map(drop)
        })?;
        self.open_entities.borrow_mut().pop();
        entity.borrow().open.set(false);
        Ok(())
    }

    /// Reads the declaration of a document, or of an external entity (`is_text`), and takes the encoding that it names.
    pub fn xml_declaration(
        &self,
        out: &mut dyn Sink,
        source: &Source,
        at: usize,
        next: usize,
        is_text: bool,
    ) -> Result<(), Fault> {
        self.account(Kind::Declaration, next - at, Account::Direct)?;
        let text = source.str(at, next);
        let found = declaration::said(text, is_text).map_err(|wrong| {
            self.mark(source, at + wrong);
            if is_text { Fault::TextDecl } else { Fault::XmlDecl }
        })?;
        if !is_text && found.standalone == Some(true) {
            self.dtd.borrow_mut().is_standalone = true;
            if self.parameter_entities.get() == ParameterEntities::UnlessStandalone {
                self.parameter_entities.set(ParameterEntities::Never);
            }
        }
        let encoding = found.encoding.map(|(from, to)| &text[from..to]);
        if out.wants(Handler::XmlDecl) {
            let version = found.version.map(|(from, to)| &text[from..to]);
            out.event(Event::XmlDecl { version, encoding, standalone: found.standalone });
        } else {
            self.default(out, source, at, next);
        }
        let (Some(name), Some((from, _)), false) = (encoding, found.encoding, self.has_given_encoding()) else {
            return Ok(());
        };
        self.change_encoding(out, name, next).inspect_err(|_| self.mark(source, at + from))
    }
    fn change_encoding(&self, out: &mut dyn Sink, name: &str, from: usize) -> Result<(), Fault> {
        let declared = self.input.borrow().encoding.declared(name);
        let Some(encoding) = declared else { return self.use_table(out, name, from) };
        let mut input = self.input.borrow_mut();
        if !input.encoding.is_same_width(&encoding) {
            return Err(Fault::IncorrectEncoding);
        }
        if !encoding.is_wide() {
            input.become_encoded(encoding, from);
        }
        Ok(())
    }
}

fn copied(entity: &Entity) -> Entity {
    Entity {
        name: entity.name.clone(),
        base: entity.base.clone(),
        system: entity.system.clone(),
        public: entity.public.clone(),
        notation: entity.notation.clone(),
        ..Entity::default()
    }
}

/// A public identifier, in which one space stands for any number.
fn normalized(public: &str) -> Rc<str> {
    let words: Vec<&str> = public.split([' ', '\r', '\n']).filter(|word| !word.is_empty()).collect();
    words.join(" ").into()
}
