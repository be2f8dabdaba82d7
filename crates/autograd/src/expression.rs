//! The expression language of the gradients in the tables of pointwise functions and reductions. Expressions are parsed once
//! and evaluated by running operations of the engine.

use std::sync::OnceLock;
use tensorcell_engine::{self as engine, compose};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, DType, Device, Dims, Make, Op, Pointwise, Reduction, Scalar, Tensor, TensorError, View};

/// A parsed gradient.
#[derive(Debug, Clone, PartialEq)]
pub enum Expression {
    Number(f64),
    /// No derivative is implemented.
    None,
    Name(String),
    Negated(Box<Expression>),
    Binary(Pointwise, Box<Expression>, Box<Expression>),
    Select(Box<[Expression; 3]>),
    /// The real part; real numbers are unchanged.
    Real(Box<Expression>),
    /// The derivative of trigamma.
    Tetragamma(Box<Expression>),
    /// True where both are equal or both NaN.
    SameOrNan(Box<[Expression; 2]>),
    Call(Pointwise, Vec<Expression>),
    /// Reduces over the dimensions of the reduction whose gradient this is, and keeps them.
    Reduced(Reduction, Box<Expression>),
}

/// The gradients of a row, one per operand. With `of_complex`, the row's own gradients for complex numbers, if it has any.
pub fn gradients(function: Pointwise, of_complex: bool) -> &'static [Expression] {
    static PARSED: OnceLock<[Vec<Vec<Expression>>; 2]> = OnceLock::new();
    let all = PARSED.get_or_init(|| {
        let parse = |text: &&str| Parser::new(text).whole().unwrap_or(Expression::None);
        let of = |texts: &[&str]| texts.iter().map(parse).collect();
        let real = |function: &Pointwise| of(function.row().gradients);
        let complex = |function: &Pointwise| of(function.row().complex.unwrap_or_default());
        [Pointwise::ALL.iter().map(real).collect(), Pointwise::ALL.iter().map(complex).collect()]
    });
    match &all[1][function as usize] {
        own if of_complex && !own.is_empty() => own,
        _ => &all[0][function as usize],
    }
}

/// The gradient of a reduction.
pub fn of_reduction(function: Reduction) -> &'static Expression {
    static PARSED: OnceLock<Vec<Expression>> = OnceLock::new();
    let parse = |function: &Reduction| Parser::new(function.row().gradient).whole().unwrap_or(Expression::None);
    &PARSED.get_or_init(|| Reduction::ALL.iter().map(parse).collect())[function as usize]
}

struct Parser<'a> {
    words: Vec<&'a str>,
    at: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Parser<'a> {
        let mut words = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
            let length = match first {
                _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
                _ if ["==", "<=", ">=", "!="].iter().any(|op| rest.starts_with(op)) => 2,
                _ => first.len_utf8(),
            };
            let (word, after) = rest.split_at(length);
            words.push(word);
            rest = after.trim_start();
        }
        Parser { words, at: 0 }
    }
    fn peek(&self) -> Option<&'a str> {
        self.words.get(self.at).copied()
    }
    fn take(&mut self, word: &str) -> Option<()> {
        (self.peek() == Some(word)).then(|| self.at += 1)
    }
    fn whole(mut self) -> Option<Expression> {
        let expression = self.binary(0)?;
        self.peek().is_none().then_some(expression)
    }
    /// Levels in order of precedence: comparisons, sums, products.
    fn binary(&mut self, level: usize) -> Option<Expression> {
        const LEVELS: [&[(&str, Pointwise)]; 3] = [
            &[
                ("==", Pointwise::Eq),
                ("!=", Pointwise::Ne),
                ("<", Pointwise::Lt),
                ("<=", Pointwise::Le),
                (">", Pointwise::Gt),
                (">=", Pointwise::Ge),
            ],
            &[("+", Pointwise::Add), ("-", Pointwise::Sub)],
            &[("*", Pointwise::Mul), ("/", Pointwise::Div)],
        ];
        let Some(operators) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut left = self.binary(level + 1)?;
        while let Some((_, function)) = operators.iter().find(|(text, _)| self.peek() == Some(text)) {
            self.at += 1;
            let right = self.binary(level + 1)?;
            left = Expression::Binary(*function, left.into(), right.into());
        }
        Some(left)
    }
    fn unary(&mut self) -> Option<Expression> {
        if self.take("-").is_some() {
            return Some(match self.unary()? {
                Expression::Number(value) => Expression::Number(-value),
                other => Expression::Negated(other.into()),
            });
        }
        if self.take("(").is_some() {
            let inside = self.binary(0)?;
            self.take(")")?;
            return Some(inside);
        }
        let word = self.peek()?;
        self.at += 1;
        if let Ok(value) = word.parse() {
            return Some(Expression::Number(value));
        }
        if word == "none" {
            return Some(Expression::None);
        }
        if self.take("(").is_none() {
            return Some(Expression::Name(word.to_owned()));
        }
        let mut arguments = vec![self.binary(0)?];
        while self.take(",").is_some() {
            arguments.push(self.binary(0)?);
        }
        self.take(")")?;
        if word == "select" {
            return Some(Expression::Select(Box::new(arguments.try_into().ok()?)));
        }
        if word == "real" {
            let [argument] = <[Expression; 1]>::try_from(arguments).ok()?;
            return Some(Expression::Real(argument.into()));
        }
        if word == "tetragamma" {
            let [argument] = <[Expression; 1]>::try_from(arguments).ok()?;
            return Some(Expression::Tetragamma(argument.into()));
        }
        if word == "same_or_nan" {
            return Some(Expression::SameOrNan(Box::new(arguments.try_into().ok()?)));
        }
        match Pointwise::named(if word == "conj" { Pointwise::Conj.row().name } else { word }) {
            Some(function) => Some(Expression::Call(function, arguments)),
            None => {
                let [argument] = <[Expression; 1]>::try_from(arguments).ok()?;
                Some(Expression::Reduced(Reduction::named(word)?, argument.into()))
            }
        }
    }
}

