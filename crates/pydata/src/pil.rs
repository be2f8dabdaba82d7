//! The native part of `PIL`: image files through the `image` crate, with 8-bit samples, row by row, one to four per
//! pixel. The classes are written in the language (`prelude/PIL`).

use crate::prelude;
use image::{ColorType, DynamicImage, ExtendedColorType, ImageEncoder, ImageReader, Limits};
use tensorcell_engine as engine;
use tensorcell_language::{Args, Builtin, Exc, ModuleDef, Raise, Result, Value, Vm};
use tensorcell_tensor::{DType, Device};
use tensorcell_torch::arguments::TensorArgs;
use tensorcell_torch::files::{Source, in_file, write, wrong};
use tensorcell_torch::tensor_value;

/// The maximum number of pixels, above which Pillow assumes an attack.
const MOST_PIXELS: u64 = 178_956_970;

/// Returns (rows, columns, samples) and the image's mode: L, LA, RGB or RGBA.
fn open(vm: &mut Vm, args: &Args) -> Result<Value> {
    let source = Source::of(vm, args.get(0))?;
    let name = source.name.clone();
    let picture = decode(source).map_err(|raise| in_file(&name, raise))?;
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let (mode, samples, bytes) = match picture.color() {
        ColorType::L8 | ColorType::L16 => ("L", 1, picture.into_luma8().into_raw()),
        ColorType::La8 | ColorType::La16 => ("LA", 2, picture.into_luma_alpha8().into_raw()),
        ColorType::Rgba8 | ColorType::Rgba16 | ColorType::Rgba32F => ("RGBA", 4, picture.into_rgba8().into_raw()),
        _ => ("RGB", 3, picture.into_rgb8().into_raw()),
    };
    let tensor = engine::from_bytes(&bytes, &[height, width, samples], DType::UInt8, Device::Cpu)?;
    Ok(Value::tuple(vec![tensor_value(tensor), Value::str(mode)]))
}

