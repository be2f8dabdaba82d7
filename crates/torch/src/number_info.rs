//! `torch.finfo` and `torch.iinfo`: the limits of dtypes.

use super::arguments::TensorArgs;
use super::{classes, defaults};
use std::any::Any;
use std::rc::Rc;
use tensorcell_language::native::{Args, Native};
use tensorcell_language::{Builtin, Class, Raise, Result, Value, Vm};
use tensorcell_tensor::DType;

/// The result of `torch.finfo(dtype)` and `torch.iinfo(dtype)`.
pub struct NumberInfo(DType);

/// Returns (bits, eps, smallest normal, smallest subnormal, largest) of a floating dtype.
fn float_limits(dtype: DType) -> (i64, f64, f64, f64, f64) {
    match dtype {
        DType::Float16 => (16, 2f64.powi(-10), 2f64.powi(-14), 2f64.powi(-24), 65504.0),
        DType::BFloat16 => (16, 2f64.powi(-7), 2f64.powi(-126), 2f64.powi(-133), 255.0 * 2f64.powi(120)),
        DType::Float64 => (64, f64::EPSILON, f64::MIN_POSITIVE, 5e-324, f64::MAX),
        _ => (32, f32::EPSILON.into(), f32::MIN_POSITIVE.into(), 2f64.powi(-149), f32::MAX.into()),
    }
}

/// Returns the largest finite number of a floating dtype.
pub fn largest(dtype: DType) -> f64 {
    float_limits(dtype).4
}

/// Returns (minimum, maximum) of an integer dtype.
fn integer_limits(dtype: DType) -> (i64, i64) {
    match dtype {
        DType::UInt8 => (0, 255),
        DType::Int8 => (i8::MIN.into(), i8::MAX.into()),
        DType::Int16 => (i16::MIN.into(), i16::MAX.into()),
        DType::Int32 => (i32::MIN.into(), i32::MAX.into()),
        _ => (i64::MIN, i64::MAX),
    }
}

impl Native for NumberInfo {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        if self.0.is_floating() { classes().finfo.clone() } else { classes().iinfo.clone() }
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        let name = self.0.name();
        if !self.0.is_floating() {
            let (min, max) = integer_limits(self.0);
            let number = |vm: &mut Vm, limit: i64| vm.format(&Value::from(limit as f64), "g");
            let (min, max) = (number(vm, min)?, number(vm, max)?);
            return Ok(format!("iinfo(min={min}, max={max}, dtype={name})"));
        }
        let mut fields = Vec::new();
        for field in ["resolution", "min", "max", "eps", "smallest_normal", "tiny"] {
            let value = self.get_attr(vm, field)?.unwrap_or(Value::None);
            fields.push(format!("{field}={}", vm.format(&value, "g")?));
        }
        Ok(format!("finfo({}, dtype={name})", fields.join(", ")))
    }
    fn get_attr(&self, _: &mut Vm, name: &str) -> Result<Option<Value>> {
        if !self.0.is_floating() {
            let (min, max) = integer_limits(self.0);
            return Ok(match name {
                "min" => Some(Value::Int(min)),
                "max" => Some(Value::Int(max)),
                "bits" => Some(Value::Int(self.0.size() as i64 * 8)),
                "dtype" => Some(Value::str(self.0.name())),
                _ => None,
            });
        }
        let (bits, eps, normal, subnormal, max) = float_limits(self.0);
        let resolution = match self.0 {
            DType::Float16 => 1e-3,
            DType::BFloat16 => 1e-2,
            DType::Float64 => 1e-15,
            _ => 1e-6,
        };
        Ok(match name {
            "bits" => Some(Value::Int(bits)),
            "eps" => Some(Value::from(eps)),
            "max" => Some(Value::from(max)),
            "min" => Some(Value::from(-max)),
            "tiny" | "smallest_normal" => Some(Value::from(normal)),
            "smallest_subnormal" => Some(Value::from(subnormal)),
            "resolution" => Some(Value::from(resolution)),
            "dtype" => Some(Value::str(self.0.name())),
            _ => None,
        })
    }
    fn attr_names(&self) -> Vec<String> {
        ["bits", "eps", "max", "min", "tiny", "smallest_normal", "resolution", "dtype"].map(String::from).to_vec()
    }
}

fn number_info(args: &Args) -> Result<Value> {
    let dtype = args.opt_dtype(0)?.unwrap_or_else(defaults::dtype);
    let wants_float = args.builtin.short_name() == "finfo";
    // A complex dtype has the limits of its parts.
    let dtype = if wants_float { dtype.part() } else { dtype };
    if wants_float != dtype.is_floating() || dtype.is_complex() || dtype == DType::Bool {
        return Err(Raise::type_error(match wants_float {
            true => "torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'",
            false => "torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'",
        }));
    }
    Ok(Value::native(NumberInfo(dtype)))
}

pub static FINFO: Builtin = Builtin::new(
    "torch.finfo",
    "(type=None)",
    "Limits of a floating dtype: eps, min, max, tiny, bits.\n\n\
         >>> torch.finfo(torch.float16).max\n\
         65504.0",
    |_, args| number_info(args),
);

pub static IINFO: Builtin = Builtin::new(
    "torch.iinfo",
    "(type)",
    "Limits of an integer dtype: min, max, bits.\n\n\
         Errors: TypeError of a floating dtype: `torch.iinfo(torch.float32)`\n\n\
         >>> torch.iinfo(torch.int8).min\n\
         -128",
    |_, args| number_info(args),
);
