//! The native part of `PIL`: image files and resampling, with samples row by row, one to four per pixel. The classes are
//! written in the language (`prelude/PIL`).

mod bits;
mod bmp;
mod codecs;
mod cover;
mod films;
mod gif;
mod halves;
mod octree;
mod palettes;
mod quantize;
mod resample;
mod shapes;

use crate::prelude;
use codecs::{Decoded, MOST_PIXELS};
use png::ColorType;
use resample::{Part, Picture, filter};
use tensorcell_engine as engine;
use tensorcell_language::{Args, Builtin, ModuleDef, Raise, Result, Value, Vm};
use tensorcell_tensor::{DType, Device};
use tensorcell_torch::arguments::TensorArgs;
use tensorcell_torch::files::{Source, in_file, write, wrong};
use tensorcell_torch::tensor_value;

/// Returns (rows, columns, samples), the image's mode, the file's format, its palette and the palette's alphas; for a
/// GIF its frames, "P" and "GIF".
fn open(vm: &mut Vm, args: &Args) -> Result<Value> {
    let source = Source::of(vm, args.get(0))?;
    let name = source.name.clone();
    let (text, bytes) = source.bytes()?;
    if bytes.starts_with(b"GIF8") {
        return films::opened(&bytes).map_err(|raise| in_file(&name, raise));
    }
    let picture = decode(&text, &bytes).map_err(|raise| in_file(&name, raise))?;
    let (dtype, bytes) = match picture.mode {
        "I" => (DType::Int32, picture.samples.as_chunks().0.iter().flat_map(|pair| widened(*pair)).collect()),
        _ => (DType::UInt8, picture.samples),
    };
    let bands = bytes.len() / dtype.size() / (picture.height * picture.width).max(1);
    let tensor = engine::from_bytes(&bytes, &[picture.height, picture.width, bands], dtype, Device::Cpu)?;
    let alphas = picture.alphas.map_or(Value::None, Value::bytes);
    let (mode, format) = (Value::str(picture.mode), Value::str(picture.format));
    Ok(Value::tuple(vec![tensor_value(tensor), mode, format, Value::bytes(picture.palette), alphas]))
}

/// Returns 16 bits of grey as a sample of the mode I.
fn widened(sample: [u8; 2]) -> [u8; 4] {
    i32::from(u16::from_be_bytes(sample)).to_ne_bytes()
}

fn decode(name: &str, bytes: &[u8]) -> Result<Decoded> {
    codecs::decode(bytes)?.ok_or_else(|| wrong(format!("cannot identify image file '{name}'")))
}

/// Writes (rows, columns, samples) as PNG, JPEG or BMP; a palette with its alphas makes the samples places in it.
fn save(vm: &mut Vm, args: &Args) -> Result<Value> {
    let tensor = args.tensor(0)?;
    let mut bytes = engine::to_bytes(tensor)?;
    let &[height, width, samples] = tensor.shape() else { return Err(args.wrong(0, "a picture")) };
    let palette = palettes::bytes_of(args.get(4));
    let out = match args.str(2)? {
        "PNG" => {
            let colors = [ColorType::Grayscale, ColorType::GrayscaleAlpha, ColorType::Rgb, ColorType::Rgba];
            let color = *colors.get(samples.wrapping_sub(1)).ok_or_else(|| args.wrong(0, "a picture"))?;
            let color = if palette.is_empty() { color } else { ColorType::Indexed };
            codecs::encode_png(&bytes, width as u32, height as u32, color, &palette, &palettes::bytes_of(args.get(5)))?
        }
        "BMP" => bmp::encode(&bytes, (width, height), args.int(6)? as u16, &palette),
        "JPEG" => {
            if samples == 4 {
                codecs::invert(&mut bytes);
            }
            codecs::encode_jpeg(&bytes, width, height, samples, args.int(3)?.clamp(1, 100) as u8)?
        }
        other => return Err(Raise::value_error(format!("unknown file extension: {other}"))),
    };
    write(vm, args.get(1), out)?;
    Ok(Value::None)
}

