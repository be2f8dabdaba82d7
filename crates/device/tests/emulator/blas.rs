//! Matrix products through cuBLASLt on an emulated device, against float64 sums.

use crate::{GPU, emulator};
use tensorcell_device::allocator::Block;
use tensorcell_device::blas::{self, Activation, Element, Matrix, Operands, Product};
use tensorcell_device::{Device, driver};

/// Numbers that need few bits, so that float32 sums of them are exact.
fn numbers(count: usize, seed: usize) -> Vec<f32> {
    (0..count).map(|i| ((i * 37 + seed * 11) % 17) as f32 - 8.0).collect()
}

fn upload(values: &[f32]) -> Block {
    let bytes: &[u8] = bytemuck::cast_slice(values);
    let block = Block::allocate(GPU, bytes.len()).expect("device memory");
    // SAFETY: both ranges have this many bytes.
    unsafe { driver::copy((GPU, block.address()), (Device::Cpu, bytes.as_ptr() as u64), bytes.len(), false) }
        .expect("a copy to the device");
    block
}

fn download(block: &Block, count: usize) -> Vec<f32> {
    let mut values = vec![0f32; count];
    // SAFETY: both ranges have this many bytes.
    unsafe { driver::copy((Device::Cpu, values.as_mut_ptr() as u64), (GPU, block.address()), count * 4, false) }
        .expect("a copy from the device");
    values
}

fn gelu_tanh(x: f64) -> f64 {
    0.5 * x * (1.0 + (std::f64::consts::FRAC_2_PI.sqrt() * (x + 0.044715 * x * x * x)).tanh())
}

#[test]
fn products_of_every_layout_are_exact() {
    let _guard = emulator();
    assert!(blas::is_available());
    for (m, n, k, batch) in [(1, 1, 1, 1), (3, 5, 7, 1), (33, 17, 65, 3), (128, 100, 200, 2)] {
        for flags in 0..8 {
            let (transposed_a, transposed_b, bias) = (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0);
            let (a, b) = (numbers(batch * m * k, 1), numbers(batch * k * n, 2));
            let (d, row) = (numbers(batch * m * n, 3), numbers(n, 4));
            let [on_a, on_b, on_d, on_row] = [&a, &b, &d, &row].map(|values| upload(values));
            let product = Product {
                element: Element::Float32,
                m,
                n,
                k,
                a: Matrix { transposed: transposed_a, stride: if transposed_a { m } else { k }, batch_stride: m * k },
                b: Matrix { transposed: transposed_b, stride: if transposed_b { k } else { n }, batch_stride: k * n },
                d: Matrix { transposed: false, stride: n, batch_stride: m * n },
                batch,
                bias,
                activation: [Activation::None, Activation::Relu, Activation::GeluTanh][flags % 3],
                tf32: false,
            };
            let at = Operands { a: on_a.address(), b: on_b.address(), d: on_d.address(), bias: on_row.address() };
            // SAFETY: the blocks are as large as the product says and alive until the download.
            unsafe { blas::multiply(0, &product, 0.5, 2.0, at) }.expect("a product");
            let result = download(&on_d, batch * m * n);
            for z in 0..batch {
                for i in 0..m {
                    for j in 0..n {
                        let sum: f64 = (0..k)
                            .map(|p| {
                                let x = a[z * m * k + if transposed_a { p * m + i } else { i * k + p }];
                                let y = b[z * k * n + if transposed_b { j * k + p } else { p * n + j }];
                                f64::from(x) * f64::from(y)
                            })
                            .sum();
                        let at = z * m * n + i * n + j;
                        let plain = 0.5 * sum + 2.0 * f64::from(d[at]) + if bias { f64::from(row[j]) } else { 0.0 };
                        let (expected, tolerance) = match product.activation {
                            Activation::None => (plain, 0.0),
                            Activation::Relu => (plain.max(0.0), 0.0),
                            Activation::GeluTanh => (gelu_tanh(plain), 1e-6 * plain.abs().max(1.0)),
                        };
                        let error = (f64::from(result[at]) - expected).abs();
                        assert!(error <= tolerance, "{product:?} at {z}, {i}, {j}: {} and not {expected}", result[at]);
                    }
                }
            }
        }
    }
}

/// An emulated cuBLASLt refuses operands whose alignment is less than its algorithm assumes, where hardware would lose the context.
#[test]
fn products_suit_the_alignment_of_their_operands() {
    let _guard = emulator();
    let (n, values) = (16, numbers(16 * 16 + 8, 5));
    let on_device = upload(&values);
    let plain = Matrix { transposed: false, stride: n, batch_stride: n * n };
    let product = Product {
        element: Element::Float32,
        m: n,
        n,
        k: n,
        a: plain,
        b: plain,
        d: plain,
        batch: 1,
        bias: false,
        activation: Activation::None,
        tf32: false,
    };
    for offset in [0, 1, 2, 4, 0] {
        let out = upload(&vec![0.0; n * n + offset]);
        let [a, d] = [&on_device, &out].map(|block| block.address() + 4 * offset as u64);
        // SAFETY: the blocks are as large as the product says, and alive until the download.
        unsafe { blas::multiply(0, &product, 1.0, 0.0, Operands { a, b: a, d, bias: 0 }) }.expect("a product");
        let found = download(&out, n * n + offset);
        let at = |i: usize, j: usize| values[offset + i * n + j];
        for i in 0..n {
            for j in 0..n {
                let sum: f32 = (0..n).map(|p| at(i, p) * at(p, j)).sum();
                assert_eq!(found[offset + i * n + j], sum, "offset {offset}, element {i}, {j}");
            }
        }
    }
}
