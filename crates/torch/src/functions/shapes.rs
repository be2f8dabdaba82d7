//! Records of shapes, views and conversions.

use super::Function;

pub(super) static ALL: &[Function] = &[
    Function::new("as_strided")
        .shows_in_place()
        .in_place_node("AsStridedBackward1"),
    Function::new("block_diag")
        .node("BlockDiagBackward0"),
    Function::new("detach")
        .shows_in_place(),
    Function::new("diag_embed")
        .node("DiagEmbedBackward0"),
    Function::new("diagonal")
        .forms(&[
            "Tensor input, *, name outdim, name dim1, name dim2, int offset = 0",
            "Tensor input, int offset = 0, int dim1 = 0, int dim2 = 1",
        ])
        .method_forms(&[
            "*, name outdim, name dim1, name dim2, int offset = 0",
            "int offset = 0, int dim1 = 0, int dim2 = 1",
        ]),
    Function::new("diagonal_scatter")
        .node("DiagonalScatterBackward0"),
    Function::new("dsplit")
        .forms(&[
            "Tensor input, int sections",
            "Tensor input, tuple of ints indices",
        ])
        .method_forms(&[
            "int sections",
            "tuple of ints indices",
        ]),
    Function::new("flatten")
        .forms(&[
            "Tensor input, int start_dim, int end_dim, name out_dim",
            "Tensor input, int start_dim = 0, int end_dim = -1",
            "Tensor input, name start_dim, name end_dim, name out_dim",
            "Tensor input, tuple of names dims, name out_dim",
        ])
        .method_forms(&[
            "int start_dim, int end_dim, name out_dim",
            "int start_dim = 0, int end_dim = -1",
            "name start_dim, name end_dim, name out_dim",
            "tuple of names dims, name out_dim",
        ]),
    Function::new("get_device")
        .shows_method(),
    Function::new("hsplit")
        .forms(&[
            "Tensor input, int sections",
            "Tensor input, tuple of ints indices",
        ])
        .method_forms(&[
            "int sections",
            "tuple of ints indices",
        ]),
    Function::new("is_inference")
        .shows_method(),
    Function::new("logspace")
        .forms(&[
            "Tensor start, Tensor end, int steps, float base = 10.0, *, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False",
            "Number start, Tensor end, int steps, float base = 10.0, *, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False",
            "Tensor start, Number end, int steps, float base = 10.0, *, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False",
            "Number start, Number end, int steps, float base = 10.0, *, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False",
        ]),
    Function::new("moveaxis")
        .forms(&[
            "Tensor input, int source, int destination",
            "Tensor input, tuple of ints source, tuple of ints destination",
        ])
        .method_forms(&[
            "int source, int destination",
            "tuple of ints source, tuple of ints destination",
        ]),
    Function::new("movedim")
        .forms(&[
            "Tensor input, int source, int destination",
            "Tensor input, tuple of ints source, tuple of ints destination",
        ])
        .method_forms(&[
            "int source, int destination",
            "tuple of ints source, tuple of ints destination",
        ]),
    Function::new("narrow")
        .forms(&[
            "Tensor input, int dim, Tensor start, int length",
            "Tensor input, int dim, int start, int length",
        ])
        .method_forms(&[
            "int dim, Tensor start, int length",
            "int dim, int start, int length",
        ]),
    Function::new("repeat_interleave")
        .forms(&[
            "Tensor input, Tensor repeats, int dim = None, *, int output_size = None",
            "Tensor repeats, *, int output_size = None",
            "Tensor input, int repeats, int dim = None, *, int output_size = None",
        ])
        .method_forms(&[
            "Tensor repeats, int dim = None, *, int output_size = None",
            "int repeats, int dim = None, *, int output_size = None",
        ]),
    Function::new("rot90")
        .node("Rot90Backward0"),
    Function::new("select")
        .forms(&[
            "Tensor input, name dim, int index",
            "Tensor input, int dim, int index",
        ])
        .method_forms(&[
            "name dim, int index",
            "int dim, int index",
        ]),
    Function::new("select_scatter")
        .node("SelectScatterBackward0"),
    Function::new("slice_scatter")
        .node("SliceScatterBackward0"),
    Function::new("squeeze")
        .forms(&[
            "Tensor input",
            "Tensor input, int dim",
            "Tensor input, tuple of ints dim",
            "Tensor input, name dim",
        ])
        .method_forms(&[
            "",
            "int dim",
            "tuple of ints dim",
            "name dim",
        ])
        .in_place_forms(&[
            "",
            "int dim",
            "tuple of ints dim",
            "name dim",
        ]),
    Function::new("swapaxes")
        .in_place_node("TransposeBackward1"),
    Function::new("swapdims")
        .in_place_node("TransposeBackward1"),
    Function::new("t")
        .in_place_node("TBackward1"),
    Function::new("tensor_split")
        .forms(&[
            "Tensor input, tuple of ints indices, int dim = 0",
            "Tensor input, Tensor tensor_indices_or_sections, int dim = 0",
            "Tensor input, int sections, int dim = 0",
        ])
        .method_forms(&[
            "tuple of ints indices, int dim = 0",
            "Tensor tensor_indices_or_sections, int dim = 0",
            "int sections, int dim = 0",
        ]),
    Function::new("to")
        .method_forms(&[
            "torch.device device = None, torch.dtype dtype = None, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None",
            "torch.dtype dtype, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None",
            "Tensor tensor, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None",
        ]),
    Function::new("transpose")
        .in_place_node("TransposeBackward1")
        .forms(&[
            "Tensor input, int dim0, int dim1",
            "Tensor input, name dim0, name dim1",
        ])
        .method_forms(&[
            "int dim0, int dim1",
            "name dim0, name dim1",
        ]),
    Function::new("unbind")
        .forms(&[
            "Tensor input, int dim = 0",
            "Tensor input, name dim",
        ])
        .method_forms(&[
            "int dim = 0",
            "name dim",
        ]),
    Function::new("unflatten")
        .forms(&[
            "Tensor input, name dim, tuple of ints sizes, tuple of names names",
            "Tensor input, int dim, tuple of ints sizes",
        ]),
    Function::new("unsqueeze")
        .in_place_node("UnsqueezeBackward1"),
    Function::new("view")
        .method_forms(&[
            "torch.dtype dtype",
            "tuple of ints size",
        ]),
    Function::new("vsplit")
        .forms(&[
            "Tensor input, int sections",
            "Tensor input, tuple of ints indices",
        ])
        .method_forms(&[
            "int sections",
            "tuple of ints indices",
        ]),
    Function::new("zero")
        .shows_in_place(),
];
