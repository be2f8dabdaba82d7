//! Types of parameters, for Shift-Tab and `?`. PyTorch uses the same name for the same kind of argument everywhere, so
//! a table of names gives most types, and the defaults give the rest.

/// Parameter names and the type that PyTorch's functions accept for them.
const BY_NAME: &[(&str, &str)] = &[
    (
        "input self target mat mat1 mat2 vec vec1 vec2 batch1 batch2 tensor1 tensor2 query mask index src \
         source A B x1 x2 input1 input2 running_mean running_var positive negative anchor log_probs targets \
         boundaries sorted_sequence sorter weight bias attn_mask tgt src_mask tgt_mask memory condition grid theta",
        "Tensor",
    ),
    ("tensors", "sequence of Tensors"),
    ("params", "iterable of Parameters, or of dicts of groups"),
    ("*tensors", "Tensors"),
    ("other end exponent value min max", "Tensor or number"),
    ("out", "Tensor to write into"),
    ("dtype", "torch.dtype"),
    ("device", "torch.device, str or int"),
    ("generator", "torch.Generator"),
    ("layout memory_format", "accepted, and of one kind here"),
    ("dim dim0 dim1 dim2 axis0 axis1 k n diagonal offset sections chunks steps num_samples bins", "int"),
    (
        "in_features out_features in_channels out_channels groups num_embeddings embedding_dim num_features num_groups \
         num_channels input_size hidden_size num_layers embed_dim num_heads d_model nhead dim_feedforward num_classes \
         ignore_index padding_idx step_size T_max batch_size num_workers prefetch_factor total_steps seed blank",
        "int",
    ),
    ("dims *dims size *size *shape shape sizes repeats normalized_shape output_size", "int or ints"),
    ("kernel_size stride padding dilation upscale_factor", "int, or one for each dimension"),
    (
        "p lr eps momentum weight_decay beta alpha gamma dropout dropout_p rho negative_slope label_smoothing delta",
        "number",
    ),
    ("betas", "two numbers"),
    ("reduction", "'mean', 'sum' or 'none'"),
    ("optimizer", "Optimizer"),
    ("dataset", "Dataset, or a sequence"),
    ("sampler batch_sampler", "Sampler, or an iterable of indices"),
    ("stream", "torch.cuda.Stream"),
    ("hook", "function"),
];

/// Functions that accept several dimensions where others accept one.
const OF_DIMENSIONS: &str = "sum mean amax amin all any std var std_mean var_mean norm logsumexp nansum nanmean count_nonzero \
                             squeeze vector_norm";

/// Returns `name: type` for each parameter of `function` whose type is known.
pub fn of(function: &str, signature: &str) -> Vec<String> {
    let lines = split(signature).into_iter().filter_map(|parameter| {
        let (name, default) = match parameter.split_once('=') {
            Some((name, default)) => (name.trim(), Some(default.trim())),
            None => (parameter.trim(), None),
        };
        if name == "self" {
            return None;
        }
        if let Some((name, annotation)) = name.split_once(':') {
            return Some(format!("{}: {}", name.trim(), annotation.trim()));
        }
        let kind = kind(function, name, default)?;
        let optional = if default == Some("None") { ", or None" } else { "" };
        Some(format!("{name}: {kind}{optional}"))
    });
    lines.collect()
}

fn kind(function: &str, name: &str, default: Option<&str>) -> Option<&'static str> {
    let stands = |names: &str, name: &str| names.split(' ').any(|known| known == name);
    match default {
        Some("True" | "False") => return Some("bool"),
        Some(text) if text.starts_with(['\'', '"']) && name != "reduction" => return Some("str"),
        _ => {}
    }
    if name == "dim" && stands(OF_DIMENSIONS, function) {
        return Some("int or ints");
    }
    if name == "index" && stands("device select select_scatter", function) {
        return Some("int");
    }
    if let Some((_, kind)) = BY_NAME.iter().find(|(names, _)| stands(names, name)) {
        return Some(kind);
    }
    match default?.parse::<f64>() {
        Ok(_) if default?.contains(['.', 'e']) => Some("float"),
        Ok(_) => Some("int"),
        Err(_) => None,
    }
}

/// Splits a signature into its parameters, each with annotation and default.
pub fn split(signature: &str) -> Vec<String> {
    let (mut depth, mut quote, mut parts) = (0, None, vec![String::new()]);
    for c in signature.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => {
                depth -= 1;
                if depth == 0 {
                    break;
                }
            }
            (None, ',') if depth == 1 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(part) = parts.last_mut().filter(|_| depth > 1 || c != '(') {
            part.push(c);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn types_follow_from_names_annotations_and_defaults() {
        assert_eq!(
            of("sum", "(input, dim=None, keepdim=False, *, dtype=None) -> Tensor"),
            ["input: Tensor", "dim: int or ints, or None", "keepdim: bool", "dtype: torch.dtype, or None"]
        );
        assert_eq!(of("Linear", "(in_features, bias=True)"), ["in_features: int", "bias: bool"]);
        assert_eq!(
            of("f", "(self, x: list[int] = (), scale=0.5, other=...)"),
            ["x: list[int]", "scale: float", "other: Tensor or number"]
        );
        assert!(of("f", "()").is_empty());
    }
}
