//! Compiles `match` statements to bytecode.
//!
//! A pattern consumes its subject from the stack. On failure it jumps with a known number of values still on the stack; a
//! ladder of Pops at the end of the case removes them.

use super::{Compiler, Op, Result};
use crate::native::CompareOp;
use crate::{Truth, Value};
use ruff_python_ast::{self as ast, Expr, Pattern, Singleton};
use ruff_text_size::Ranged;

/// Jumps of failed patterns, with the number of values that they leave.
type Failures = Vec<(usize, usize)>;

/// `*_`
fn is_wildcard(pattern: &Pattern) -> bool {
    matches!(pattern, Pattern::MatchStar(star) if star.name.is_none())
}

impl<'a> Compiler<'a> {
    pub(super) fn match_statement(&mut self, statement: &'a ast::StmtMatch) -> Result<()> {
        self.expr(&statement.subject)?;
        let mut ends = Vec::new();
        for case in &statement.cases {
            self.at(case);
            self.emit(Op::Dup);
            let mut failures = Failures::new();
            self.pattern(&case.pattern, 1, &mut failures)?;
            if let Some(guard) = &case.guard {
                failures.extend(self.jump_unless(guard)?.into_iter().map(|jump| (jump, 0)));
            }
            self.emit(Op::Pop);
            self.body(&case.body)?;
            ends.push(self.emit(Op::Jump(0)));
            self.ladder(failures);
        }
        self.emit(Op::Pop);
        self.land_all(ends);
        Ok(())
    }

    /// Removes the values that failed patterns left.
    fn ladder(&mut self, failures: Failures) {
        let deepest = failures.iter().map(|(_, left)| *left).max().unwrap_or(0);
        for depth in (0..=deepest).rev() {
            for (jump, _) in failures.iter().filter(|(_, left)| *left == depth) {
                self.land(*jump);
            }
            if depth > 0 {
                self.emit(Op::Pop);
            }
        }
    }

    fn fail_unless(&mut self, left: usize, failures: &mut Failures) {
        failures.push((self.emit(Op::PopJumpIfFalse(0)), left));
    }

    fn pattern(&mut self, pattern: &'a Pattern, left: usize, failures: &mut Failures) -> Result<()> {
        self.nested(pattern.range(), |this| this.one_pattern(pattern, left, failures))
    }

