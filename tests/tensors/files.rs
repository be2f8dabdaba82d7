//! Reads files of other programs (`tests/files`, written by its `record.py`) and malformed files: checks the contents,
//! and the errors, with little memory.

use std::collections::HashSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use tensorcell_verify::Random;

/// Runs a program in a folder with the recorded files, with at most 2 GiB of address space; returns its output.
fn run(program: &str, prepare: impl FnOnce(&Path)) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    for entry in std::fs::read_dir(recorded).expect("the recorded files") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            continue; // certificates, for programs of the language
        }
        std::fs::copy(&path, folder.path().join(path.file_name().expect("a name"))).expect("a copy");
    }
    prepare(folder.path());
    std::fs::write(folder.path().join("program.py"), program).expect("the program");
    let output = Command::new("sh")
        .args(["-c", "ulimit -v 2097152; exec \"$0\" run program.py", env!("CARGO_BIN_EXE_tensorcell")])
        .current_dir(folder.path())
        .output()
        .expect("the binary runs");
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Compares a program's output line by line.
fn prints(program: &str, expected: &[&str]) {
    let found = run(program, |_| {});
    assert_eq!(found.lines().collect::<Vec<_>>(), expected, "\n{found}");
}

#[test]
fn archives_of_pytorch() {
    for name in ["pytorch.pt", "pytorch_old.pth"] {
        let program = format!(
            "import torch\nd = torch.load('{name}')\nprint(list(d), d['view'].tolist(), d['turned'].tolist())\n\
             print(d['half'].dtype, d['text'], d['step'], d['turned'].stride())\n\
             d['view'][0, 0] = 9\nprint(d['turned'][1, 0].item())\n"
        );
        prints(
            &program,
            &[
                "['view', 'turned', 'half', 'text', 'step'] [[1.0, 2.0], [3.0, 4.0]] [[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]",
                "torch.bfloat16 \u{e9} 3 (1, 3)",
                "9.0",
            ],
        );
    }
    prints(
        "import torch\nd = torch.load('pytorch_checkpoint.pt')\nm = torch.nn.Linear(3, 2)\nm.load_state_dict(d['model'])\n\
         o = torch.optim.Adam(m.parameters())\no.load_state_dict(d['optimizer'])\nprint(o.param_groups[0]['lr'])\n\
         print(o.state_dict()['state'][0]['step'], o.state_dict()['state'][1]['exp_avg'])\n",
        &["0.5", "tensor(1.) tensor([0.1000, 0.1000])"],
    );
    prints("import torch\nprint(torch.load('pytorch_name_of_21_ch.pt'))\n", &["tensor([0, 1, 2])"]);
}

#[test]
fn whole_modules_of_pytorch() {
    prints(
        "import torch\nmodel = torch.load('pytorch_module.pt', weights_only=False)\nprint(model, model.weight.shape)\n",
        &["Linear(in_features=3, out_features=2, bias=True) torch.Size([2, 3])"],
    );
    prints(
        "import torch\nfor name, (module, given, answer) in torch.load('pytorch_layers.pt', weights_only=False).items():\n\
        \x20   if given is None:\n        print(name, len(module), module.training)\n        continue\n\
        \x20   with torch.no_grad():\n        found = module(*given) if isinstance(given, tuple) else module(given)\n\
        \x20   torch.testing.assert_close(found, answer)\n\
         print(type(answer))\n",
        &["ModuleList 2 False", "<class 'torch.Tensor'>"],
    );
}

#[test]
fn a_full_disk_leaves_the_old_file() {
    prints(
        "import numpy as np\nimport os\nimport resource\nimport signal\nimport torch\n\
         signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\nold = torch.arange(3)\n\
         torch.save(old, 'a.pt')\nnp.save('a.npy', old.numpy())\nnp.savez('a.npz', old.numpy())\nbefore = sorted(os.listdir())\n\
         resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))\nbig = torch.zeros(10000)\n\
         saves = [lambda: torch.save(big, 'a.pt'), lambda: np.save('a.npy', big.numpy()), lambda: np.savez('a.npz', big.numpy())]\n\
         for save in saves:\n    try:\n        save()\n    except (OSError, ValueError) as error:\n        print('File too large' in str(error))\n\
         print(torch.load('a.pt'), np.load('a.npy'), np.load('a.npz')['arr_0'], sorted(os.listdir()) == before)\n",
        &["True", "True", "True", "tensor([0, 1, 2]) [0 1 2] [0 1 2] True"],
    );
}

