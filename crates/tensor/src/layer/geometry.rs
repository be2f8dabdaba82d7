//! Geometry of sliding windows: how kernels move over spatial dimensions, and the resulting sizes.

use crate::Dims;
use crate::error::{Result, TensorError};

/// How a convolution kernel moves, with one number per spatial dimension.
#[derive(Clone, Debug, PartialEq)]
pub struct Conv {
    pub stride: Dims,
    pub padding: Dims,
    pub dilation: Dims,
    pub groups: usize,
}

/// A convolution's sizes, with spatial dimensions padded to three (leading dimensions of 1).
#[derive(Clone, Copy, Debug)]
pub struct Geometry {
    pub batch: usize,
    /// Input channels; `features` are the output channels.
    pub channels: usize,
    pub features: usize,
    pub groups: usize,
    pub input: [usize; 3],
    pub output: [usize; 3],
    pub kernel: [usize; 3],
    pub stride: [usize; 3],
    pub padding: [usize; 3],
    pub dilation: [usize; 3],
}

/// Pads sizes to three dimensions at the front.
pub fn three(sizes: &[usize], filler: usize) -> [usize; 3] {
    let mut all = [filler; 3];
    let skip = 3usize.saturating_sub(sizes.len());
    all[skip..].iter_mut().zip(sizes).for_each(|(to, &from)| *to = from);
    all
}

impl Geometry {
    /// `input` has shape (N, C, ...), `output` (N, O, ...), and `kernel` holds the kernel's spatial sizes.
    pub fn new(conv: &Conv, input: &[usize], output: &[usize], kernel: &[usize]) -> Geometry {
        let (planes, padding) = (three(&input[2..], 1), three(&conv.padding, 0));
        // Clamps steps to the padded input: a longer step is never taken, and the clamp prevents overflow.
        let steps = |sizes: &[usize]| {
            let mut steps = three(sizes, 1);
            for (d, step) in steps.iter_mut().enumerate() {
                *step = (*step).min(planes[d].saturating_add(padding[d].saturating_mul(2)).max(1));
            }
            steps
        };
        Geometry {
            batch: input[0],
            channels: input[1],
            features: output[1],
            groups: conv.groups,
            input: planes,
            output: three(&output[2..], 1),
            kernel: three(kernel, 1),
            stride: steps(&conv.stride),
            padding,
            dilation: steps(&conv.dilation),
        }
    }
    /// Elements of one input plane.
    pub fn plane(&self) -> usize {
        self.input.iter().product()
    }
    /// Kernel positions, which are the elements of one output plane.
    pub fn positions(&self) -> usize {
        self.output.iter().product()
    }
    /// Kernel elements in one channel.
    pub fn taps(&self) -> usize {
        self.kernel.iter().product()
    }
    /// Input channels per group.
    pub fn depth(&self) -> usize {
        self.channels / self.groups
    }
    /// Output channels per group.
    pub fn width(&self) -> usize {
        self.features / self.groups
    }
}

/// The windows of a pooling layer.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)] // The large variant is the common one.
pub enum Windows {
    Sliding {
        kernel: Dims,
        stride: Dims,
        padding: Dims,
        dilation: Dims,
        /// Also counts a last window that starts inside the input but ends outside (`ceil_mode`).
        ceil: bool,
        /// For means: whether padding counts as elements, and a divisor that replaces the element count.
        include_pad: bool,
        divisor: Option<i64>,
    },
    /// One window per output position, together covering the input. `None` keeps the input's own size.
    Adaptive(Vec<Option<usize>>),
}

/// One window along one dimension: positions `start`, `start + step`, ... below `end`. `padded` counts its elements including
/// padding.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    pub start: usize,
    pub end: usize,
    pub step: usize,
    pub padded: usize,
}

