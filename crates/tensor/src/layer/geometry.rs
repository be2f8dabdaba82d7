//! Where windows lie: how kernels move over spatial dimensions, and the sizes that follow.

use crate::Dims;
use crate::error::{Result, TensorError};

/// How a convolution's kernel moves: one number for each spatial dimension.
#[derive(Clone, Debug, PartialEq)]
pub struct Conv {
    pub stride: Dims,
    pub padding: Dims,
    pub dilation: Dims,
    pub groups: usize,
}

/// A convolution's sizes with its spatial dimensions filled up to three (by ones at the front).
#[derive(Clone, Copy, Debug)]
pub struct Geometry {
    pub batch: usize,
    /// Channels of the input and of the output.
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

/// Sizes filled up to three at the front.
pub fn three(sizes: &[usize], filler: usize) -> [usize; 3] {
    let mut all = [filler; 3];
    let skip = 3usize.saturating_sub(sizes.len());
    all[skip..].iter_mut().zip(sizes).for_each(|(to, &from)| *to = from);
    all
}

impl Geometry {
    /// `input` is (N, C, ...), `output` (N, O, ...), `kernel` the kernel's sizes.
    pub fn new(conv: &Conv, input: &[usize], output: &[usize], kernel: &[usize]) -> Geometry {
        let (planes, padding) = (three(&input[2..], 1), three(&conv.padding, 0));
        // A step beyond the padded input is never taken, however long it is.
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
    /// Positions of the kernel: elements of one output plane.
    pub fn positions(&self) -> usize {
        self.output.iter().product()
    }
    /// Elements of the kernel in one channel.
    pub fn taps(&self) -> usize {
        self.kernel.iter().product()
    }
    /// Channels of the input in a group.
    pub fn depth(&self) -> usize {
        self.channels / self.groups
    }
    /// Features in a group.
    pub fn width(&self) -> usize {
        self.features / self.groups
    }
}

/// The windows of a pooling.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)] // Most are sliding.
pub enum Windows {
    Sliding {
        kernel: Dims,
        stride: Dims,
        padding: Dims,
        dilation: Dims,
        /// A last window that begins inside but reaches beyond counts too.
        ceil: bool,
        /// Means: whether padding counts as elements, and what to divide by instead of their number.
        include_pad: bool,
        divisor: Option<i64>,
    },
    /// As many windows as the output has positions, over all of the input. `None`: the input's own size.
    Adaptive(Vec<Option<usize>>),
}

/// One window along one dimension: positions `start`, `start + step`, ... below `end`, and how many elements it has
/// where padding counts.
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
    /// The windows along spatial dimension `dim`, `input` long, of which there are `output`.
    pub fn spans(&self, dim: usize, input: usize, output: usize) -> Vec<Span> {
        let at = |o: usize| match self {
            Windows::Sliding { kernel, stride, padding, dilation, .. } => {
                let (begin, step, pad) = (o * stride[dim], dilation[dim], padding[dim]);
                let beyond = begin + (kernel[dim] - 1) * step + 1;
                // The first tap that is not in the padding.
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
    /// What a mean over a window is divided by, given its elements inside and with padding.
    pub fn divisor(&self, inside: usize, padded: usize) -> f64 {
        match self {
            Windows::Sliding { divisor: Some(divisor), .. } => *divisor as f64,
            Windows::Sliding { include_pad: true, .. } => padded as f64,
            _ => inside.max(1) as f64,
        }
    }
}

/// Sizes while they are computed: no numbers of a program's make one overflow.
type Wide = i128;

/// More elements than any tensor has along a dimension, and few enough that sums of a few such sizes are still counted.
const LIMIT: Wide = 1 << 61;

/// A size that a dimension can have.
fn size(what: &str, size: Wide) -> Result<usize> {
    match usize::try_from(size) {
        Ok(fits) if size < LIMIT => Ok(fits),
        _ => Err(TensorError::runtime(format!("{what} of {size} is larger than any tensor"))),
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

/// How many windows there are along each spatial dimension. Their sizes fit into 32 bits.
pub fn pool_output(windows: &Windows, input: &[usize]) -> Dims {
    match windows {
        Windows::Adaptive(sizes) => sizes.iter().zip(input).map(|(size, &own)| size.unwrap_or(own)).collect(),
        Windows::Sliding { kernel, stride, padding, dilation, ceil, .. } => (0..kernel.len())
            .map(|d| {
                let padded = input[d] as i64 + 2 * padding[d] as i64;
                let room = padded - (dilation[d] * (kernel[d] - 1)) as i64 - 1;
                let up = if *ceil { stride[d] as i64 - 1 } else { 0 };
                let count = (room + up).div_euclid(stride[d] as i64) + 1;
                // A window that would begin in the padding at the end does not count.
                let inside = !ceil || (count - 1) * (stride[d] as i64) < (input[d] + padding[d]) as i64;
                (if inside { count } else { count - 1 }).max(0) as usize
            })
            .collect(),
    }
}
