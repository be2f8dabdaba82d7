//! What NVIDIA's assembler makes of kernels for tensor cores: registers, spilled bytes and products, within bounds.

use super::nvrtc::Nvrtc;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::process::Command;
use tensorcell_device::libraries::{cache_folder, python_libraries};
use tensorcell_engine::cuda::source::{self, Pass, Tile};
use tensorcell_verify::skipped;

/// Bytes spilled outside loops, at most: addresses that are computed early.
const FEW: u32 = 64;

/// A pass with the size of its elements, without or with a mask, and the number of products in its code for each width of heads. The number
/// is that of one iteration: columns of scores and of results, each in tiles of 16 by 8, by 32 bytes of depth. None: no kernel.
const PRODUCTS: [(Pass, &str, bool, [Option<usize>; 4]); 8] = [
    (Pass::Forward, "bf16", false, [Some(64), Some(128), Some(256), Some(128)]),
    (Pass::Forward, "bf16", true, [Some(64), Some(128), Some(128), Some(128)]),
    (Pass::Backward, "bf16", false, [Some(80), Some(160), Some(320), Some(224)]),
    (Pass::Backward, "bf16", true, [Some(80), Some(160), Some(320), Some(224)]),
    (Pass::Forward, "f32", false, [Some(128), Some(256), Some(128), Some(128)]),
    (Pass::Forward, "f32", true, [Some(128), Some(128), Some(128), Some(128)]),
    (Pass::Backward, "f32", false, [Some(160), Some(320), Some(160), None]),
    (Pass::Backward, "f32", true, [Some(160), Some(320), Some(160), None]),
];

/// ptxas of pip's `nvidia-cuda-nvcc`.
fn ptxas() -> Option<PathBuf> {
    let folders = python_libraries().iter().filter_map(|library| library.parent()?.parent());
    folders.map(|package| package.join("bin/ptxas")).find(|file| file.is_file())
}

#[derive(Debug, PartialEq)]
struct Figures {
    products: usize,
    registers: u32,
    spilled: u32,
    /// Static shared memory; the launch adds the tile's.
    shared: u32,
}

/// The number before these words.
fn before(report: &str, words: &str) -> u32 {
    let number = |line: &str| line.split(words).next().and_then(|text| text.split_whitespace().last()?.parse().ok());
    report.lines().filter(|line| line.contains(words)).find_map(number).unwrap_or(0)
}

fn assembled(nvrtc: &Nvrtc, ptxas: &Path, text: &str, architecture: u32) -> Figures {
    let folder = cache_folder().join("ptxas-reports");
    std::fs::create_dir_all(&folder).expect("the cache folder can be written to");
    let digest = Sha256::digest(format!("{:?} {ptxas:?} {architecture} {text}", nvrtc.version()));
    let name: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let (kept, input) = (folder.join(format!("{name}.txt")), folder.join(format!("{name}.ptx")));
    if let Ok(report) = std::fs::read_to_string(&kept) {
        return figures(&report);
    }
    let ptx = nvrtc.ptx_for(text, architecture);
    std::fs::write(&input, ptx.trim_end_matches('\0')).expect("the cache folder can be written to");
    let mut command = Command::new(ptxas);
    command.arg("-v").arg(format!("-arch=sm_{architecture}")).arg(&input).args(["-o", "/dev/null"]);
    let output = command.output().expect("ptxas starts");
    let report = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{report}");
    let report = format!("{} products\n{report}", ptx.matches("mma.sync").count());
    std::fs::write(&kept, &report).expect("the cache folder can be written to");
    std::fs::remove_file(&input).expect("the file was written");
    figures(&report)
}

fn figures(report: &str) -> Figures {
    let number = |after: &str| report.split(after).nth(1).and_then(|rest| rest.split_whitespace().next()?.parse().ok());
    Figures {
        products: before(report, " products") as usize,
        registers: number("Used ").unwrap_or(u32::MAX),
        spilled: before(report, " bytes spill stores"),
        shared: before(report, " bytes smem"),
    }
}

#[test]
fn kernels_on_tensor_cores_fit_the_registers() {
    let Some(nvrtc) = Nvrtc::found() else { return };
    let Some(ptxas) = ptxas() else {
        skipped("ptxas was not found (pip install nvidia-cuda-nvcc, and TENSORCELL_NVRTC_PYTHON names that python3)");
        return;
    };
    let programs = source::programs();
    let mut rows = Vec::new();
    for (pass, dtype, masked, products) in PRODUCTS {
        let bytes = if dtype == "f32" { 4 } else { 2 };
        for (width, products) in source::HEAD_WIDTHS.into_iter().zip(products) {
            let tile = Tile::new(pass, width, bytes, masked);
            assert_eq!(tile.is_some(), products.is_some(), "{pass:?} {dtype} {width}");
            let name = source::flash_name(pass, width, dtype, masked);
            rows.extend(products.zip(tile).map(|(products, tile)| (name, products, tile)));
        }
    }
    for (name, products, tile) in rows {
        let text = &programs.iter().find(|(program, _)| *program == name).unwrap_or_else(|| panic!("no {name}")).1;
        for architecture in [80, 90] {
            let found = assembled(&nvrtc, &ptxas, text, architecture);
            let threads = tile.threads as u32;
            println!("{name} sm_{architecture}: {found:?}, {} bytes of shared memory", tile.shared);
            assert_eq!((found.products, found.shared), (products, 0), "{name}: {found:?}");
            // Two blocks share a multiprocessor's 65536 registers, so that one computes while the other waits.
            assert!(found.registers * threads * 2 <= 65_536 && found.spilled <= FEW, "{name}: {found:?}");
        }
    }
}
