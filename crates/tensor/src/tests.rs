//! Promotion, broadcasting and views, against tables and messages recorded from PyTorch 2.11.

use super::dtype::Promotion;
use super::op::View;
use super::views::{resolve_dim, resolve_expand, resolve_shape, resolve_slice};
use super::{DType, Dims, Layout, Scalar, TensorError, broadcast_shapes};
use proptest::prelude::*;

/// `torch.promote_types` by position in `DType::ALL`.
const PROMOTED: [[usize; 12]; 12] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    [1, 1, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    [2, 3, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    [3, 3, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    [4, 4, 4, 4, 4, 5, 6, 7, 8, 9, 10, 11],
    [5, 5, 5, 5, 5, 5, 6, 7, 8, 9, 10, 11],
    [6, 6, 6, 6, 6, 6, 6, 8, 8, 9, 10, 11],
    [7, 7, 7, 7, 7, 7, 8, 7, 8, 9, 10, 11],
    [8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 10, 11],
    [9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 11, 11],
    [10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 10, 11],
    [11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11],
];
/// `torch.result_type` of a tensor with dimensions and, in this order: a 0-dim tensor of each dtype; True; 1; 1.0; 1j. complex64
/// replaces PyTorch's complex32, which is not supported here.
const WITH_WEAKER: [[usize; 16]; 12] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 5, 8, 10],
    [1, 1, 1, 1, 1, 1, 6, 7, 8, 9, 10, 11, 1, 1, 8, 10],
    [2, 2, 2, 2, 2, 2, 6, 7, 8, 9, 10, 11, 2, 2, 8, 10],
    [3, 3, 3, 3, 3, 3, 6, 7, 8, 9, 10, 11, 3, 3, 8, 10],
    [4, 4, 4, 4, 4, 4, 6, 7, 8, 9, 10, 11, 4, 4, 8, 10],
    [5, 5, 5, 5, 5, 5, 6, 7, 8, 9, 10, 11, 5, 5, 8, 10],
    [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 10, 10, 6, 6, 6, 10],
    [7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 10, 10, 7, 7, 7, 10],
    [8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 10, 10, 8, 8, 8, 10],
    [9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 11, 11, 9, 9, 9, 11],
    [10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10],
    [11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11],
];

fn message<T: std::fmt::Debug>(result: Result<T, TensorError>) -> String {
    result.unwrap_err().message
}

#[test]
fn dtypes_promote_as_in_pytorch() {
    for (i, &a) in DType::ALL.iter().enumerate() {
        for (j, &b) in DType::ALL.iter().enumerate() {
            assert_eq!(a.promote(b), DType::ALL[PROMOTED[i][j]], "{a} with {b}");
            let mut promotion = Promotion::default();
            promotion.tensor(a, 1);
            promotion.tensor(b, 0);
            assert_eq!(promotion.result(), DType::ALL[WITH_WEAKER[i][j]], "{a} with 0-dim {b}");
        }
        let numbers = [Scalar::Bool(true), Scalar::Int(1), Scalar::Float(1.0), Scalar::Complex(0.0, 1.0)];
        for (j, scalar) in numbers.into_iter().enumerate() {
            let mut promotion = Promotion::default();
            promotion.number(scalar);
            promotion.tensor(a, 1);
            assert_eq!(promotion.result(), DType::ALL[WITH_WEAKER[i][12 + j]], "{a} with {scalar:?}");
        }
    }
}

#[test]
fn shapes_broadcast_or_say_why_not() {
    let of = |shapes: &[&[usize]]| broadcast_shapes(shapes.iter().copied());
    assert_eq!(of(&[&[3, 1], &[2, 1, 4], &[]]).unwrap().as_slice(), [2, 3, 4]);
    assert_eq!(of(&[&[0], &[1]]).unwrap().as_slice(), [0]);
    assert_eq!(
        message(of(&[&[3], &[2, 4]])),
        "The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 1"
    );
}

