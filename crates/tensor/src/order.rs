//! The order of a result's dimensions in memory, from its operands or from a memory format.

use super::layout::{Dims, Layout, Strides, contiguous_strides};
use smallvec::SmallVec;

/// `torch.memory_format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemoryFormat {
    /// Row-major.
    Contiguous,
    /// The operand's order, without gaps.
    Preserve,
    /// Images (N, C, H, W) with a pixel's channels adjacent.
    ChannelsLast,
    /// Volumes (N, C, D, H, W) with a voxel's channels adjacent.
    ChannelsLast3d,
}

impl MemoryFormat {
    pub const ALL: [MemoryFormat; 4] =
        [MemoryFormat::Contiguous, MemoryFormat::Preserve, MemoryFormat::ChannelsLast, MemoryFormat::ChannelsLast3d];

    /// PyTorch's name in the `torch` module.
    pub fn name(self) -> &'static str {
        match self {
            MemoryFormat::Contiguous => "contiguous_format",
            MemoryFormat::Preserve => "preserve_format",
            MemoryFormat::ChannelsLast => "channels_last",
            MemoryFormat::ChannelsLast3d => "channels_last_3d",
        }
    }
    /// The number of dimensions that this format requires; `None` for any.
    pub fn dims(self) -> Option<usize> {
        match self {
            MemoryFormat::ChannelsLast => Some(4),
            MemoryFormat::ChannelsLast3d => Some(5),
            MemoryFormat::Contiguous | MemoryFormat::Preserve => None,
        }
    }
}

/// Dimensions from the slowest in memory to the fastest. Never row-major, which needs no order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order(Dims);

impl Order {
    /// The order of a result of `shape` from `operands`, which broadcast to it; `None` if it is row-major. Follows PyTorch's
    /// `TensorIterator`: an operand that repeats along one of two dimensions does not influence their order.
    pub fn of_operands<'a>(shape: &[usize], operands: impl Iterator<Item = &'a Layout> + Clone) -> Option<Order> {
        if shape.len() < 2 || operands.clone().all(Layout::is_row_major) {
            return None;
        }
        let strides: SmallVec<[Strides; 3]> = operands.map(|layout| layout.broadcast_strides(shape)).collect();
        // Insertion sort from the fastest to the slowest. The comparison is not a total order, so the steps must match PyTorch's.
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
        Order::unless_row_major(order)
    }

    /// The order of a format; for `Preserve`, that of a tensor with `layout`. `None` if it is row-major.
    pub fn of_format(format: MemoryFormat, layout: &Layout) -> Option<Order> {
        match format {
            MemoryFormat::Contiguous => None,
            MemoryFormat::Preserve => Order::of_operands(layout.shape(), std::iter::once(layout)),
            MemoryFormat::ChannelsLast => Some(Order::channels_last(4)),
            MemoryFormat::ChannelsLast3d => Some(Order::channels_last(5)),
        }
    }

    /// The order of a batch of this many dimensions whose channels are adjacent.
    pub fn channels_last(dims: usize) -> Order {
        Order(std::iter::once(0).chain(2..dims).chain(std::iter::once(1)).collect())
    }

    /// The layout of a new tensor in the same order as `layout`, without gaps.
    pub fn kept(layout: &Layout) -> Layout {
        match Order::of_format(MemoryFormat::Preserve, layout) {
            Some(order) => order.layout(layout.shape()),
            None => Layout::contiguous(layout.shape()),
        }
    }

    /// The dimensions, from the slowest to the fastest.
    pub fn dims(&self) -> &[usize] {
        &self.0
    }

    /// The order with these dimensions, from the slowest to the fastest; `None` if it is row-major.
    pub fn unless_row_major(order: Dims) -> Option<Order> {
        (!order.iter().copied().eq(0..order.len())).then_some(Order(order))
    }

    /// Permutes a shape to this order.
    pub fn shape(&self, shape: &[usize]) -> Dims {
        self.0.iter().map(|&dim| shape[dim]).collect()
    }

    /// Broadcasts a layout to `shape` and permutes its dimensions to this order.
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

/// Whether dimension `a` is slower in memory than `b`, by the first operand that distinguishes them.
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
    /// The format that operations keep for a tensor of this layout (PyTorch's `suggest_memory_format`).
    pub fn suggested_format(&self) -> MemoryFormat {
        match self.dim() {
            4 if self.strides_grow_in(&[1, 3, 2, 0]) => MemoryFormat::ChannelsLast,
            5 if self.strides_grow_in(&[1, 4, 3, 2, 0]) => MemoryFormat::ChannelsLast3d,
            _ => MemoryFormat::Contiguous,
        }
    }

    /// Whether layers keep this layout's channels last. A row (N, C, L) counts as an image of height 1.
    pub fn keeps_channels_last(&self) -> bool {
        match self.dim() {
            3 => self.strides_grow_in(&[1, 2, 0]),
            _ => self.suggested_format() != MemoryFormat::Contiguous,
        }
    }

    /// Whether the strides grow in this order of dimensions, starting with the channels.
    fn strides_grow_in(&self, order: &[usize]) -> bool {
        let (shape, strides) = (self.shape(), self.strides());
        let mut least = 0;
        for &dim in order {
            if shape[dim] == 0 || strides[dim] < least || strides[1] == 0 {
                return false;
            }
            // A layout of one pixel and one channel fits both formats; it counts as row-major.
            if dim == 0 && least == strides[1] {
                return false;
            }
            least = strides[dim] * if shape[dim] > 1 { shape[dim] as isize } else { 1 };
        }
        true
    }

    /// Whether both layouts of one shape place elements equally; strides in dimensions of size 1 do not count.
    pub fn lies_like(&self, other: &Layout) -> bool {
        let strides = self.strides().iter().zip(other.strides());
        self.shape().iter().zip(strides).all(|(&size, (own, other))| size == 1 || own == other)
    }

    /// Whether the elements are dense in the order of a format (`Tensor.is_contiguous(memory_format=...)`).
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

    /// (result shape, operands as shape and strides, strides of their sum in PyTorch 2.11)
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
