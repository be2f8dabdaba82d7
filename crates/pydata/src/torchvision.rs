//! `torchvision`: data sets, transforms, models and box operations, written in the language (`prelude/torchvision`),
//! and readers of data set files.

use crate::prelude;
use tensorcell_engine as engine;
use tensorcell_language::{Args, Builtin, ModuleDef, Result, Value, Vm};
use tensorcell_tensor::{DType, Device, Tensor};
use tensorcell_torch::files::unpickle::{Builder, Unpickler};
use tensorcell_torch::files::{Source, in_file, numel, unpickling, wrong};
use tensorcell_torch::tensor_value;

/// (file, compressed): reads the elements of an IDX file, the format of MNIST.
fn read_idx(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (name, bytes) = Source::of(vm, args.get(0))?.bytes()?;
    idx(bytes).map(tensor_value).map_err(|raise| in_file(&name, raise))
}

fn idx(mut bytes: Vec<u8>) -> Result<Tensor> {
    use std::io::Read;
    /// Far more than any of the data sets needs.
    const MOST: u64 = 1 << 28;
    if bytes.starts_with(&[0x1f, 0x8b]) {
        // The last four bytes store the length, so the buffer needs no growth.
        let length = bytes.last_chunk().map_or(0, |length| u64::from(u32::from_le_bytes(*length)));
        let mut out = Vec::new();
        let room = usize::try_from(length.min(MOST) + 1).unwrap_or(0);
        out.try_reserve_exact(room).map_err(|_| wrong("there is not enough memory to decompress it"))?;
        let read = flate2::read::GzDecoder::new(&bytes[..]).take(MOST + 1).read_to_end(&mut out);
        read.map_err(|error| wrong(format!("not a whole gzip file: {error}")))?;
        if out.len() as u64 > MOST {
            return Err(wrong(format!("it unfolds to more than {MOST} bytes")));
        }
        bytes = out;
    }
    let (kinds, dims) = match bytes.get(..4) {
        Some(&[0, 0, kind, dims]) => (kind, usize::from(dims)),
        _ => return Err(wrong("not an IDX file: its magic number is not one")),
    };
    let dtype = match kinds {
        8 => DType::UInt8,
        9 => DType::Int8,
        0x0b => DType::Int16,
        0x0c => DType::Int32,
        0x0d => DType::Float32,
        0x0e => DType::Float64,
        other => return Err(wrong(format!("not an IDX file: no dtype has the number {other}"))),
    };
    let begin = 4 + 4 * dims;
    let header = bytes.get(4..begin).ok_or_else(|| wrong("the file ends within its header"))?;
    let shape: Vec<usize> =
        header.chunks_exact(4).map(|n| u32::from_be_bytes([n[0], n[1], n[2], n[3]]) as usize).collect();
    let wanted = numel(&[numel(&shape)?, dtype.size()])?;
    let data = &bytes[begin..];
    if data.len() != wanted {
        return Err(wrong(format!("elements of shape {shape:?} take {wanted} bytes, and {} are there", data.len())));
    }
    let data: Vec<u8> = data.chunks_exact(dtype.size()).flat_map(|element| element.iter().rev().copied()).collect();
    Ok(engine::from_bytes(&data, &shape, dtype, Device::Cpu)?)
}

/// Reads a pickle of plain values and arrays, the format of CIFAR's batches.
fn read_pickle(vm: &mut Vm, args: &Args) -> Result<Value> {
    struct Plain;
    impl Builder for Plain {
        fn storage(&mut self, _: &mut Vm, _: &[Value]) -> Result<Value> {
            Err(wrong("not a pickle of plain values"))
        }
        fn tensor(&mut self, _: &mut Vm, _: &[Value]) -> Result<Value> {
            Err(wrong("not a pickle of plain values"))
        }
        fn find(&mut self, vm: &mut Vm, module: &str, name: &str, _: u8) -> Result<Value> {
            let text = format!("only arrays and plain values are read: this file names {module}.{name}");
            Err(unpickling(vm, text))
        }
        fn arrays(&self) -> bool {
            true
        }
    }
    let (name, bytes) = Source::of(vm, args.get(0))?.bytes()?;
    let loaded = Unpickler::new(&bytes, 0, &mut Plain).load(vm);
    loaded.map_err(|raise| in_file(&name, raise))
}

static FILES: &[Builtin] = &[
    Builtin::new("torchvision._files.read_idx", "(file)", "The elements of an IDX file, gzip or not.", read_idx),
    Builtin::new("torchvision._files.read_pickle", "(file)", "A pickle of plain values and arrays.", read_pickle),
];