/// Saves small contents, fills the disk, and saves large ones: each line tells whether that failed and left the old file.
const ON_A_FULL_DISK: &str = r#"
import os
import numpy as np
import pandas as pd
import torch
import matplotlib.pyplot as plt
from PIL import Image
from safetensors.torch import save_file
def figure(x, name):
    plt.figure()
    plt.plot(x[:20000].tolist())
    try:
        plt.savefig(name)
    finally:
        plt.close()
small, big = np.arange(100, dtype=np.uint8), np.frombuffer(np.random.RandomState(0).bytes(600_000), dtype=np.uint8)
saves = {
    "a.npy": np.save, "a.npz": np.savez, "c.npz": np.savez_compressed, "a.txt": lambda name, x: np.savetxt(name, x[:100_000]),
    "a.pt": lambda name, x: torch.save(torch.from_numpy(x), name),
    "a.safetensors": lambda name, x: save_file({"x": torch.from_numpy(x)}, name),
    "a.png": lambda name, x: Image.fromarray(x.reshape(-1, 100)).save(name),
    "a.csv": lambda name, x: pd.DataFrame({"x": x}).to_csv(name), "a.svg": lambda name, x: figure(x, name),
}
os.chdir("disk")
for name, save in saves.items():
    save(name, small)
old = {name: open(name, "rb").read() for name in saves}
room = os.statvfs(".")
with open("filling", "wb") as file:
    file.write(bytes(room.f_bavail * room.f_frsize - 16384))
for name, save in saves.items():
    try:
        save(name, big)
        print(name, "is saved")
    except OSError as error:
        print(name, error.errno == 28, open(name, "rb").read() == old[name])
print(sorted(os.listdir()) == sorted([*saves, "filling"]))
"#;

#[test]
fn a_full_file_system_leaves_the_old_files() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("disk")).expect("a folder");
    std::fs::write(folder.path().join("full.py"), ON_A_FULL_DISK).expect("a program");
    // A file system of its own, which ends with the process.
    let inside = |program: &str| {
        let script = format!("mount -t tmpfs -o size=512k none disk && {program}");
        let mut command = Command::new("unshare");
        command.args(["--map-root-user", "--mount", "sh", "-c", &script, env!("CARGO_BIN_EXE_tensorcell")]);
        command.current_dir(folder.path()).output()
    };
    if !inside("true").is_ok_and(|output| output.status.success()) {
        return tensorcell_verify::skipped(
            "this process may not mount a file system (unshare --map-root-user --mount)",
        );
    }
    let output = inside("exec \"$0\" run full.py").expect("unshare");
    let (printed, complaint) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let names = ["a.npy", "a.npz", "c.npz", "a.txt", "a.pt", "a.safetensors", "a.png", "a.csv", "a.svg"];
    let expected: String = names.iter().map(|name| format!("{name} True True\n")).collect();
    assert_eq!(printed, expected + "True\n", "{complaint}");
}

/// Saves two contents in turn, until it is killed; whole copies of both are in folders beside.
const SAVES: &str = "import os\nimport numpy as np\nimport torch\nfrom PIL import Image\n\
    contents = {'small': np.arange(1000, dtype=np.uint8), 'big': np.tile(np.arange(1000, dtype=np.uint8), 300)}\n\
    def save(x, folder):\n    np.save(folder + 'a.npy', x)\n    torch.save(torch.from_numpy(x), folder + 'a.pt')\n    \
    Image.fromarray(x.reshape(-1, 100)).save(folder + 'a.png')\n\
    for name, x in contents.items():\n    os.makedirs(name, exist_ok=True)\n    save(x, name + '/')\n\
    print('ready', flush=True)\nwhile True:\n    for x in contents.values():\n        save(x, '')\n";

