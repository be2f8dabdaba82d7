//! The named operations of decimal numbers, each as a method of numbers and as a method of contexts.

use super::class::{negated, receiver};
use super::context::{self, apply, given_or_current};
use super::convert::{of_float, operand};
use super::number::{Decimal, Kind, Work, compare_total};
use super::settings::*;
use super::text::{Spacing, read};
use std::cmp::Ordering;
use tensorcell_language::{Args, Builtin, Raise, Result, Value, Vm};

/// Declares operations on one number and on two as methods of both classes.
macro_rules! operations {
    (one: $($one:literal, $one_doc:literal, $run_one:expr;)* two: $($two:literal, $two_doc:literal, $run_two:expr;)*) => {
        pub static OF_NUMBERS: &[Builtin] = &[
            $(Builtin::new(concat!("Decimal.", $one), "(self, context=None)", $one_doc, |vm, args| {
                let number = receiver(args)?;
                let context = given_or_current(vm, args.given(1))?;
                apply(vm, &context, |work| ($run_one)(work, number))
            }),)*
            $(Builtin::new(concat!("Decimal.", $two), "(self, other, context=None)", $two_doc, |vm, args| {
                let (a, b) = (receiver(args)?, operand(args.get(1))?);
                let context = given_or_current(vm, args.given(2))?;
                apply(vm, &context, |work| ($run_two)(work, a, &b))
            }),)*
        ];
        pub static OF_CONTEXTS: &[Builtin] = &[
            $(Builtin::new(concat!("Context.", $one), "(self, x, /)", $one_doc, |vm, args| {
                let number = operand(args.get(1))?;
                apply(vm, args.get(0), |work| ($run_one)(work, &number))
            }),)*
            $(Builtin::new(concat!("Context.", $two), "(self, x, y, /)", $two_doc, |vm, args| {
                let (a, b) = (operand(args.get(1))?, operand(args.get(2))?);
                apply(vm, args.get(0), |work| ($run_two)(work, &a, &b))
            }),)*
        ];
    };
}

operations! {
    one:
    "exp", "Return the value of the (natural) exponential function e**x.", |work: &mut Work, a: &Decimal| work.exp(a);
    "ln", "Return the natural (base e) logarithm of the operand.", |work: &mut Work, a: &Decimal| work.ln(a);
    "log10", "Return the base ten logarithm of the operand.", |work: &mut Work, a: &Decimal| work.log10(a);
    "logb", "Return the adjusted exponent of the operand as a Decimal.", |work: &mut Work, a: &Decimal| work.logb(a);
    "logical_invert", "Return the digit-wise inversion of the (logical) operand.",
        |work: &mut Work, a: &Decimal| work.logical_invert(a);
    "next_minus", "Return the largest number that is smaller than the operand.",
        |work: &mut Work, a: &Decimal| work.neighbour(a, false);
    "next_plus", "Return the smallest number that is larger than the operand.",
        |work: &mut Work, a: &Decimal| work.neighbour(a, true);
    "normalize", "Normalize the number by stripping trailing 0s.", |work: &mut Work, a: &Decimal| work.normalize(a);
    "sqrt", "Return the square root of the argument to full precision.", |work: &mut Work, a: &Decimal| work.sqrt(a);
    two:
    "compare", "Compare two numbers. Return a decimal value.", |work: &mut Work, a: &Decimal, b: &Decimal| work.compare(a, b);
    "compare_signal", "Identical to compare, except that all NaNs signal.",
        |work: &mut Work, a: &Decimal, b: &Decimal| work.compare_signal(a, b);
    "compare_total", "Compare two operands using their abstract representation.",
        |work: &mut Work, a: &Decimal, b: &Decimal| Ok(Decimal::whole(compare_total(work.vm, a, b)? as i64));
    "compare_total_mag", "As compare_total, ignoring the signs.",
        |work: &mut Work, a: &Decimal, b: &Decimal| {
            Ok(Decimal::whole(compare_total(work.vm, &a.signed(false), &b.signed(false))? as i64))
        };
    "copy_sign", "Return a copy of the first operand with the sign of the second.",
        |_: &mut Work, a: &Decimal, b: &Decimal| Ok(a.signed(b.negative));
    "logical_and", "Return the digit-wise 'and' of the two (logical) operands.",
        |work: &mut Work, a: &Decimal, b: &Decimal| work.logical(a, b, |x, y| x & y);
    "logical_or", "Return the digit-wise 'or' of the two (logical) operands.",
        |work: &mut Work, a: &Decimal, b: &Decimal| work.logical(a, b, |x, y| x | y);
    "logical_xor", "Return the digit-wise 'exclusive or' of the two (logical) operands.",
        |work: &mut Work, a: &Decimal, b: &Decimal| work.logical(a, b, |x, y| x ^ y);
    "max", "Maximum of two numbers; of a number and a quiet NaN the number.",
        |work: &mut Work, a: &Decimal, b: &Decimal| work.best(a, b, Ordering::Greater, false);
    "max_mag", "As max, of the absolute values.",
        |work: &mut Work, a: &Decimal, b: &Decimal| work.best(a, b, Ordering::Greater, true);
    "min", "Minimum of two numbers; of a number and a quiet NaN the number.",
        |work: &mut Work, a: &Decimal, b: &Decimal| work.best(a, b, Ordering::Less, false);
    "min_mag", "As min, of the absolute values.",
        |work: &mut Work, a: &Decimal, b: &Decimal| work.best(a, b, Ordering::Less, true);
    "next_toward", "Return the number closest to the first operand, in the direction of the second.",
        |work: &mut Work, a: &Decimal, b: &Decimal| work.next_toward(a, b);
    "remainder_near", "Return the remainder from dividing by the nearest whole quotient.",
        |work: &mut Work, a: &Decimal, b: &Decimal| work.remainder_near(a, b);
    "rotate", "Rotate the digits of the first operand by the second.",
        |work: &mut Work, a: &Decimal, b: &Decimal| work.rotate(a, b);
    "scaleb", "Return the first operand with the exponent adjusted by the second.",
        |work: &mut Work, a: &Decimal, b: &Decimal| work.scaleb(a, b);
    "shift", "Shift the digits of the first operand by the second.",
        |work: &mut Work, a: &Decimal, b: &Decimal| work.shift(a, b);
}

