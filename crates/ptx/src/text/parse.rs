//! The grammar of PTX: parses tokens to a syntax tree.

use super::Error;
use super::lex::{Token, Word, words};
use super::tree::{Constant, Function, Instruction, Literal, Module, Operand, Statement, Variable};
use crate::scalar::{Scalar, Space};

type Result<T> = std::result::Result<T, Error>;

/// The maximum nesting of operands, and of blocks in a body.
const NESTING: usize = 64;

/// Parses a module's text.
pub(crate) fn parse(text: &str) -> Result<Module<'_>> {
    let tokens = words(text)?;
    let mut parser = Parser { tokens: &tokens, at: 0, module: Module::default() };
    while parser.at < tokens.len() {
        parser.item()?;
    }
    Ok(parser.module)
}

struct Parser<'t, 'a> {
    tokens: &'t [Token<'a>],
    at: usize,
    module: Module<'a>,
}

/// The linkage of a symbol.
#[derive(Clone, Copy, Default)]
struct Linking {
    external: bool,
}

impl<'a> Parser<'_, 'a> {
    fn peek(&self) -> Option<Word<'a>> {
        self.tokens.get(self.at).map(|token| token.word)
    }

    fn line(&self) -> u32 {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(1, |token| token.line)
    }

    fn next(&mut self) -> Option<Word<'a>> {
        let word = self.peek();
        self.at += 1;
        word
    }

    fn fail<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(Error::new(self.line(), message))
    }

    fn wanted<T>(&self, what: &str) -> Result<T> {
        match self.peek() {
            None => self.fail(format!("text ends where {what} is wanted")),
            Some(word) => self.fail(format!("{what} is wanted instead of {}", shown(word))),
        }
    }

    fn takes(&mut self, mark: char) -> bool {
        let found = self.peek() == Some(Word::Mark(mark));
        self.at += usize::from(found);
        found
    }

    fn mark(&mut self, mark: char) -> Result<()> {
        if self.takes(mark) { Ok(()) } else { self.wanted(&format!("`{mark}`")) }
    }

    fn takes_name(&mut self, name: &str) -> bool {
        let found = self.peek() == Some(Word::Name(name));
        self.at += usize::from(found);
        found
    }

    fn name(&mut self) -> Result<&'a str> {
        match self.peek() {
            Some(Word::Name(name)) => {
                self.at += 1;
                Ok(name)
            }
            _ => self.wanted("a name"),
        }
    }

    fn directive(&mut self) -> Option<&'a str> {
        match self.peek() {
            Some(Word::Name(name)) if name.starts_with('.') => {
                self.at += 1;
                Some(name)
            }
            _ => None,
        }
    }

    fn integer(&mut self) -> Result<u64> {
        match self.peek() {
            Some(Word::Integer(value)) => {
                self.at += 1;
                Ok(value)
            }
            _ => self.wanted("an integer"),
        }
    }

    fn small(&mut self) -> Result<u32> {
        let value = self.integer()?;
        u32::try_from(value).or_else(|_| self.fail(format!("{value} is too large")))
    }

    fn item(&mut self) -> Result<()> {
        let Some(directive) = self.directive() else {
            return self.wanted("a directive");
        };
        match directive {
            ".version" => self.version(),
            ".target" => self.target(),
            ".address_size" => match self.integer()? {
                64 => Ok(()),
                size => self.fail(format!("addresses of {size} bits are not supported; 64 are")),
            },
            ".file" => self.file(),
            ".section" => self.section(),
            ".pragma" => self.pass_statement(),
            ".visible" | ".extern" | ".weak" | ".common" | ".entry" | ".func" | ".global" | ".const" | ".shared" => {
                self.at -= 1;
                self.symbol()
            }
            _ => {
                self.at -= 1;
                self.fail(format!("directive `{directive}` is not supported here"))
            }
        }
    }

    fn version(&mut self) -> Result<()> {
        let version = match self.next() {
            Some(Word::Double(bits)) => f64::from_bits(bits),
            _ => {
                self.at -= 1;
                return self.wanted("a version such as 8.0");
            }
        };
        let (major, minor) = (version.trunc() as u32, (version.fract() * 10.0).round() as u32);
        if !(6..=9).contains(&major) {
            return self.fail(format!("PTX {major}.{minor} is not supported; 6.0 to 9.x are"));
        }
        self.module.version = (major, minor);
        Ok(())
    }

    fn target(&mut self) -> Result<()> {
        self.module.target = self.name()?;
        while self.takes(',') {
            self.name()?;
        }
        Ok(())
    }

    fn file(&mut self) -> Result<()> {
        let number = self.small()?;
        let Some(Word::Text(name)) = self.next() else {
            self.at -= 1;
            return self.wanted("a file's name in quotes");
        };
        self.module.files.push((number, name));
        while self.takes(',') {
            self.integer()?;
        }
        Ok(())
    }

    /// Skips a section of debug information.
    fn section(&mut self) -> Result<()> {
        self.name()?;
        self.mark('{')?;
        while !self.takes('}') {
            if self.next().is_none() {
                return self.wanted("`}`");
            }
        }
        Ok(())
    }

    fn pass_statement(&mut self) -> Result<()> {
        while !self.takes(';') {
            if self.next().is_none() {
                return self.wanted("`;`");
            }
        }
        Ok(())
    }

    fn symbol(&mut self) -> Result<()> {
        let mut linking = Linking::default();
        loop {
            let line = self.line();
            let Some(directive) = self.directive() else {
                return self.wanted("a function or a variable");
            };
            match directive {
                ".extern" => linking.external = true,
                ".visible" | ".weak" | ".common" => {}
                ".entry" | ".func" => return self.function(directive == ".entry", line),
                _ => {
                    let space = self.space(directive)?;
                    for mut variable in self.variables(space)? {
                        variable.external = linking.external;
                        self.module.variables.push(variable);
                    }
                    return Ok(());
                }
            }
        }
    }

    fn space(&mut self, directive: &str) -> Result<Space> {
        match Space::named(&directive[1..]) {
            Some(space) => Ok(space),
            None => {
                self.at -= 1;
                self.fail(format!("directive `{directive}` is not supported here"))
            }
        }
    }

    /// The variables of one declaration, after its space.
    fn variables(&mut self, space: Space) -> Result<Vec<Variable<'a>>> {
        let mut variables = vec![self.variable(space)?];
        let (scalar, align) = (variables[0].scalar, variables[0].align);
        while self.takes(',') {
            let line = self.line();
            let name = self.name()?;
            variables.push(self.rest_of_variable(line, space, scalar, align, 1, name)?);
        }
        self.mark(';')?;
        Ok(variables)
    }

    fn variable(&mut self, space: Space) -> Result<Variable<'a>> {
        let line = self.line();
        let (mut align, mut lanes, mut scalar) = (None, 1, None);
        while let Some(directive) = self.directive() {
            match directive {
                ".align" => align = Some(self.alignment()?),
                ".v2" => lanes = 2,
                ".v4" => lanes = 4,
                ".attribute" => self.attribute()?,
                ".ptr" | ".global" | ".shared" | ".const" | ".local" => {}
                _ => match Scalar::named(&directive[1..]) {
                    Some(found) => scalar = Some(found),
                    None => return self.fail(format!("`{directive}` is not a type of variables")),
                },
            }
        }
        let Some(scalar) = scalar else {
            return self.wanted("a type");
        };
        let align = align.unwrap_or(scalar.bytes() * lanes);
        let name = self.name()?;
        self.rest_of_variable(line, space, scalar, align, lanes, name)
    }

    fn alignment(&mut self) -> Result<u64> {
        let align = self.integer()?;
        if align.is_power_of_two() && align <= 1 << 16 {
            return Ok(align);
        }
        self.fail(format!("alignment {align} is not a power of two"))
    }

    fn attribute(&mut self) -> Result<()> {
        self.mark('(')?;
        while !self.takes(')') {
            if self.next().is_none() {
                return self.wanted("`)`");
            }
        }
        Ok(())
    }

    fn rest_of_variable(
        &mut self,
        line: u32,
        space: Space,
        scalar: Scalar,
        align: u64,
        lanes: u64,
        name: &'a str,
    ) -> Result<Variable<'a>> {
        let mut count = Some(lanes);
        while self.takes('[') {
            if self.takes(']') {
                count = None;
                continue;
            }
            let size = self.integer()?;
            count = count.and_then(|count| count.checked_mul(size)).filter(|count| *count <= 1 << 32);
            if count.is_none() {
                return self.fail(format!("`{name}` is too large"));
            }
            self.mark(']')?;
        }
        let mut values = Vec::new();
        if self.takes('=') {
            self.initialiser(&mut values, 0)?;
        }
        if count.is_none() && !values.is_empty() {
            count = Some(values.len() as u64);
        }
        Ok(Variable { line, space, name, scalar, align, count, external: false, values })
    }

    fn initialiser(&mut self, values: &mut Vec<Constant<'a>>, depth: usize) -> Result<()> {
        if depth > NESTING {
            return self.fail("initialiser is nested too deep");
        }
        if self.takes('{') {
            while !self.takes('}') {
                self.initialiser(values, depth + 1)?;
                if !self.takes(',') {
                    self.mark('}')?;
                    break;
                }
            }
            return Ok(());
        }
        if let Some(Word::Name(name)) = self.peek() {
            self.at += 1;
            let (name, generic) =
                if name == "generic" && self.takes('(') { (self.name()?, true) } else { (name, false) };
            if generic {
                self.mark(')')?;
            }
            let offset = self.offset()?;
            values.push(Constant::Symbol { name, offset });
            return Ok(());
        }
        let (value, of) = self.number()?;
        values.push(Constant::Bits { value, of });
        Ok(())
    }

    /// `+4`, `-4`, `+-4` or nothing.
    fn offset(&mut self) -> Result<i64> {
        let negative = if self.takes('+') {
            self.takes('-')
        } else if self.takes('-') {
            true
        } else {
            return Ok(0);
        };
        let value = self.integer()? as i64;
        Ok(if negative { value.wrapping_neg() } else { value })
    }

    fn number(&mut self) -> Result<(u64, Literal)> {
        let negative = self.takes('-');
        let (value, literal) = match self.peek() {
            Some(Word::Integer(value)) => {
                let signed = if negative { value.wrapping_neg() } else { value };
                (signed, Literal::Integer)
            }
            Some(Word::Single(bits)) => (u64::from(bits) ^ u64::from(negative) << 31, Literal::Single),
            Some(Word::Double(bits)) => (bits ^ u64::from(negative) << 63, Literal::Double),
            _ => return self.wanted("a number"),
        };
        self.at += 1;
        Ok((value, literal))
    }

    fn function(&mut self, entry: bool, line: u32) -> Result<()> {
        while self.takes_name(".attribute") {
            self.attribute()?;
        }
        let returns = if self.peek() == Some(Word::Mark('(')) { self.parameters()? } else { Vec::new() };
        let name = self.name()?;
        let parameters = if self.peek() == Some(Word::Mark('(')) { self.parameters()? } else { Vec::new() };
        let mut function = Function {
            line,
            name,
            entry,
            returns,
            parameters,
            required: None,
            most: None,
            registers: None,
            body: None,
        };
        self.tuning(&mut function)?;
        if !self.takes(';') {
            function.body = Some(self.body()?);
        }
        self.module.functions.push(function);
        Ok(())
    }

    /// Parses the directives between a function's parameters and its body.
    fn tuning(&mut self, function: &mut Function<'a>) -> Result<()> {
        while let Some(directive) = self.directive() {
            match directive {
                ".maxntid" => function.most = Some(self.sizes()?),
                ".reqntid" => function.required = Some(self.sizes()?),
                ".maxnreg" => function.registers = Some(self.small()?),
                ".minnctapersm" | ".maxnctapersm" | ".maxclusterrank" => {
                    self.small()?;
                }
                ".noreturn" | ".blocksareclusters" => {}
                ".pragma" => self.pass_statement()?,
                _ => {
                    self.at -= 1;
                    return self.fail(format!("directive `{directive}` is not supported of a function"));
                }
            }
        }
        Ok(())
    }

    fn sizes(&mut self) -> Result<[u32; 3]> {
        let mut sizes = [self.small()?, 1, 1];
        for size in &mut sizes[1..] {
            if self.takes(',') {
                *size = self.small()?;
            }
        }
        Ok(sizes)
    }

    fn parameters(&mut self) -> Result<Vec<Variable<'a>>> {
        self.mark('(')?;
        let mut parameters = Vec::new();
        while !self.takes(')') {
            match self.directive() {
                Some(".param") => parameters.push(self.variable(Space::Param)?),
                Some(".reg") => return self.fail("parameters in registers are not supported; `.param` is"),
                _ => return self.wanted("`.param`"),
            }
            if !self.takes(',') {
                self.mark(')')?;
                break;
            }
        }
        Ok(parameters)
    }

    fn body(&mut self) -> Result<Vec<Statement<'a>>> {
        self.mark('{')?;
        let (mut statements, mut depth) = (Vec::new(), 0);
        loop {
            if self.takes('{') {
                depth += 1;
                if depth > NESTING {
                    return self.fail("blocks are nested too deep");
                }
                statements.push(Statement::Open);
            } else if self.takes('}') {
                if depth == 0 {
                    return Ok(statements);
                }
                depth -= 1;
                statements.push(Statement::Close);
            } else if !self.takes(';') {
                self.statement(&mut statements)?;
            }
        }
    }

    fn statement(&mut self, statements: &mut Vec<Statement<'a>>) -> Result<()> {
        let line = self.line();
        if self.takes('@') {
            let negated = self.takes('!');
            let guard = self.name()?;
            let instruction = self.instruction(line, Some((guard, negated)))?;
            statements.push(Statement::Instruction(instruction));
            return Ok(());
        }
        if let Some(directive) = self.directive() {
            return self.body_directive(line, directive, statements);
        }
        let name = self.name()?;
        if self.takes(':') {
            statements.push(self.labelled(line, name)?);
            return Ok(());
        }
        self.at -= 1;
        let instruction = self.instruction(line, None)?;
        statements.push(Statement::Instruction(instruction));
        Ok(())
    }

    fn labelled(&mut self, line: u32, name: &'a str) -> Result<Statement<'a>> {
        if self.takes_name(".branchtargets") {
            let mut labels = vec![self.name()?];
            while self.takes(',') {
                labels.push(self.name()?);
            }
            self.mark(';')?;
            return Ok(Statement::Targets { name, labels });
        }
        if self.takes_name(".callprototype") || self.takes_name(".calltargets") {
            self.pass_statement()?;
            return Ok(Statement::Targets { name, labels: Vec::new() });
        }
        Ok(Statement::Label { line, name })
    }

    fn body_directive(&mut self, line: u32, directive: &str, statements: &mut Vec<Statement<'a>>) -> Result<()> {
        match directive {
            ".loc" => {
                let (file, line) = (self.small()?, self.small()?);
                self.small()?;
                self.inlined()?;
                statements.push(Statement::Location { file, line });
                Ok(())
            }
            ".pragma" => self.pass_statement(),
            ".reg" => self.registers(line, statements),
            ".local" | ".shared" | ".param" | ".const" | ".global" => {
                let space = self.space(directive)?;
                statements.extend(self.variables(space)?.into_iter().map(Statement::Variable));
                Ok(())
            }
            ".extern" => {
                let Some(".shared") = self.directive() else {
                    return self.wanted("`.shared`");
                };
                for mut variable in self.variables(Space::Shared)? {
                    variable.external = true;
                    statements.push(Statement::Variable(variable));
                }
                Ok(())
            }
            _ => {
                self.at -= 1;
                self.fail(format!("directive `{directive}` is not supported in a body"))
            }
        }
    }

    /// Skips `, function_name $L+4, inlined_at 1 2 3` of a location.
    fn inlined(&mut self) -> Result<()> {
        while self.takes(',') {
            match self.name()? {
                "function_name" => {
                    self.name()?;
                    self.offset()?;
                }
                "inlined_at" => {
                    for _ in 0..3 {
                        self.small()?;
                    }
                }
                other => return self.fail(format!("`{other}` is not known of `.loc`")),
            }
        }
        Ok(())
    }

    fn registers(&mut self, line: u32, statements: &mut Vec<Statement<'a>>) -> Result<()> {
        let Some(scalar) = self.directive().and_then(|name| Scalar::named(&name[1..])) else {
            self.at -= 1;
            return self.wanted("a type of registers");
        };
        loop {
            let name = self.name()?;
            let count = if self.takes('<') {
                let count = self.small()?;
                self.mark('>')?;
                Some(count)
            } else {
                None
            };
            statements.push(Statement::Registers { line, scalar, name, count });
            if !self.takes(',') {
                return self.mark(';');
            }
        }
    }

    fn instruction(&mut self, line: u32, guard: Option<(&'a str, bool)>) -> Result<Instruction<'a>> {
        let mnemonic = self.name()?;
        let mut operands = Vec::new();
        if !self.takes(';') {
            loop {
                operands.push(self.operand(0)?);
                if !self.takes(',') {
                    self.mark(';')?;
                    break;
                }
            }
        }
        Ok(Instruction { line, guard, mnemonic, operands })
    }

    fn operand(&mut self, depth: usize) -> Result<Operand<'a>> {
        if depth > NESTING {
            return self.fail("operand is nested too deep");
        }
        match self.peek() {
            Some(Word::Mark('{')) => Ok(Operand::Vector(self.operands('{', '}', depth)?)),
            Some(Word::Mark('(')) => Ok(Operand::List(self.operands('(', ')', depth)?)),
            Some(Word::Mark('[')) => self.address(depth),
            Some(Word::Mark('!')) => {
                self.at += 1;
                Ok(Operand::Not(self.name()?))
            }
            Some(Word::Name(name)) => {
                self.at += 1;
                if self.takes('|') {
                    return Ok(Operand::Pair(name, self.name()?));
                }
                let offset = self.offset()?;
                Ok(if offset == 0 { Operand::Name(name) } else { Operand::Sum(name, offset) })
            }
            _ => {
                let (bits, of) = self.number()?;
                Ok(Operand::Immediate { bits, of })
            }
        }
    }

    fn operands(&mut self, open: char, close: char, depth: usize) -> Result<Vec<Operand<'a>>> {
        self.mark(open)?;
        let mut operands = Vec::new();
        while !self.takes(close) {
            operands.push(self.operand(depth + 1)?);
            if !self.takes(',') {
                self.mark(close)?;
                break;
            }
        }
        Ok(operands)
    }

    fn address(&mut self, depth: usize) -> Result<Operand<'a>> {
        self.mark('[')?;
        let base = match self.peek() {
            Some(Word::Name(name)) => {
                self.at += 1;
                Some(name)
            }
            _ => None,
        };
        let offset = if base.is_some() { self.offset()? } else { self.number()?.0 as i64 };
        if self.takes(',') {
            self.operand(depth + 1)?;
            self.mark(']')?;
            return Ok(Operand::Compound);
        }
        self.mark(']')?;
        Ok(Operand::Address { base, offset })
    }
}

fn shown(word: Word<'_>) -> String {
    match word {
        Word::Name(name) => format!("`{name}`"),
        Word::Integer(value) => format!("`{value}`"),
        Word::Single(bits) => format!("`0f{bits:08x}`"),
        Word::Double(bits) => format!("`0d{bits:016x}`"),
        Word::Text(text) => format!("\"{text}\""),
        Word::Mark(mark) => format!("`{mark}`"),
    }
}