/// TENSORCELL_KILLS sets how often.
#[test]
fn a_kill_while_saving_leaves_the_old_file_or_the_new_one() {
    let kills: usize = std::env::var("TENSORCELL_KILLS").map_or(8, |kills| kills.parse().expect("a number"));
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("saves.py"), SAVES).expect("a program");
    let mut random = Random(20_261_128);
    for kill in 0..kills {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tensorcell"));
        let mut child = command
            .args(["run", "saves.py"])
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("text");
        assert_eq!(line, "ready\n");
        std::thread::sleep(Duration::from_micros(random.below(60_000) as u64));
        child.kill().expect("it runs");
        child.wait().expect("it ended");
        for file in ["a.npy", "a.pt", "a.png"] {
            let Ok(left) = std::fs::read(at(file)) else { continue };
            let whole = |name: &str| std::fs::read(at(name).join(file)).expect("a whole copy") == left;
            assert!(whole("small") || whole("big"), "{file} is neither after kill {kill}: {} bytes", left.len());
        }
    }
    assert!(at("a.pt").exists(), "something was saved");
    std::fs::write(at("once.py"), "import numpy as np\nnp.save('a.npy', np.arange(3))\n").expect("a program");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tensorcell"));
    let ended = command.args(["run", "once.py"]).current_dir(folder.path()).status().expect("the program starts");
    let names = std::fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let left: Vec<_> = names.filter(|name| name.to_string_lossy().ends_with(".unfinished")).collect();
    assert!(ended.success() && left.is_empty(), "{left:?} stay");
}

#[test]
fn what_memory_does_not_hold_is_an_error() {
    let program = "import os, zlib\nimport numpy as np\nimport pandas as pd\nimport torch\n\
        with open('sparse', 'wb') as file:\n    file.truncate(4 << 40)\n\
        packer = zlib.compressobj(1, zlib.DEFLATED, -15)\n\
        piece = packer.compress(bytes(64 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)\npacked = piece * 80 + b'\\3\\0'\n\
        for work in (lambda: open('sparse', 'rb').read(), lambda: open('sparse').read(), lambda: open('sparse').readline(),\n             \
        lambda: open('sparse', 'rb', buffering=0).read(1 << 40), lambda: os.pread(os.open('sparse', os.O_RDONLY), 1 << 40, 0),\n             \
        lambda: os.read(os.open('sparse', os.O_RDONLY), 1 << 40), lambda: pd.read_csv('sparse'), lambda: zlib.decompress(packed, -15),\n             \
        lambda: zlib.decompressobj(-15).decompress(packed)):\n    try:\n        print(len(work()))\n    \
        except MemoryError:\n        print('refused')\n";
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("program.py"), program).expect("a program");
    let mut command = Command::new("sh");
    let limited = "ulimit -v 3000000; exec \"$0\" run program.py";
    let output = command
        .args(["-c", limited, env!("CARGO_BIN_EXE_tensorcell")])
        .current_dir(folder.path())
        .output()
        .expect("sh");
    let (printed, complaint) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(printed, "refused\n".repeat(9), "{complaint}");
}

#[test]
fn arrays_of_numpy() {
    prints(
        "import numpy as np\nprint(np.load('numpy.npy'))\nx = np.load('numpy_columns.npy')\nprint(x.tolist(), x.dtype)\n\
         z = np.load('numpy.npz')\nprint(z.files, z['a'].tolist(), z['b'].tolist())\n\
         z = np.load('numpy_packed.npz')\nprint(z['zeros'].shape, float(z['one']))\n",
        &[
            "[[0. 1. 2.]",
            " [3. 4. 5.]]",
            "[[0, 1, 2], [3, 4, 5]] int32",
            "['a', 'b'] [0, 1, 2] [[True, True], [True, True]]",
            "(1000,) 1.5",
        ],
    );
}

