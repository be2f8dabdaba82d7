//! `PIL._imaging`'s functions of GIF files: frames to and from values of the language.

use super::gif::{self, Film, Picture};
use super::palettes::bytes_of;
use tensorcell_engine as engine;
use tensorcell_language::{Args, Exc, Raise, Result, Value, Vm};
use tensorcell_tensor::{DType, Device};
use tensorcell_torch::files::write;
use tensorcell_torch::tensor::tensor_of;
use tensorcell_torch::tensor_value;

fn broken(text: String) -> Raise {
    Raise::new(Exc::OSError, format!("image file is truncated or broken: {text}"))
}

fn optional<T: Into<i64>>(value: Option<T>) -> Value {
    value.map_or(Value::None, |value| Value::Int(value.into()))
}

/// The size, palette, background and repetition of a file, and its frames.
pub fn opened(bytes: &[u8]) -> Result<Value> {
    let film = gif::decode(bytes).map_err(broken)?;
    if film.frames.is_empty() {
        return Err(broken("image not found in GIF frame".into()));
    }
    let palette = |palette: &Option<Vec<u8>>| palette.as_ref().map_or(Value::None, |bytes| Value::bytes(bytes.clone()));
    let frames = film.frames.iter().map(|frame| picture_value(frame, palette(&frame.palette)));
    let frames = Value::list(frames.collect::<Result<_>>()?);
    let size = Value::pair(Value::Int(film.width.into()), Value::Int(film.height.into()));
    let whole = vec![size, palette(&film.palette), optional(film.background), optional(film.turns), frames];
    let none = || Value::bytes(Vec::new());
    Ok(Value::tuple(vec![Value::tuple(whole), Value::str("P"), Value::str("GIF"), none(), Value::None]))
}

fn picture_value(frame: &Picture, palette: Value) -> Result<Value> {
    let shape = [usize::from(frame.height), usize::from(frame.width), 1];
    if frame.pixels.len() != shape[0] * shape[1] {
        return Err(broken("a frame lacks pixels".into()));
    }
    let pixels = tensor_value(engine::from_bytes(&frame.pixels, &shape, DType::UInt8, Device::Cpu)?);
    let place = Value::pair(Value::Int(frame.left.into()), Value::Int(frame.top.into()));
    let numbers = [Value::Int(frame.duration.into()), Value::Int(frame.disposal.into())];
    let [duration, disposal] = numbers;
    Ok(Value::tuple(vec![place, pixels, palette, optional(frame.transparent), duration, disposal]))
}

fn items(value: &Value) -> Vec<Value> {
    match value {
        Value::List(list) => list.items.borrow().to_vec(),
        Value::Tuple(tuple) => tuple.to_vec(),
        _ => Vec::new(),
    }
}

fn whole(value: Option<&Value>) -> Option<i64> {
    match value {
        Some(Value::Int(number)) => Some(*number),
        _ => None,
    }
}

/// A number of a list, as small as a field of the file is.
fn field<T: TryFrom<i64>>(values: &[Value], i: usize) -> Option<T> {
    whole(values.get(i)).and_then(|number| T::try_from(number).ok())
}

/// (file, size, turns, frames): writes a GIF.
pub fn save(vm: &mut Vm, args: &Args) -> Result<Value> {
    let size = items(args.get(1));
    let (Some(width), Some(height)) = (field(&size, 0), field(&size, 1)) else {
        return Err(Raise::value_error("a GIF has at most 65535 pixels along a side"));
    };
    let turns = match args.get(2) {
        Value::None => None,
        _ => u16::try_from(args.int(2)?).ok(),
    };
    let frames = items(args.get(3)).iter().map(|frame| picture(&items(frame))).collect::<Result<_>>()?;
    let film = Film { width, height, palette: None, background: None, turns, frames };
    let bytes = gif::encode(&film).map_err(|error| Raise::new(Exc::OSError, error))?;
    write(vm, args.get(0), bytes)?;
    Ok(Value::None)
}

/// A frame of its place, pixels, palette, transparent colour, duration and disposal.
fn picture(parts: &[Value]) -> Result<Picture> {
    let wrong =
        || Raise::type_error("a frame is a place, pixels, a palette, a transparent colour, a duration and a disposal");
    let [place, pixels, palette, ..] = parts else { return Err(wrong()) };
    let tensor = tensor_of(pixels).ok_or_else(wrong)?;
    let &[height, width, 1] = tensor.shape() else { return Err(wrong()) };
    let place = items(place);
    let side = |side: usize| {
        u16::try_from(side).map_err(|_| Raise::value_error("a GIF has at most 65535 pixels along a side"))
    };
    Ok(Picture {
        left: field(&place, 0).unwrap_or(0),
        top: field(&place, 1).unwrap_or(0),
        width: side(width)?,
        height: side(height)?,
        palette: Some(bytes_of(palette)).filter(|palette| !palette.is_empty()),
        pixels: engine::to_bytes(tensor)?,
        transparent: field(parts, 3),
        duration: field(parts, 4).unwrap_or(0),
        disposal: field(parts, 5).unwrap_or(0),
    })
}