/// Declares questions about a number as methods of both classes. The signature is that of numbers.
macro_rules! questions {
    ($numbers:ident, $contexts:ident, $signature:literal: $($name:literal, $doc:literal, $run:expr;)*) => {
        pub static $numbers: &[Builtin] = &[
            $(Builtin::new(concat!("Decimal.", $name), $signature, $doc, |vm, args| {
                let number = receiver(args)?;
                let context = given_or_current(vm, args.given(1))?;
                let settings = context::of(&context)?.settings();
                ($run)(vm, number, &settings)
            }),)*
        ];
        pub static $contexts: &[Builtin] = &[
            $(Builtin::new(concat!("Context.", $name), "(self, x, /)", $doc, |vm, args| {
                let number = operand(args.get(1))?;
                let settings = context::of(args.get(0))?.settings();
                ($run)(vm, &number, &settings)
            }),)*
        ];
    };
}

fn yes(answer: bool) -> Result<Value> {
    Ok(Value::from(answer))
}

/// Whether a number is subnormal; None if it is zero or not finite.
fn subnormal(vm: &mut Vm, number: &Decimal, settings: &Settings) -> Result<Option<bool>> {
    match number.is_finite() && !number.is_zero() {
        true => Ok(Some(number.adjusted(vm)? < settings.emin)),
        false => Ok(None),
    }
}

fn class_name(vm: &mut Vm, number: &Decimal, settings: &Settings) -> Result<Value> {
    let sign = if number.negative { "-" } else { "+" };
    let class = match number.kind {
        Kind::Quiet => return Ok(Value::str("NaN")),
        Kind::Signaling => return Ok(Value::str("sNaN")),
        Kind::Infinite => "Infinity",
        Kind::Finite => match subnormal(vm, number, settings)? {
            None => "Zero",
            Some(true) => "Subnormal",
            Some(false) => "Normal",
        },
    };
    Ok(Value::from(format!("{sign}{class}")))
}

questions! {
    BY_LIMITS, BY_LIMITS_OF_CONTEXTS, "(self, context=None)":
    "is_normal", "Return True if the argument is a normal finite non-zero number.",
        |vm: &mut Vm, number: &Decimal, settings: &Settings| yes(subnormal(vm, number, settings)? == Some(false));
    "is_subnormal", "Return True if the argument is subnormal.",
        |vm: &mut Vm, number: &Decimal, settings: &Settings| yes(subnormal(vm, number, settings)? == Some(true));
    "number_class", "Return a string describing the class of the operand.", class_name;
}