/// A tensor or a number.
#[derive(Clone, Debug)]
pub enum Value {
    Tensor(Tensor),
    Number(f64),
}

impl Value {
    fn arg(&self) -> Arg<'_> {
        match self {
            Value::Tensor(tensor) => Arg::Tensor(tensor),
            Value::Number(value) => Arg::Scalar(Scalar::Float(*value)),
        }
    }
}

/// A complex constant as a 0-dim tensor, which promotes like a number.
pub fn constant(value: Scalar) -> Result<Value> {
    let make = Make { shape: Dims::new(), dtype: DType::Complex128, device: Device::Cpu };
    engine::run(Op::Fill { value, make }, &[]).map(Value::Tensor)
}

/// Evaluates an expression. `lookup` returns the values of operands, y, g and parameters. `over` lists the dimensions that
/// reductions use; empty means all.
pub fn evaluate(expression: &Expression, lookup: &dyn Fn(&str) -> Option<Value>, over: &[usize]) -> Result<Value> {
    let value = |inner: &Expression| evaluate(inner, lookup, over);
    match expression {
        Expression::Number(number) => Ok(Value::Number(*number)),
        Expression::None => Err(TensorError::runtime("this derivative is not implemented")),
        Expression::Name(name) => {
            lookup(name).ok_or_else(|| TensorError::runtime(format!("the gradient reads {name}, which was not saved")))
        }
        Expression::Negated(inner) => match value(inner)? {
            Value::Number(number) => Ok(Value::Number(-number)),
            Value::Tensor(tensor) => run(Pointwise::Neg, &[Value::Tensor(tensor)]),
        },
        Expression::Binary(function, left, right) => match (value(left)?, value(right)?) {
            (Value::Number(a), Value::Number(b)) => Ok(Value::Number(fold(*function, a, b))),
            (a, b) => run(*function, &[a, b]),
        },
        // A number as the condition selects which branch is evaluated.
        Expression::Select(parts) => match value(&parts[0])? {
            Value::Number(condition) => value(&parts[if condition != 0.0 { 1 } else { 2 }]),
            condition => run(Pointwise::Where, &[condition, value(&parts[1])?, value(&parts[2])?]),
        },
        Expression::Real(inner) => match value(inner)? {
            Value::Tensor(x) if x.dtype().is_complex() => {
                let (both, dim) = (engine::view(&x, View::AsReal)?, x.dim());
                engine::view(&both, View::Select { dim, index: 0 }).map(Value::Tensor)
            }
            real => Ok(real),
        },
        Expression::Tetragamma(inner) => match value(inner)? {
            Value::Tensor(x) => super::gamma::tetragamma(&x).map(Value::Tensor),
            Value::Number(_) => Err(TensorError::runtime("tetragamma of a number")),
        },
        Expression::SameOrNan(parts) => {
            let (a, b) = (value(&parts[0])?, value(&parts[1])?);
            let nan = |x: &Value| run(Pointwise::Isnan, std::slice::from_ref(x));
            let both = run(Pointwise::LogicalAnd, &[nan(&a)?, nan(&b)?])?;
            run(Pointwise::LogicalOr, &[run(Pointwise::Eq, &[a, b])?, both])
        }
        Expression::Call(function, arguments) => {
            let arguments = arguments.iter().map(value).collect::<Result<Vec<_>>>()?;
            run(*function, &arguments)
        }
        Expression::Reduced(function, argument) => match value(argument)? {
            Value::Tensor(x) => {
                let op = Op::Reduce { function: *function, dims: over.into(), keepdim: true, correction: 0.0 };
                engine::run(op, &[(&x).into()]).map(Value::Tensor)
            }
            Value::Number(_) => Err(TensorError::runtime(format!("{} of a number", function.name()))),
        },
    }
}

fn run(function: Pointwise, arguments: &[Value]) -> Result<Value> {
    let args: Vec<Arg> = arguments.iter().map(Value::arg).collect();
    // A function of numbers only returns a number.
    if arguments.iter().all(|value| matches!(value, Value::Number(_))) {
        let double = engine::run(
            Op::Fill {
                value: args[0].scalar().unwrap_or(Scalar::Float(0.0)),
                make: tensorcell_tensor::Make {
                    shape: Default::default(),
                    dtype: tensorcell_tensor::DType::Float64,
                    device: tensorcell_tensor::Device::Cpu,
                },
            },
            &[],
        )?;
        let mut exact = args.clone();
        exact[0] = Arg::Tensor(&double);
        let result = compose::pointwise(function, &exact)?;
        return Ok(Value::Number(engine::host::item(&result)?.as_f64()));
    }
    compose::pointwise(function, &args).map(Value::Tensor)
}

fn fold(function: Pointwise, a: f64, b: f64) -> f64 {
    let truth = |holds: bool| holds as u8 as f64;
    match function {
        Pointwise::Add => a + b,
        Pointwise::Sub => a - b,
        Pointwise::Mul => a * b,
        Pointwise::Div => a / b,
        Pointwise::Eq => truth(a == b),
        Pointwise::Ne => truth(a != b),
        Pointwise::Lt => truth(a < b),
        Pointwise::Le => truth(a <= b),
        Pointwise::Gt => truth(a > b),
        _ => truth(a >= b),
    }
}