/// (image, height, width, filter, left, upper, right, lower): a part of a picture at another size.
fn resize(_: &mut Vm, args: &Args) -> Result<Value> {
    let tensor = args.tensor(0)?;
    let &[rows, columns, samples] = tensor.shape() else { return Err(args.wrong(0, "a picture")) };
    let (height, width) = (args.int(1)?, args.int(2)?);
    if height < 1 || width < 1 || height.saturating_mul(width) > MOST_PIXELS as i64 {
        return Err(Raise::value_error("height and width must be > 0"));
    }
    if rows == 0 || columns == 0 {
        return Err(Raise::value_error("a picture without pixels has no other size"));
    }
    let side = |i: usize| args.float(i).map(|side| side as f32);
    let (across, down) = ([side(4)?, side(6)?], [side(5)?, side(7)?]);
    let is_inside = |part: Part, size: usize| part[0] >= 0.0 && part[0] < part[1] && part[1] <= size as f32;
    if !is_inside(across, columns) || !is_inside(down, rows) {
        return Err(Raise::value_error("box can't exceed original image size"));
    }
    let (across, down) = ((across, width as usize), (down, height as usize));
    let picture = Picture { rows, columns, samples, bytes: engine::to_bytes(tensor)? };
    let resized = match args.str(3)? {
        "nearest" => picture.nearest(across, down),
        name => {
            let filter = filter(name);
            let filter = filter.ok_or_else(|| Raise::value_error(format!("unknown resampling filter '{name}'")))?;
            picture.resized(across, down, filter)
        }
    };
    let shape = [resized.rows, resized.columns, samples];
    Ok(tensor_value(engine::from_bytes(&resized.bytes, &shape, DType::UInt8, Device::Cpu)?))
}

/// (rows, columns, 1) of grey in thousandths: black and white by Floyd and Steinberg's diffusion, in Pillow's arithmetic.
fn bilevel(_: &mut Vm, args: &Args) -> Result<Value> {
    let tensor = args.tensor(0)?;
    let &[rows, columns, 1] = tensor.shape() else { return Err(args.wrong(0, "a picture of one band")) };
    let bytes = engine::to_bytes(tensor)?;
    let mut grey = bytes.chunks_exact(8).map(|bytes| bytes.try_into().map_or(0, i64::from_ne_bytes) / 1000);
    let mut out = Vec::with_capacity(rows * columns);
    let mut errors = vec![0; columns + 1];
    for _ in 0..rows {
        let (mut carried, mut below, mut behind) = (0, 0, 0);
        for x in 0..columns {
            let value = (grey.next().unwrap_or(0) + (carried + errors[x + 1]) / 16).clamp(0, 255);
            let white = if value > 128 { 255 } else { 0 };
            out.push(white as u8);
            // Sevenths, thirds, fifths and one of sixteen parts.
            let error = value - white;
            errors[x] = 3 * error + below;
            below = 5 * error + behind;
            behind = error;
            carried = 7 * error;
        }
        errors[columns] = below;
    }
    Ok(tensor_value(engine::from_bytes(&out, &[rows, columns, 1], DType::UInt8, Device::Cpu)?))
}

/// Packs samples to bits, each row to whole bytes.
fn packed(_: &mut Vm, args: &Args) -> Result<Value> {
    let tensor = args.tensor(0)?;
    let columns = tensor.shape().get(1).copied().unwrap_or(0).max(1);
    let bytes = engine::to_bytes(tensor)?;
    Ok(Value::bytes(bytes.chunks(columns).flat_map(bits::packed).collect::<Vec<u8>>()))
}