impl Windows {
    pub fn dims(&self) -> usize {
        match self {
            Windows::Sliding { kernel, .. } => kernel.len(),
            Windows::Adaptive(sizes) => sizes.len(),
        }
    }
    pub fn is_adaptive(&self) -> bool {
        matches!(self, Windows::Adaptive(_))
    }
    /// The `output` windows along spatial dimension `dim`, whose size is `input`.
    pub fn spans(&self, dim: usize, input: usize, output: usize) -> Vec<Span> {
        let at = |o: usize| match self {
            Windows::Sliding { kernel, stride, padding, dilation, .. } => {
                let (begin, step, pad) = (o * stride[dim], dilation[dim], padding[dim]);
                let beyond = begin + (kernel[dim] - 1) * step + 1;
                // Skips the taps that fall into the leading padding.
                let skipped = pad.saturating_sub(begin).div_ceil(step);
                Span {
                    start: (begin + skipped * step).saturating_sub(pad),
                    end: beyond.saturating_sub(pad).min(input),
                    step,
                    padded: beyond.min(input + 2 * pad).saturating_sub(begin),
                }
            }
            Windows::Adaptive(_) => {
                let (start, end) = (o * input / output, ((o + 1) * input).div_ceil(output));
                Span { start, end, step: 1, padded: end - start }
            }
        };
        (0..output).map(at).collect()
    }
    /// The divisor of a window's mean, given its element counts without and with padding.
    pub fn divisor(&self, inside: usize, padded: usize) -> f64 {
        match self {
            Windows::Sliding { divisor: Some(divisor), .. } => *divisor as f64,
            Windows::Sliding { include_pad: true, .. } => padded as f64,
            _ => inside.max(1) as f64,
        }
    }
}

/// Wide integer for intermediate sizes, so that no user input overflows.
type Wide = i128;

/// Upper bound of any dimension's size. Sums of a few such sizes still fit into `Wide`.
const LIMIT: Wide = 1 << 61;

/// Converts to a valid dimension size, or returns an error.
fn size(what: &str, size: Wide) -> Result<usize> {
    match usize::try_from(size) {
        Ok(fits) if size < LIMIT => Ok(fits),
        _ => Err(TensorError::runtime(format!("{what} of {size} is too large for any tensor"))),
    }
}

/// The spatial sizes of a convolution's output.
pub fn conv_output(conv: &Conv, input: &[usize], kernel: &[usize]) -> Result<Dims> {
    let padded = |d: usize| input[d] as Wide + 2 * conv.padding[d] as Wide;
    let reach = |d: usize| conv.dilation[d] as Wide * (kernel[d].max(1) as Wide - 1) + 1;
    let dims = 0..kernel.len();
    if dims.clone().any(|d| padded(d) < reach(d)) {
        let shown =
            |size: &dyn Fn(usize) -> Wide| dims.clone().map(|d| size(d).to_string()).collect::<Vec<_>>().join(" x ");
        return Err(TensorError::runtime(format!(
            "Calculated padded input size per channel: ({}). Kernel size: ({}). Kernel size can't be greater than \
             actual input size",
            shown(&padded),
            shown(&|d| kernel[d] as Wide)
        )));
    }
    let along = |d: usize| Ok((size("a padded input", padded(d))? - size("a kernel", reach(d))?) / conv.stride[d] + 1);
    dims.map(along).collect()
}

/// The spatial sizes of a transposed convolution's output.
pub fn transposed_output(conv: &Conv, input: &[usize], kernel: &[usize], extra: &[usize]) -> Result<Dims> {
    (0..kernel.len())
        .map(|d| {
            let steps = (input[d].max(1) as Wide - 1) * conv.stride[d] as Wide;
            let reach = conv.dilation[d] as Wide * (kernel[d] as Wide - 1);
            let full = steps + reach + extra[d] as Wide + 1;
            let output = full - 2 * conv.padding[d] as Wide;
            if output <= 0 {
                return Err(TensorError::runtime(format!(
                    "Given input size per channel: {input:?}. Calculated output size per channel: [{output}]. Output size is \
                     too small"
                )));
            }
            size("a transposed convolution", full)?;
            size("an output", output)
        })
        .collect()
}

/// The number of windows along each spatial dimension. Their sizes fit into 32 bits.
pub fn pool_output(windows: &Windows, input: &[usize]) -> Dims {
    match windows {
        Windows::Adaptive(sizes) => sizes.iter().zip(input).map(|(size, &own)| size.unwrap_or(own)).collect(),
        Windows::Sliding { kernel, stride, padding, dilation, ceil, .. } => (0..kernel.len())
            .map(|d| {
                let padded = input[d] as i64 + 2 * padding[d] as i64;
                let room = padded - (dilation[d] * (kernel[d] - 1)) as i64 - 1;
                let up = if *ceil { stride[d] as i64 - 1 } else { 0 };
                let count = (room + up).div_euclid(stride[d] as i64) + 1;
                // A window that would start in the trailing padding does not count.
                let inside = !ceil || (count - 1) * (stride[d] as i64) < (input[d] + padding[d]) as i64;
                (if inside { count } else { count - 1 }).max(0) as usize
            })
            .collect(),
    }
}