fn decode(source: Source) -> Result<DynamicImage> {
    let name = source.name.clone();
    let unknown = || wrong(format!("cannot identify image file '{name}'"));
    let mut reader =
        ImageReader::new(std::io::BufReader::new(source.input)).with_guessed_format().map_err(|_| unknown())?;
    if reader.format().is_none() {
        return Err(unknown());
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(1 << 20);
    limits.max_image_height = Some(1 << 20);
    limits.max_alloc = Some(MOST_PIXELS * 4);
    reader.limits(limits);
    reader.decode().map_err(|error| match error {
        image::ImageError::Limits(_) => Raise::value_error(format!(
            "Image size exceeds limit of {MOST_PIXELS} pixels, could be decompression bomb DOS attack."
        )),
        error => Raise::new(Exc::OSError, format!("image file is truncated or broken: {error}")),
    })
}

/// Writes (rows, columns, samples) as PNG or JPEG.
fn save(vm: &mut Vm, args: &Args) -> Result<Value> {
    let tensor = args.tensor(0)?;
    let bytes = engine::to_bytes(tensor)?;
    let &[height, width, samples] = tensor.shape() else { return Err(args.wrong(0, "a picture")) };
    let color = [ExtendedColorType::L8, ExtendedColorType::La8, ExtendedColorType::Rgb8, ExtendedColorType::Rgba8];
    let color = *color.get(samples.wrapping_sub(1)).ok_or_else(|| args.wrong(0, "a picture"))?;
    let mut out = Vec::new();
    let (width, height) = (width as u32, height as u32);
    let written = match args.str(2)? {
        "PNG" => image::codecs::png::PngEncoder::new(&mut out).write_image(&bytes, width, height, color),
        "JPEG" => {
            let quality = args.int(3)?.clamp(1, 100) as u8;
            image::codecs::jpeg::JpegEncoder::new_with_quality(&mut out, quality)
                .write_image(&bytes, width, height, color)
        }
        other => return Err(Raise::value_error(format!("unknown file extension: {other}"))),
    };
    written.map_err(|error| Raise::new(Exc::OSError, error.to_string()))?;
    write(vm, args.get(1), out)?;
    Ok(Value::None)
}

/// One of Pillow's filters: its support, and the weight at a distance.
type Filter = (f64, fn(f64) -> f64);

fn filter(name: &str) -> Option<Filter> {
    Some(match name {
        "box" => (0.5, |x| if x > -0.5 && x <= 0.5 { 1.0 } else { 0.0 }),
        "bilinear" => (1.0, |x| (1.0 - x.abs()).max(0.0)),
        "hamming" => (1.0, |x| match x.abs() {
            0.0 => 1.0,
            x if x >= 1.0 => 0.0,
            x => {
                (std::f64::consts::PI * x).sin() / (std::f64::consts::PI * x)
                    * (0.54 + 0.46 * (std::f64::consts::PI * x).cos())
            }
        }),
        "bicubic" => (2.0, |x| {
            const A: f64 = -0.5;
            match x.abs() {
                x if x < 1.0 => ((A + 2.0) * x - (A + 3.0)) * x * x + 1.0,
                x if x < 2.0 => (((x - 5.0) * x + 8.0) * x - 4.0) * A,
                _ => 0.0,
            }
        }),
        "lanczos" => (3.0, |x| {
            let sinc =
                |x: f64| if x == 0.0 { 1.0 } else { (std::f64::consts::PI * x).sin() / (std::f64::consts::PI * x) };
            if x.abs() < 3.0 { sinc(x) * sinc(x / 3.0) } else { 0.0 }
        }),
        _ => return None,
    })
}

const PRECISION: u32 = 32 - 8 - 2;

/// Returns, for each output position, the beginning of its window and the weights in fixed point.
fn windows(from: usize, to: usize, (reach, weight): Filter) -> Vec<(usize, Vec<i32>)> {
    let scale = from as f64 / to as f64;
    let wider = scale.max(1.0);
    let support = reach * wider;
    (0..to)
        .map(|at| {
            let center = (at as f64 + 0.5) * scale;
            let low = ((center - support + 0.5) as i64).max(0) as usize;
            let high = ((center + support + 0.5) as i64).clamp(0, from as i64) as usize;
            let weights: Vec<f64> = (low..high.max(low)).map(|x| weight((x as f64 - center + 0.5) / wider)).collect();
            let sum: f64 = weights.iter().sum();
            let fixed = |w: f64| {
                let w = if sum == 0.0 { w } else { w / sum } * f64::from(1u32 << PRECISION);
                (if w < 0.0 { w - 0.5 } else { w + 0.5 }) as i32
            };
            (low, weights.into_iter().map(fixed).collect())
        })
        .collect()
}

fn clip(sum: i32) -> u8 {
    (sum >> PRECISION).clamp(0, 255) as u8
}

/// (image, height, width, filter): Pillow's resampling, columns first, in its fixed-point arithmetic.
fn resize(_: &mut Vm, args: &Args) -> Result<Value> {
    let tensor = args.tensor(0)?;
    let &[rows, columns, samples] = tensor.shape() else { return Err(args.wrong(0, "a picture")) };
    let (height, width) = (args.int(1)?, args.int(2)?);
    if height < 1 || width < 1 || height.saturating_mul(width) > MOST_PIXELS as i64 {
        return Err(Raise::value_error("height and width must be > 0"));
    }
    let (height, width) = (height as usize, width as usize);
    let pixels = engine::to_bytes(tensor)?;
    if rows == 0 || columns == 0 {
        return Err(Raise::value_error("a picture without pixels has no other size"));
    }
    let name = args.str(3)?;
    let out = if name == "nearest" {
        let place = |at: usize, from: usize, to: usize| ((at as f64 + 0.5) * from as f64 / to as f64) as usize;
        let mut out = Vec::with_capacity(height * width * samples);
        for y in 0..height {
            let row = place(y, rows, height).min(rows - 1) * columns;
            for x in 0..width {
                let at = (row + place(x, columns, width).min(columns - 1)) * samples;
                out.extend_from_slice(&pixels[at..at + samples]);
            }
        }
        out
    } else {
        let filter = filter(name).ok_or_else(|| Raise::value_error(format!("unknown resampling filter '{name}'")))?;
        let mut wide = pixels;
        if width != columns {
            let mut out = vec![0; rows * width * samples];
            for (x, (low, weights)) in windows(columns, width, filter).iter().enumerate() {
                for y in 0..rows {
                    for s in 0..samples {
                        let sum = weights.iter().enumerate().fold(1 << (PRECISION - 1), |sum: i32, (i, w)| {
                            sum.wrapping_add(i32::from(wide[(y * columns + low + i) * samples + s]).wrapping_mul(*w))
                        });
                        out[(y * width + x) * samples + s] = clip(sum);
                    }
                }
            }
            wide = out;
        }
        if height != rows {
            let line = width * samples;
            let mut out = vec![0; height * line];
            for (y, (low, weights)) in windows(rows, height, filter).iter().enumerate() {
                for at in 0..line {
                    let sum = weights.iter().enumerate().fold(1 << (PRECISION - 1), |sum: i32, (i, w)| {
                        sum.wrapping_add(i32::from(wide[(low + i) * line + at]).wrapping_mul(*w))
                    });
                    out[y * line + at] = clip(sum);
                }
            }
            wide = out;
        }
        wide
    };
    Ok(tensor_value(engine::from_bytes(&out, &[height, width, samples], DType::UInt8, Device::Cpu)?))
}

static IMAGING: &[Builtin] = &[
    Builtin::new("PIL._imaging.open", "(file)", "A picture's samples (rows, columns, samples) and its mode.", open),
    Builtin::new("PIL._imaging.save", "(picture, file, format, quality=75)", "Writes a picture as PNG or JPEG.", save),
    Builtin::new("PIL._imaging.resize", "(picture, height, width, filter)", "Pillow's resampling.", resize),
];

pub static MODULES: &[ModuleDef] = &[
    prelude!("PIL", "Pictures.", "PIL/__init__.py"),
    prelude!("PIL.Image", "Pictures.", "PIL/Image.py"),
    ModuleDef { name: "PIL._imaging", doc: "Samples of pictures.", functions: IMAGING, init: None },
];