questions! {
    PLAIN, PLAIN_OF_CONTEXTS, "(self, /)":
    "copy_abs", "Return the absolute value of the argument.",
        |_: &mut Vm, number: &Decimal, _: &Settings| Ok(Value::native(number.signed(false)));
    "copy_negate", "Return the negation of the argument.",
        |_: &mut Vm, number: &Decimal, _: &Settings| Ok(Value::native(number.signed(!number.negative)));
    "is_canonical", "Return True: the encoding always is.", |_: &mut Vm, _: &Decimal, _: &Settings| yes(true);
    "is_finite", "Return True if the argument is a finite number.",
        |_: &mut Vm, number: &Decimal, _: &Settings| yes(number.is_finite());
    "is_infinite", "Return True if the argument is infinite.",
        |_: &mut Vm, number: &Decimal, _: &Settings| yes(number.kind == Kind::Infinite);
    "is_nan", "Return True if the argument is a (quiet or signaling) NaN.",
        |_: &mut Vm, number: &Decimal, _: &Settings| yes(number.is_nan());
    "is_qnan", "Return True if the argument is a quiet NaN.",
        |_: &mut Vm, number: &Decimal, _: &Settings| yes(number.kind == Kind::Quiet);
    "is_snan", "Return True if the argument is a signaling NaN.",
        |_: &mut Vm, number: &Decimal, _: &Settings| yes(number.kind == Kind::Signaling);
    "is_signed", "Return True if the argument has a negative sign.",
        |_: &mut Vm, number: &Decimal, _: &Settings| yes(number.negative);
    "is_zero", "Return True if the argument is a zero.",
        |_: &mut Vm, number: &Decimal, _: &Settings| yes(number.is_zero());
}

/// Whether two numbers have the same exponent, or are of the same kind.
fn same_quantum(a: &Decimal, b: &Decimal) -> Value {
    let kind = |number: &Decimal| number.kind.min(Kind::Quiet);
    Value::from(kind(a) == kind(b) && (!a.is_finite() || a.exponent == b.exponent))
}

fn fma(vm: &mut Vm, args: &Args, first: usize, context: &Value) -> Result<Value> {
    let [a, b, c] = [0, 1, 2].map(|at| operand(args.get(first + at)));
    let (a, b, c) = (a?, b?, c?);
    apply(vm, context, |work| work.fma(&a, &b, &c))
}

pub static OF_NUMBERS_ALONE: &[Builtin] = &[
    Builtin::new("Decimal.fma", "(self, other, third, context=None)", "Fused multiply-add.", |vm, args| {
        let context = given_or_current(vm, args.given(3))?;
        fma(vm, args, 0, &context)
    }),
    Builtin::new(
        "Decimal.same_quantum",
        "(self, other, context=None)",
        "Test whether self and other have the same exponent or whether both are NaN.",
        |_, args| Ok(same_quantum(receiver(args)?, &*operand(args.get(1))?)),
    ),
];

/// Declares what contexts alone have by this name.
macro_rules! with_two {
    ($name:literal, $doc:literal, $run:ident) => {
        Builtin::new(concat!("Context.", $name), "(self, x, y, /)", $doc, |vm, args| {
            let (a, b) = (operand(args.get(1))?, operand(args.get(2))?);
            apply(vm, args.get(0), |work| work.$run(&a, &b))
        })
    };
}
macro_rules! with_one {
    ($name:literal, $doc:literal, |$work:ident, $a:ident| $run:expr) => {
        Builtin::new(concat!("Context.", $name), "(self, x, /)", $doc, |vm, args| {
            let $a = operand(args.get(1))?;
            apply(vm, args.get(0), |$work| $run)
        })
    };
}

/// A number made in a context: rounded to it.
fn create(vm: &mut Vm, context: &Value, value: &Value) -> Result<Value> {
    apply(vm, context, |work| {
        let number = match value.beneath() {
            Value::Str(text) => match read(work.vm, text.as_str(), Spacing::Refused)? {
                Some(number) => number,
                None => return Ok(work.fail(SYNTAX)),
            },
            _ => work.converted(value)?,
        };
        let most = work.settings.prec - i64::from(work.settings.clamp);
        if number.is_nan() && number.coefficient.digits(work.vm)? > most {
            return Ok(work.fail(SYNTAX));
        }
        work.rounded(&number)
    })
}