/// (text, size, font): a line's mask (rows, columns), left, top, advance, ascent and descent.
fn letters(_: &mut Vm, args: &Args) -> Result<Value> {
    let font = palettes::bytes_of(args.get(2));
    let font = (!font.is_empty()).then_some(&font[..]);
    let line = tensorcell_display::letters::letters(args.str(0)?, args.float(1)?.clamp(0.1, 10_000.0), font);
    let line = line.ok_or_else(|| Raise::new(tensorcell_language::Exc::OSError, "cannot open resource"))?;
    let mask = engine::from_bytes(&line.pixels, &[line.height, line.width], DType::UInt8, Device::Cpu)?;
    let lengths = [line.advance, line.ascent, line.descent].map(Value::from);
    let places = [line.left, line.top].map(|place| Value::Int(place.into()));
    Ok(Value::tuple([tensor_value(mask)].into_iter().chain(places).chain(lengths).collect()))
}

static IMAGING: &[Builtin] = &[
    Builtin::new(
        "PIL._imaging.open",
        "(file)",
        "A picture's samples (rows, columns, samples), its mode, format and palette.",
        open,
    ),
    Builtin::new(
        "PIL._imaging.cover",
        "(width, height, kind, places, first, last, thick)",
        "What a shape covers: a mask and its corner, or None.",
        cover::cover,
    ),
    Builtin::new(
        "PIL._imaging.quantize",
        "(picture, colors, method)",
        "Few colours: places (rows, columns, 1) and the palette with alphas.",
        palettes::quantize,
    ),
    Builtin::new(
        "PIL._imaging.to_palette",
        "(picture, palette, dither)",
        "The nearest colours of a palette: places (rows, columns, 1).",
        palettes::to_palette,
    ),
    Builtin::new("PIL._imaging.letters", "(text, size, font=None)", "A line of text as a mask.", letters),
    Builtin::new("PIL._imaging.save_gif", "(file, size, turns, frames)", "Writes frames as GIF.", films::save),
    Builtin::new("PIL._imaging.bilevel", "(grey)", "Grey in thousandths as black and white.", bilevel),
    Builtin::new("PIL._imaging.packed", "(samples)", "Samples as bits.", packed),
    Builtin::new(
        "PIL._imaging.save",
        "(picture, file, format, quality=75, palette=None, alphas=None, bits=24)",
        "Writes a picture as PNG, JPEG or BMP.",
        save,
    ),
    Builtin::new(
        "PIL._imaging.resize",
        "(picture, height, width, filter, left, upper, right, lower)",
        "Pillow's resampling of a part.",
        resize,
    ),
];

pub static MODULES: &[ModuleDef] = &[
    prelude!("PIL", "Pictures.", "PIL/__init__.py"),
    prelude!("PIL.Image", "Pictures.", "PIL/Image.py"),
    prelude!("PIL.GifImagePlugin", "Animations.", "PIL/GifImagePlugin.py"),
    prelude!("PIL.ImageChops", "Arithmetic of pictures.", "PIL/ImageChops.py"),
    prelude!("PIL.ImageFont", "Texts as masks.", "PIL/ImageFont.py"),
    prelude!("PIL.ImagePalette", "Lists of colours.", "PIL/ImagePalette.py"),
    prelude!("PIL.ImageSequence", "Frames in turn.", "PIL/ImageSequence.py"),
    prelude!("PIL.ImageStat", "Sums and means.", "PIL/ImageStat.py"),
    prelude!("PIL.ImageColor", "Colours by name.", "PIL/ImageColor.py"),
    prelude!("PIL.ImageDraw", "Points, lines, rectangles.", "PIL/ImageDraw.py"),
    prelude!("PIL.ImageEnhance", "Colour, contrast, brightness, sharpness.", "PIL/ImageEnhance.py"),
    prelude!("PIL.ImageFilter", "Filters of neighbours.", "PIL/ImageFilter.py"),
    prelude!("PIL.ImageOps", "Whole pictures changed.", "PIL/ImageOps.py"),
    prelude!("PIL._modes", "Conversions of modes.", "PIL/_modes.py"),
    prelude!("PIL._transforms", "Pixels between pixels.", "PIL/_transforms.py"),
    ModuleDef { name: "PIL._imaging", doc: "Samples of pictures.", functions: IMAGING, init: None },
];
