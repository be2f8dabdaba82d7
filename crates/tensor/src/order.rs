//! In which order the dimensions of a result lie in memory: as those of its operands do, or as a memory format says.

use super::layout::{Dims, Layout, Strides, contiguous_strides};
use smallvec::SmallVec;

/// `torch.memory_format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemoryFormat {
    /// Row by row.
    Contiguous,
    /// As the operand lies, without gaps.
    Preserve,
    /// Images (N, C, H, W) with the channels of a pixel side by side.
    ChannelsLast,
    /// Volumes (N, C, D, H, W) likewise.
    ChannelsLast3d,
}

impl MemoryFormat {
    pub const ALL: [MemoryFormat; 4] =
        [MemoryFormat::Contiguous, MemoryFormat::Preserve, MemoryFormat::ChannelsLast, MemoryFormat::ChannelsLast3d];

    /// PyTorch's name, behind `torch.`.
    pub fn name(self) -> &'static str {
        match self {
            MemoryFormat::Contiguous => "contiguous_format",
            MemoryFormat::Preserve => "preserve_format",
            MemoryFormat::ChannelsLast => "channels_last",
            MemoryFormat::ChannelsLast3d => "channels_last_3d",
        }
    }
    /// How many dimensions a tensor of this format has; none: any number.
    pub fn dims(self) -> Option<usize> {
        match self {
            MemoryFormat::ChannelsLast => Some(4),
            MemoryFormat::ChannelsLast3d => Some(5),
            MemoryFormat::Contiguous | MemoryFormat::Preserve => None,
        }
    }
}

/// Dimensions from the slowest in memory to the fastest; never row by row, which needs no order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order(Dims);

impl Order {
    /// The order of a result of `shape` whose operands, broadcast to it, lie like `operands`; none where it is row by row.
    /// As PyTorch's `TensorIterator` has it: an operand that repeats along one of two dimensions says nothing about them.
    pub fn of_operands<'a>(shape: &[usize], operands: impl Iterator<Item = &'a Layout> + Clone) -> Option<Order> {
        if shape.len() < 2 || operands.clone().all(Layout::is_row_major) {
            return None;
        }
        let strides: SmallVec<[Strides; 3]> = operands.map(|layout| layout.broadcast_strides(shape)).collect();
        // From the fastest to the slowest, by insertion: the comparison is no total order, so the steps count.
        let mut order: Dims = (0..shape.len()).rev().collect();
        for start in 1..order.len() {
            let mut at = start;
            for before in (0..start).rev() {
                match is_slower(order[before], order[at], shape, &strides) {
                    Some(true) => {
                        order.swap(before, at);
                        at = before;
                    }
                    Some(false) => break,
                    None => {}
                }
            }
        }
        order.reverse();
        Order::unless_row_by_row(order)
    }

    /// The order that a format asks for: of a tensor that lies like `layout`, with `Preserve`; none where it is row by row.
    pub fn of_format(format: MemoryFormat, layout: &Layout) -> Option<Order> {
        match format {
            MemoryFormat::Contiguous => None,
            MemoryFormat::Preserve => Order::of_operands(layout.shape(), std::iter::once(layout)),
            MemoryFormat::ChannelsLast => Some(Order(Dims::from_slice(&[0, 2, 3, 1]))),
            MemoryFormat::ChannelsLast3d => Some(Order(Dims::from_slice(&[0, 2, 3, 4, 1]))),
        }
    }

    /// The layout of a new tensor that lies as another does, without gaps.
    pub fn kept(layout: &Layout) -> Layout {
        match Order::of_format(MemoryFormat::Preserve, layout) {
            Some(order) => order.layout(layout.shape()),
            None => Layout::contiguous(layout.shape()),
        }
    }

    fn unless_row_by_row(order: Dims) -> Option<Order> {
        (!order.iter().copied().eq(0..order.len())).then_some(Order(order))
    }

    /// A shape with its dimensions in this order.
    pub fn shape(&self, shape: &[usize]) -> Dims {
        self.0.iter().map(|&dim| shape[dim]).collect()
    }

    /// A layout, broadcast to `shape`, with its dimensions in this order.
    pub fn apply(&self, layout: &Layout, shape: &[usize]) -> Layout {
        let strides = layout.broadcast_strides(shape);
        let strides: Strides = self.0.iter().map(|&dim| strides[dim]).collect();
        Layout::with_strides(&self.shape(shape), &strides, layout.offset())
    }

    /// The layout of a new tensor of `shape` in this order.
    pub fn layout(&self, shape: &[usize]) -> Layout {
        let ordered = contiguous_strides(&self.shape(shape));
        let mut strides = Strides::from_elem(0, shape.len());
        self.0.iter().zip(ordered).for_each(|(&dim, stride)| strides[dim] = stride);
        Layout::with_strides(shape, &strides, 0)
    }
}