pub static OF_CONTEXTS_ALONE: &[Builtin] = &[
    with_two!("add", "Return the sum of x and y.", add),
    with_two!("subtract", "Return the difference between x and y.", subtract),
    with_two!("multiply", "Return the product of x and y.", multiply),
    with_two!("divide", "Return x divided by y.", divide),
    with_two!("divide_int", "Return x divided by y, truncated to an integer.", floor_divide),
    with_two!("remainder", "Return the remainder from integer division.", remainder),
    with_two!("quantize", "Return a value equal to x, rounded, with the exponent of y.", quantize),
    with_one!("abs", "Return the absolute value of x.", |work, a| work.plus(&a.signed(a.negative && a.is_nan()))),
    with_one!("minus", "Minus corresponds to the unary prefix minus operator.", |work, a| work.plus(&negated(&a))),
    with_one!("plus", "Plus corresponds to the unary prefix plus operator.", |work, a| work.plus(&a)),
    with_one!("to_integral", "Identical to to_integral_value(x).", |work, a| work.integral(&a, false)),
    with_one!("to_integral_value", "Round to an integer.", |work, a| work.integral(&a, false)),
    with_one!("to_integral_exact", "Round to an integer. Signal if the result is rounded or inexact.", |work, a| work
        .integral(&a, true)),
    Builtin::new(
        "Context.divmod",
        "(self, x, y, /)",
        "Return quotient and remainder of the division x / y.",
        |vm, args| {
            let (a, b) = (operand(args.get(1))?, operand(args.get(2))?);
            let (quotient, rest) = context::of(args.get(0))?.apply(vm, |work| work.divmod(&a, &b))?;
            Ok(Value::pair(Value::native(quotient), Value::native(rest)))
        },
    ),
    Builtin::new("Context.power", "(self, /, a, b, modulo=None)", "Compute a**b, or (a**b) % modulo.", |vm, args| {
        let (a, b) = (operand(args.get(1))?, operand(args.get(2))?);
        match args.get(3) {
            Value::None => apply(vm, args.get(0), |work| work.power(&a, &b)),
            modulus => {
                let modulus = operand(modulus)?;
                apply(vm, args.get(0), |work| work.power_modulo(&a, &b, &modulus))
            }
        }
    }),
    Builtin::new("Context.fma", "(self, x, y, z, /)", "Return x multiplied by y, plus z.", |vm, args| {
        let context = args.get(0).clone();
        fma(vm, args, 1, &context)
    }),
    Builtin::new(
        "Context.same_quantum",
        "(self, x, y, /)",
        "Return True if the two operands have the same exponent.",
        |_, args| Ok(same_quantum(&*operand(args.get(1))?, &*operand(args.get(2))?)),
    ),
    Builtin::new("Context.canonical", "(self, x, /)", "Return a new instance of x.", |_, args| {
        match args.get(1).downcast::<Decimal>() {
            Some(_) => Ok(args.get(1).clone()),
            None => Err(Raise::type_error("argument must be a Decimal")),
        }
    }),
    Builtin::new("Context.copy_decimal", "(self, x, /)", "Return a copy of Decimal x.", |_, args| {
        Ok(Value::native(operand(args.get(1))?.into_owned()))
    }),
    Builtin::new("Context.radix", "(self, /)", "Return 10.", |_, _| Ok(Value::native(Decimal::whole(10)))),
    Builtin::new(
        "Context.to_sci_string",
        "(self, x, /)",
        "Convert a number to a string using scientific notation.",
        |vm, args| text(vm, args, false),
    ),
    Builtin::new(
        "Context.to_eng_string",
        "(self, x, /)",
        "Convert a number to a string, using engineering notation.",
        |vm, args| text(vm, args, true),
    ),
    Builtin::new(
        "Context.create_decimal",
        "(self, num='0', /)",
        "Create a new Decimal instance from num, using self as the context.",
        |vm, args| create(vm, args.get(0), args.get(1)),
    ),
    Builtin::new(
        "Context.create_decimal_from_float",
        "(self, f, /)",
        "Create a new Decimal instance from float f, using self as the context.",
        |vm, args| {
            let number = match args.get(1).beneath() {
                Value::Float(x) => of_float(vm, x.plain())?,
                Value::Int(_) | Value::BigInt(_) | Value::Bool(_) => operand(args.get(1))?.into_owned(),
                _ => return Err(Raise::type_error("argument must be int or float")),
            };
            apply(vm, args.get(0), |work| work.rounded(&number))
        },
    ),
];

fn text(vm: &mut Vm, args: &Args, engineering: bool) -> Result<Value> {
    let capitals = context::of(args.get(0))?.settings().capitals;
    operand(args.get(1))?.text(vm, capitals, engineering).map(Value::from)
}