#[test]
fn arguments_of_views_are_checked_in_pytorchs_words() {
    assert_eq!(resolve_dim(-1, 3).unwrap(), 2);
    assert_eq!(message(resolve_dim(3, 3)), "Dimension out of range (expected to be in range of [-3, 2], but got 3)");
    assert_eq!(resolve_shape(&[2, -1], 6).unwrap().as_slice(), [2, 3]);
    assert_eq!(message(resolve_shape(&[4, -1], 6)), "shape '[4, -1]' is invalid for input of size 6");
    assert_eq!(message(resolve_shape(&[-1, -1], 6)), "only one dimension can be inferred");
    assert_eq!(
        message(resolve_shape(&[0, -1], 0)),
        "cannot reshape tensor of 0 elements into shape [0, -1] because the unspecified dimension size -1 can be any \
         value and is ambiguous"
    );
    assert_eq!(resolve_expand(&[2, -1], &[3]).unwrap().as_slice(), [2, 3]);
    let column = Layout::contiguous(&[3, 2]);
    assert_eq!(
        message(column.view(&View::Expand(Dims::from_slice(&[3, 4])))),
        "The expanded size of the tensor (4) must match the existing size (2) at non-singleton dimension 1.  Target \
         sizes: [3, 4].  Tensor sizes: [3, 2]"
    );
}

#[test]
fn a_transposed_layout_views_only_what_its_strides_allow() {
    let turned = Layout::contiguous(&[2, 3, 4]).view(&View::Permute(Dims::from_slice(&[1, 0, 2]))).unwrap();
    assert!(turned.can_view_as(&[3, 2, 2, 2]));
    assert!(!turned.can_view_as(&[6, 4]));
    assert_eq!(turned.strides(), [4, 12, 1]);
    assert!(turned.is_dense() && !turned.is_contiguous());
}

proptest! {
    /// Slices select the same elements as Python's.
    #[test]
    fn slices_are_pythons(size in 0usize..7, start in -9i64..9, stop in -9i64..9, step in 1i64..4) {
        let view = resolve_slice(0, size, Some(start), Some(stop), step).unwrap();
        let layout = Layout::contiguous(&[size]).view(&view).unwrap();
        let found: Vec<i64> =
            (0..layout.numel()).map(|i| (layout.offset() as isize + i as isize * layout.strides()[0]) as i64).collect();
        let bound = |at: i64| if at < 0 { (at + size as i64).max(0) } else { at.min(size as i64) };
        let expected: Vec<i64> = (bound(start)..bound(stop)).step_by(step as usize).collect();
        prop_assert_eq!(found, expected);
    }
}

/// PyTorch's arithmetic wraps around for such sizes. Here they are an error, or give the correct size.
#[test]
fn sizes_of_convolutions_never_overflow() {
    use crate::layer::{Conv, conv_output, transposed_output};
    let most = i64::MAX as usize;
    let conv = |stride: usize, padding: usize, dilation: usize| Conv {
        stride: Dims::from_slice(&[stride]),
        padding: Dims::from_slice(&[padding]),
        dilation: Dims::from_slice(&[dilation]),
        groups: 1,
    };
    for (stride, padding, dilation, output, transposed) in [
        (1, 0, 1, Some(7), Some(9)),
        (most, 0, 1, Some(1), None),
        (1, most, 1, None, None),
        (1, 1 << 62, 1, None, None),
        (1, 0, most, None, None),
        (most, most, most, None, None),
        (1, 1 << 40, 1, Some(7 + (1 << 41)), None),
        (1 << 40, 0, 1, Some(1), Some(7 * (1 << 40) + 2)),
    ] {
        let conv = conv(stride, padding, dilation);
        let found = conv_output(&conv, &[8], &[2]).ok().map(|sizes| sizes[0]);
        assert_eq!(found, output, "{conv:?}");
        let found = transposed_output(&conv, &[8], &[2], &[0]).ok().map(|sizes| sizes[0]);
        assert_eq!(found, transposed, "{conv:?} transposed");
    }
}