/// Whether a dimension lies slower in memory than another: as the first operand that tells them apart has it.
fn is_slower(a: usize, b: usize, shape: &[usize], operands: &[Strides]) -> Option<bool> {
    for strides in operands {
        match (strides[a], strides[b]) {
            (0, _) | (_, 0) => {}
            (a, b) if a < b => return Some(false),
            (a, b) if a > b => return Some(true),
            _ if shape[a] > shape[b] => return Some(true),
            _ => {}
        }
    }
    None
}

impl Layout {
    /// The format that a tensor of this layout suggests to the operations that keep one (PyTorch's `suggest_memory_format`).
    pub fn suggested_format(&self) -> MemoryFormat {
        match self.dim() {
            4 if self.lies_by(&[1, 3, 2, 0]) => MemoryFormat::ChannelsLast,
            5 if self.lies_by(&[1, 4, 3, 2, 0]) => MemoryFormat::ChannelsLast3d,
            _ => MemoryFormat::Contiguous,
        }
    }

    /// Whether the strides grow in this order of dimensions, the channels' first.
    fn lies_by(&self, order: &[usize]) -> bool {
        let (shape, strides) = (self.shape(), self.strides());
        let mut least = 0;
        for &dim in order {
            if shape[dim] == 0 || strides[dim] < least || strides[1] == 0 {
                return false;
            }
            // Images of one pixel, and one channel, lie both ways: they count as row by row.
            if dim == 0 && least == strides[1] {
                return false;
            }
            least = strides[dim] * if shape[dim] > 1 { shape[dim] as isize } else { 1 };
        }
        true
    }

    /// Whether the elements lie as those of another layout of this shape: the strides of single places do not count.
    pub fn lies_like(&self, other: &Layout) -> bool {
        let strides = self.strides().iter().zip(other.strides());
        self.shape().iter().zip(strides).all(|(&size, (own, other))| size == 1 || own == other)
    }

    /// Whether the elements lie without gaps in the order of a format (`Tensor.is_contiguous(memory_format=...)`).
    pub fn is_contiguous_in(&self, format: MemoryFormat) -> bool {
        let order = match format.dims() {
            None => return self.is_contiguous(),
            Some(dims) if dims != self.dim() => return false,
            Some(_) => Order::of_format(format, self),
        };
        order.is_some_and(|order| order.apply(self, self.shape()).is_contiguous())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strides(order: Option<Order>, shape: &[usize]) -> Vec<isize> {
        order.map_or(contiguous_strides(shape), |order| order.layout(shape).strides().into()).to_vec()
    }

    /// (result's shape, operands as shape and strides, strides of PyTorch 2.11's sum of them)
    type Case = (&'static [usize], &'static [(&'static [usize], &'static [isize])], &'static [isize]);

    #[test]
    fn results_lie_as_pytorchs_do() {
        let cases: &[Case] = &[
            (&[3, 2], &[(&[3, 2], &[1, 3])], &[1, 3]),
            (&[2, 3], &[(&[2, 3], &[3, 1])], &[3, 1]),
            (&[3, 2], &[(&[3, 2], &[1, 3]), (&[3, 2], &[2, 1])], &[1, 3]),
            (&[3, 2], &[(&[3, 2], &[2, 1]), (&[3, 2], &[1, 3])], &[2, 1]),
            (&[3, 2], &[(&[3, 1], &[1, 1]), (&[3, 2], &[1, 3])], &[1, 3]),
            (&[4, 2, 3], &[(&[4, 2, 3], &[1, 12, 4])], &[1, 12, 4]),
            (&[2, 3, 4, 5], &[(&[2, 3, 4, 5], &[60, 1, 15, 3])], &[60, 1, 15, 3]),
            (&[3, 2], &[(&[3, 2], &[1, 30])], &[1, 3]),
            (&[3, 4], &[(&[3, 4], &[0, 1])], &[4, 1]),
        ];
        for (shape, operands, wanted) in cases {
            let layouts: Vec<Layout> =
                operands.iter().map(|(shape, strides)| Layout::with_strides(shape, strides, 0)).collect();
            assert_eq!(strides(Order::of_operands(shape, layouts.iter()), shape), *wanted, "{operands:?}");
        }
    }
}