pub static MODULES: &[ModuleDef] = &[
    ModuleDef { name: "torchvision._files", doc: "Files of data sets.", functions: FILES, init: None },
    prelude!("torchvision", "Data sets of pictures, and transforms.", "torchvision/__init__.py"),
    prelude!("torchvision.datasets", "Data sets in local files.", "torchvision/datasets.py"),
    prelude!("torchvision.transforms", "Pictures and tensors, changed.", "torchvision/transforms/__init__.py"),
    prelude!("torchvision.transforms._chance", "Transforms by chance.", "torchvision/transforms/_chance.py"),
    prelude!("torchvision.transforms._colors", "Colours, changed.", "torchvision/transforms/_colors.py"),
    prelude!("torchvision.transforms._pictures", "Images and tensors alike.", "torchvision/transforms/_pictures.py"),
    prelude!("torchvision.transforms._places", "Pixels at other places.", "torchvision/transforms/_places.py"),
    prelude!(
        "torchvision.transforms._presets",
        "Preprocessing for trained weights.",
        "torchvision/transforms/_presets.py"
    ),
    prelude!(
        "torchvision.transforms.autoaugment",
        "Random chains of changes.",
        "torchvision/transforms/autoaugment.py"
    ),
    prelude!("torchvision.transforms.functional", "Transforms as functions.", "torchvision/transforms/functional.py"),
    prelude!("torchvision.utils", "Many pictures as one.", "torchvision/utils.py"),
    prelude!("torchvision.io", "Pictures in files.", "torchvision/io.py"),
    prelude!("torchvision.ops", "Boxes, and what of them overlaps.", "torchvision/ops/__init__.py"),
    prelude!("torchvision.ops.misc", "Layers of models.", "torchvision/ops/misc.py"),
    prelude!("torchvision.tv_tensors", "Tensors that know what they are.", "torchvision/tv_tensors.py"),
    prelude!("torchvision.transforms.v2", "Transforms of samples.", "torchvision/transforms/v2/__init__.py"),
    prelude!("torchvision.transforms.v2._boxes", "Boxes, changed.", "torchvision/transforms/v2/_boxes.py"),
    prelude!("torchvision.transforms.v2._color", "Transforms of colours.", "torchvision/transforms/v2/_color.py"),
    prelude!("torchvision.transforms.v2._geometry", "Transforms of places.", "torchvision/transforms/v2/_geometry.py"),
    prelude!("torchvision.transforms.v2._misc", "Transforms of types.", "torchvision/transforms/v2/_misc.py"),
    prelude!("torchvision.transforms.v2._transform", "Base of transforms.", "torchvision/transforms/v2/_transform.py"),
    prelude!(
        "torchvision.transforms.v2.functional",
        "Transforms as functions.",
        "torchvision/transforms/v2/functional.py"
    ),
    prelude!("torchvision.models", "Networks for pictures.", "torchvision/models/__init__.py"),
    prelude!("torchvision.models._api", "Models and weights by name.", "torchvision/models/_api.py"),
    prelude!("torchvision.models._meta", "Names of classes.", "torchvision/models/_meta.py"),
    prelude!("torchvision.models._utils", "Parts of networks.", "torchvision/models/_utils.py"),
    prelude!("torchvision.models._weights", "Files of trained weights.", "torchvision/models/_weights.py"),
    prelude!("torchvision.models.alexnet", "AlexNet.", "torchvision/models/alexnet.py"),
    prelude!("torchvision.models.convnext", "ConvNeXt.", "torchvision/models/convnext.py"),
    prelude!("torchvision.models.densenet", "DenseNet.", "torchvision/models/densenet.py"),
    prelude!("torchvision.models.efficientnet", "EfficientNet.", "torchvision/models/efficientnet.py"),
    prelude!(
        "torchvision.models.feature_extraction",
        "What layers compute.",
        "torchvision/models/feature_extraction.py"
    ),
    prelude!("torchvision.models.googlenet", "GoogLeNet.", "torchvision/models/googlenet.py"),
    prelude!("torchvision.models.inception", "Inception.", "torchvision/models/inception.py"),
    prelude!("torchvision.models.mnasnet", "MnasNet.", "torchvision/models/mnasnet.py"),
    prelude!("torchvision.models.mobilenet", "MobileNets.", "torchvision/models/mobilenet.py"),
    prelude!("torchvision.models.mobilenetv2", "MobileNetV2.", "torchvision/models/mobilenetv2.py"),
    prelude!("torchvision.models.mobilenetv3", "MobileNetV3.", "torchvision/models/mobilenetv3.py"),
    prelude!("torchvision.models.regnet", "RegNet.", "torchvision/models/regnet.py"),
    prelude!("torchvision.models.resnet", "Residual networks.", "torchvision/models/resnet.py"),
    prelude!("torchvision.models.segmentation", "Classes of pixels.", "torchvision/models/segmentation/__init__.py"),
    prelude!(
        "torchvision.models.segmentation._utils",
        "Classes of pixels, in common.",
        "torchvision/models/segmentation/_utils.py"
    ),
    prelude!("torchvision.models.segmentation.deeplabv3", "DeepLabV3.", "torchvision/models/segmentation/deeplabv3.py"),
    prelude!("torchvision.models.segmentation.fcn", "Convolutions alone.", "torchvision/models/segmentation/fcn.py"),
    prelude!("torchvision.models.segmentation.lraspp", "Lite R-ASPP.", "torchvision/models/segmentation/lraspp.py"),
    prelude!("torchvision.models.shufflenetv2", "ShuffleNetV2.", "torchvision/models/shufflenetv2.py"),
    prelude!("torchvision.models.squeezenet", "SqueezeNet.", "torchvision/models/squeezenet.py"),
    prelude!("torchvision.models.swin_transformer", "Swin transformers.", "torchvision/models/swin_transformer.py"),
    prelude!("torchvision.models.vgg", "VGG.", "torchvision/models/vgg.py"),
    prelude!(
        "torchvision.models.vision_transformer",
        "Vision transformers.",
        "torchvision/models/vision_transformer.py"
    ),
];
