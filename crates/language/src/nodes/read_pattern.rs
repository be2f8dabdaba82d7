//! Converts objects to a tree to compile: patterns.

use super::read::{Given, Reader, identifier, index};
use crate::{Raise, Result, Value};
use ruff_python_ast::{self as ast, Expr, ExprContext, Pattern};

impl Reader<'_> {
    /// `star`: whether a starred pattern is allowed here.
    pub(super) fn pattern(&mut self, value: &Value, star: bool) -> Result<Pattern> {
        crate::native_stack::roomy(|| {
            let given = self.open(value, "pattern")?;
            if given.node.name == "MatchStar" && !star {
                return Err(Raise::value_error("can't use MatchStar here"));
            }
            self.pattern_of(&given)
        })
    }

    fn patterns<L: FromIterator<Pattern>>(&mut self, given: &Given, field: &str, star: bool) -> Result<L> {
        self.each(given, field, |this, item| this.pattern(item, star))
    }

    fn pattern_of(&mut self, given: &Given) -> Result<Pattern> {
        let (node_index, range) = (index(), given.range);
        Ok(match given.node.name {
            "MatchValue" => {
                let value = self.boxed(given, "value")?;
                if !is_pattern_value(&value) {
                    return Err(Raise::value_error("patterns may only match literals and attribute lookups"));
                }
                Pattern::MatchValue(ast::PatternMatchValue { node_index, range, value })
            }
            "MatchSingleton" => {
                let value = match self.constant_of(given)? {
                    Value::None => ast::Singleton::None,
                    Value::Bool(flag) => flag.get().into(),
                    _ => return Err(Raise::value_error("MatchSingleton can only contain True, False and None")),
                };
                Pattern::MatchSingleton(ast::PatternMatchSingleton { node_index, range, value })
            }
            "MatchSequence" => {
                let patterns = self.patterns(given, "patterns", true)?;
                Pattern::MatchSequence(ast::PatternMatchSequence { node_index, range, patterns })
            }
            "MatchMapping" => self.mapping(given)?,
            "MatchClass" => self.class_pattern(given)?,
            "MatchStar" => {
                let name = self.capture(given, "name")?;
                Pattern::MatchStar(ast::PatternMatchStar { node_index, range, name })
            }
            "MatchOr" => {
                let patterns: Vec<Pattern> = self.patterns(given, "patterns", false)?;
                if patterns.len() < 2 {
                    return Err(Raise::value_error("MatchOr requires at least 2 patterns"));
                }
                Pattern::MatchOr(ast::PatternMatchOr { node_index, range, patterns })
            }
            _ => {
                let name = self.capture(given, "name")?;
                let pattern = match self.is_none(given, "pattern")? {
                    true => None,
                    false => {
                        let inner = self.required(given, "pattern")?;
                        Some(Box::new(self.pattern(&inner, false)?))
                    }
                };
                if name.is_none() && pattern.is_some() {
                    return Err(Raise::value_error("MatchAs must specify a target name if a pattern is given"));
                }
                Pattern::MatchAs(ast::PatternMatchAs { node_index, range, pattern, name })
            }
        })
    }

    /// The name that a pattern binds.
    fn capture(&mut self, given: &Given, field: &str) -> Result<Option<ast::Identifier>> {
        let name = self.maybe_name(given, field)?;
        match name.as_ref().is_some_and(|name| name.as_str() == "_") {
            true => Err(Raise::value_error("can't capture name '_' in patterns")),
            false => Ok(name),
        }
    }

    fn mapping(&mut self, given: &Given) -> Result<Pattern> {
        let keys: Vec<Expr> = self.exprs(given, "keys", ExprContext::Load)?;
        let patterns: Vec<Pattern> = self.patterns(given, "patterns", false)?;
        if keys.len() != patterns.len() {
            return Err(Raise::value_error("MatchMapping doesn't have the same number of keys as patterns"));
        }
        let (keys, patterns) = (keys.into_iter().collect(), patterns.into_iter().collect());
        let rest = self.capture(given, "rest")?;
        Ok(Pattern::MatchMapping(ast::PatternMatchMapping {
            node_index: index(),
            range: given.range,
            keys,
            patterns,
            rest,
        }))
    }

    fn class_pattern(&mut self, given: &Given) -> Result<Pattern> {
        let cls = self.boxed(given, "cls")?;
        let patterns = self.patterns(given, "patterns", false)?;
        let attributes: Vec<ast::Identifier> =
            self.each(given, "kwd_attrs", |_, item| identifier(item, given.range))?;
        let keyword_patterns: Vec<Pattern> = self.patterns(given, "kwd_patterns", false)?;
        if attributes.len() != keyword_patterns.len() {
            let words = "MatchClass doesn't have the same number of keyword attributes as patterns";
            return Err(Raise::value_error(words));
        }
        let range = given.range;
        let keywords = attributes.into_iter().zip(keyword_patterns);
        let keyword = |(attr, pattern)| ast::PatternKeyword { range, node_index: index(), attr, pattern };
        let keywords = keywords.map(keyword).collect();
        let arguments = ast::PatternArguments { range, node_index: index(), patterns, keywords };
        Ok(Pattern::MatchClass(ast::PatternMatchClass { node_index: index(), range, cls, arguments }))
    }
}

fn is_pattern_value(value: &Expr) -> bool {
    match value {
        Expr::NumberLiteral(_) | Expr::StringLiteral(_) | Expr::BytesLiteral(_) | Expr::Attribute(_) => true,
        Expr::UnaryOp(e) => e.op == ast::UnaryOp::USub && e.operand.is_number_literal_expr(),
        Expr::BinOp(e) => {
            matches!(e.op, ast::Operator::Add | ast::Operator::Sub)
                && is_pattern_value(&e.left)
                && e.right.is_number_literal_expr()
        }
        _ => false,
    }
}