#[test]
fn tables_and_pictures() {
    prints(
        "import torch, pandas as pd\nfrom safetensors.torch import load_file\nfrom PIL import Image\n\
         from torchvision import _files\nt = load_file('safetensors.safetensors')\nprint(t['w'].tolist(), t['i'].tolist())\n\
         for d in (pd.read_parquet('pandas.parquet'), pd.read_csv('pandas.csv')):\n    \
         print(d.shape, d['whole'].tolist(), d['part'].tolist(), d['name'].tolist()[:2])\n\
         p = Image.open('pillow.png')\nprint(p.size, p.mode, p.getpixel((1, 2)), Image.open('pillow_gray.png').getpixel((1, 2)))\n\
         print(Image.open('pillow.jpg').getpixel((2, 2)))\n\
         print(_files.read_idx('images-idx3-ubyte.gz')[1].tolist())\n\
         c = _files.read_pickle('cifar_batch')\nprint(c['labels'], c['data'].shape, c['data'][1][:3].tolist())\n",
        &[
            "[[1.0, 1.0], [1.0, 1.0]] [0, 1, 2]",
            "(3, 4) [1, 2, 3] [0.5, nan, 2.5] ['a', 'b']",
            "(3, 4) [1, 2, 3] [0.5, nan, 2.5] ['a', 'b']",
            "(5, 4) RGB (33, 34, 35) 34",
            "(100, 100, 100)",
            "[[4, 5], [6, 7]]",
            "[3, 1] (2, 3072) [0, 1, 2]",
        ],
    );
}

/// Returns the error of `load` for a file with the given bytes.
fn complaint(name: &str, load: &str, bytes: &[u8]) -> String {
    let program = format!(
        "import torch, numpy as np\nfrom safetensors.torch import load_file\nfrom PIL import Image\n\
         from torchvision import _files\nimport pandas as pd\ntry:\n    {load}\n    print('nothing wrong')\nexcept Exception as error:\n    \
         print(type(error).__name__, str(error))\n"
    );
    run(&program, |folder| std::fs::write(folder.join(name), bytes).expect("a file"))
}

fn recorded(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name)).expect("a recorded file")
}

#[test]
fn truncated_files_name_themselves() {
    for (name, load) in [
        ("pytorch.pt", "torch.load('pytorch.pt')"),
        ("pytorch_old.pth", "torch.load('pytorch_old.pth')"),
        ("numpy.npy", "np.load('numpy.npy')"),
        ("numpy.npz", "np.load('numpy.npz')['b']"),
        ("safetensors.safetensors", "load_file('safetensors.safetensors')"),
        ("pandas.parquet", "pd.read_parquet('pandas.parquet')"),
        ("pillow.png", "Image.open('pillow.png')"),
        ("images-idx3-ubyte.gz", "_files.read_idx('images-idx3-ubyte.gz')"),
        ("cifar_batch", "_files.read_pickle('cifar_batch')"),
    ] {
        let whole = recorded(name);
        for part in [whole.len() / 2, whole.len() - 1, 9] {
            let found = complaint(name, load, &whole[..part]);
            assert!(!found.contains("panicked"), "{name} cut at {part}: {found}");
            if part < whole.len() - 1 {
                assert!(found.contains(name) && !found.contains("nothing wrong"), "{name} cut at {part}: {found}");
            }
        }
    }
}

#[test]
fn code_in_files_is_refused() {
    let found = complaint("x", "torch.load('pytorch_module.pt')", b"");
    assert!(found.contains("UnpicklingError") && found.contains("GLOBAL torch.nn.modules.linear.Linear"), "{found}");
    let evil = b"\x80\x02cposix\nsystem\nX\x04\x00\x00\x00echo\x85R.";
    let found = complaint("evil", "_files.read_pickle('evil')", evil);
    assert!(found.contains("evil: only arrays and plain values are read: this file names posix.system"), "{found}");
    let found = complaint("x", "np.load('numpy_objects.npy')", b"");
    assert!(found.contains("Object arrays cannot be loaded when allow_pickle=False"), "{found}");
}