    /// `left` counts the values above the case's start, including the subject.
    fn one_pattern(&mut self, pattern: &'a Pattern, left: usize, failures: &mut Failures) -> Result<()> {
        self.at(pattern);
        match pattern {
            Pattern::MatchValue(value) => {
                self.expr(&value.value)?;
                self.emit(Op::Compare(CompareOp::Eq));
                self.fail_unless(left - 1, failures);
            }
            Pattern::MatchSingleton(single) => {
                self.constant(match single.value {
                    Singleton::None => Value::None,
                    Singleton::True => Value::Bool(Truth::True),
                    Singleton::False => Value::Bool(Truth::False),
                });
                self.emit(Op::Is(false));
                self.fail_unless(left - 1, failures);
            }
            Pattern::MatchAs(ast::PatternMatchAs { pattern, name, .. }) => {
                if let Some(pattern) = pattern {
                    self.emit(Op::Dup);
                    self.pattern(pattern, left + 1, failures)?;
                }
                self.bind_or_drop(name.as_ref());
            }
            Pattern::MatchStar(star) => self.bind_or_drop(star.name.as_ref()),
            Pattern::MatchOr(or) => {
                let mut matched = Vec::new();
                for alternative in &or.patterns {
                    let mut misses = Failures::new();
                    self.emit(Op::Dup);
                    self.pattern(alternative, 1, &mut misses)?;
                    matched.push(self.emit(Op::Jump(0)));
                    self.ladder(misses);
                }
                failures.push((self.emit(Op::Jump(0)), left));
                self.land_all(matched);
                self.emit(Op::Pop);
            }
            Pattern::MatchSequence(sequence) => {
                let patterns = &sequence.patterns;
                let star = patterns.iter().position(Pattern::is_match_star);
                let fixed = patterns.len() - usize::from(star.is_some());
                self.emit(Op::MatchSequence);
                self.fail_unless(left, failures);
                self.emit(Op::MatchLength(fixed as u32, star.is_some()));
                self.fail_unless(left, failures);
                if let Some(star) = star.filter(|&star| is_wildcard(&patterns[star])) {
                    return self.items(patterns, star, left, failures);
                }
                self.emit(match star {
                    Some(star) => {
                        let range = patterns[star].range();
                        Op::UnpackStar(self.short(range, star, "names")?, self.short(range, fixed - star, "names")?)
                    }
                    None => Op::Unpack(fixed as u32),
                });
                self.parts(patterns.iter(), patterns.len(), left - 1, failures)?;
            }
            Pattern::MatchMapping(mapping) => {
                self.emit(Op::MatchMapping);
                self.fail_unless(left, failures);
                self.keys(&mapping.keys)?;
                self.emit(Op::MatchKeys);
                self.fail_if_none(left + 1, failures);
                self.emit(Op::Unpack(mapping.keys.len() as u32));
                self.parts(mapping.patterns.iter(), mapping.patterns.len(), left, failures)?;
                match &mapping.rest {
                    Some(rest) => {
                        self.keys(&mapping.keys)?;
                        self.emit(Op::MatchRest);
                        self.store(rest.as_str());
                    }
                    None => {
                        self.emit(Op::Pop);
                    }
                }
            }
            Pattern::MatchClass(class) => {
                self.expr(&class.cls)?;
                let (positional, named) = (&class.arguments.patterns, &class.arguments.keywords);
                let names = self.keyword_index(class.range, named.iter().map(|keyword| keyword.attr.to_string()))?;
                let parts = self.short(class.range, positional.len(), "patterns")?;
                self.emit_at(class.cls.range(), Op::MatchClass(parts, names), &[]);
                self.fail_if_none(left, failures);
                let count = positional.len() + named.len();
                self.emit(Op::Unpack(count as u32));
                let parts = positional.iter().chain(named.iter().map(|keyword| &keyword.pattern));
                self.parts(parts, count, left - 1, failures)?;
            }
        }
        Ok(())
    }

    /// Matches a sequence whose star binds nothing: items are read by index instead of iterating.
    fn items(&mut self, patterns: &'a [Pattern], star: usize, left: usize, failures: &mut Failures) -> Result<()> {
        for (at, pattern) in patterns.iter().enumerate().filter(|(at, _)| *at != star) {
            let place = if at < star { at } else { patterns.len() - at };
            self.emit(Op::MatchItem(place as u32, at > star));
            self.pattern(pattern, left + 1, failures)?;
        }
        self.emit(Op::Pop);
        Ok(())
    }

    fn bind_or_drop(&mut self, name: Option<&'a ast::Identifier>) {
        match name {
            Some(name) => self.store(name.as_str()),
            None => {
                self.emit(Op::Pop);
            }
        }
    }
    fn keys(&mut self, keys: &'a [Expr]) -> Result<()> {
        keys.iter().try_for_each(|key| self.expr(key))?;
        self.emit(Op::BuildTuple(keys.len() as u32));
        Ok(())
    }
    fn fail_if_none(&mut self, left: usize, failures: &mut Failures) {
        self.emit(Op::Dup);
        self.constant(Value::None);
        self.emit(Op::Is(true));
        self.fail_unless(left, failures);
    }
    /// Matches patterns against unpacked values, the first on top.
    fn parts(
        &mut self,
        patterns: impl Iterator<Item = &'a Pattern>,
        count: usize,
        below: usize,
        failures: &mut Failures,
    ) -> Result<()> {
        for (i, pattern) in patterns.enumerate() {
            self.pattern(pattern, below + count - i, failures)?;
        }
        Ok(())
    }
}
