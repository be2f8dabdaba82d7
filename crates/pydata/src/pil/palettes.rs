//! `PIL._imaging`'s functions of palettes: pictures in few colours.

use super::octree::octree;
use super::quantize::{self, Colour, Few};
use tensorcell_engine as engine;
use tensorcell_language::{Args, Raise, Result, Value, Vm};
use tensorcell_tensor::{DType, Device};
use tensorcell_torch::arguments::TensorArgs;
use tensorcell_torch::tensor_value;

/// The bytes of a value, none for None.
pub fn bytes_of(value: &Value) -> Vec<u8> {
    match value {
        Value::Bytes(bytes) => bytes.data.borrow().to_vec(),
        _ => Vec::new(),
    }
}

/// A picture's rows, columns, and colours with an alpha.
fn colours(args: &Args) -> Result<(usize, usize, Vec<Colour>)> {
    let tensor = args.tensor(0)?;
    let &[rows, columns, samples] = tensor.shape() else { return Err(args.wrong(0, "a picture")) };
    let bytes = engine::to_bytes(tensor)?;
    let colour = |pixel: &[u8]| match *pixel {
        [r, g, b, a] => [r, g, b, a],
        [r, g, b] => [r, g, b, 255],
        [grey, ..] => [grey, grey, grey, 255],
        [] => [0; 4],
    };
    Ok((rows, columns, bytes.chunks_exact(samples.max(1)).map(colour).collect()))
}

fn places(pixels: &[u8], rows: usize, columns: usize) -> Result<Value> {
    Ok(tensor_value(engine::from_bytes(pixels, &[rows, columns, 1], DType::UInt8, Device::Cpu)?))
}

/// (picture, colours, method): places in a palette, and the palette with alphas.
pub fn quantize(_: &mut Vm, args: &Args) -> Result<Value> {
    let (rows, columns, mut pixels) = colours(args)?;
    let most = usize::try_from(args.int(1)?).ok().filter(|most| (1..=256).contains(most));
    let most = most.ok_or_else(|| Raise::value_error("bad number of colors"))?;
    if pixels.is_empty() {
        return Err(Raise::value_error("quantization error"));
    }
    let Few { palette, pixels } = match args.str(2)? {
        "median cut" => quantize::median_cut(&pixels, most),
        method => {
            // All transparent pixels have the colour of the first.
            if let Some(first) = pixels.iter().find(|pixel| pixel[3] == 0).copied() {
                pixels.iter_mut().filter(|pixel| pixel[3] == 0).for_each(|pixel| *pixel = first);
            }
            octree(&pixels, most, method == "octree with alpha")
        }
    };
    let palette: Vec<u8> = palette.into_iter().flatten().collect();
    Ok(Value::pair(places(&pixels, rows, columns)?, Value::bytes(palette)))
}

/// (picture, palette, dither): places in a palette of red, green and blue.
pub fn to_palette(_: &mut Vm, args: &Args) -> Result<Value> {
    let (rows, columns, pixels) = colours(args)?;
    let palette = bytes_of(args.get(1));
    let palette: Vec<Colour> = palette.as_chunks::<3>().0.iter().map(|[r, g, b]| [*r, *g, *b, 255]).collect();
    if palette.is_empty() {
        return Err(Raise::value_error("no palette"));
    }
    places(&quantize::to_palette(&pixels, columns, &palette, args.bool(2)?), rows, columns)
}