#[test]
fn absurd_sizes_take_no_memory() {
    let header = |shape: &str| {
        let text = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}\n");
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend_from_slice(&(text.len() as u16).to_le_bytes());
        bytes.extend_from_slice(text.as_bytes());
        bytes
    };
    let found = complaint("big.npy", "np.load('big.npy')", &header("(1000000000000,)"));
    assert!(found.contains("big.npy: cannot reshape array of size 0"), "{found}");
    let found = complaint("more.npy", "np.load('more.npy')", &header("(4294967296, 4294967296, 4294967296)"));
    assert!(found.contains("more.npy") && found.contains("more elements than there can be"), "{found}");
    let mut safetensors = (1u64 << 40).to_le_bytes().to_vec();
    safetensors.extend_from_slice(b"{}");
    let found = complaint("big.safetensors", "load_file('big.safetensors')", &safetensors);
    assert!(found.contains("SafetensorError big.safetensors"), "{found}");
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    png.extend_from_slice(&[0, 9, 0, 0, 0, 9, 0, 0, 8, 2, 0, 0, 0]);
    let found = complaint("big.png", "Image.open('big.png')", &png);
    assert!(found.contains("big.png") && !found.contains("nothing wrong"), "{found}");
    let deep = [vec![0x80, 2], vec![b']'; 200_000], vec![b'a'; 199_999], vec![b'.']].concat();
    let found = complaint("deep", "_files.read_pickle('deep')", &deep);
    assert!(found.contains("RecursionError deep"), "{found}");
    // More than a gigabyte of zeros, compressed.
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    for _ in 0..1100 {
        std::io::Write::write_all(&mut packed, &vec![0; 1 << 20]).expect("zeros");
    }
    let found = complaint("bomb.gz", "_files.read_idx('bomb.gz')", &packed.finish().expect("a bomb"));
    assert!(found.contains("bomb.gz") && found.contains("unfolds to more than"), "{found}");
}

#[test]
fn ragged_tables_say_where() {
    let found = complaint("t.csv", "pd.read_csv('t.csv')", b"a,b\n1,2\n3,4,5\n");
    assert!(found.contains("Error tokenizing data. C error: Expected 2 fields in line 3, saw 3"), "{found}");
    let found = complaint("t.csv", "np.loadtxt('t.csv', delimiter=',')", b"1,2\n3,x\n");
    assert!(found.contains("could not convert string 'x' to float64 at row 1, column 2"), "{found}");
    let found = complaint("t.csv", "np.loadtxt('t.csv', delimiter=',')", b"1,2\n3\n");
    assert!(found.contains("the number of columns changed from 2 to 1 at row 2"), "{found}");
}

/// The number of mutations of each file that `mutated.txt` records.
const RECORDED: usize = 60;

/// Reads mutated files of 25 formats and compares the outcomes with those of the packages that own the formats.
/// TENSORCELL_FUZZ_FILES sets the number of mutations; only the recorded ones are compared.
#[test]
fn mutated_files_are_read_or_refused_as_by_their_packages() {
    let count = std::env::var("TENSORCELL_FUZZ_FILES").map_or(RECORDED, |count| count.parse().expect("a number"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let output = Command::new("sh")
        .args(["-c", "ulimit -v 4194304; exec \"$0\" run mutated_files.py . all 0 \"$1\""])
        .args([env!("CARGO_BIN_EXE_tensorcell"), &count.max(RECORDED).to_string()])
        .current_dir(&folder)
        .output()
        .expect("the binary runs");
    let (found, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let is_well = output.status.success() && !errors.contains("panicked");
    assert!(is_well, "{}\n{errors}", found.lines().last().unwrap_or_default());
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a record");
    let (recorded, known) = (read("mutated.txt"), read("mutated_known.txt"));
    let found: HashSet<&str> = found.lines().collect();
    let differ = recorded.lines().filter(|line| !found.contains(line));
    let differ: Vec<&str> = differ.filter_map(|line| line.rsplit_once(' ')).map(|(key, _)| key).collect();
    let known: Vec<&str> = known.lines().filter_map(|line| line.split_once(": ")).map(|(key, _)| key).collect();
    assert_eq!(differ, known, "in the first list and not in the second: new; the other way round: mended");
}
