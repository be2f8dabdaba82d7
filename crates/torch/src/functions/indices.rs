//! Records of joining, indexing and mask functions.

use super::Function;
use tensorcell_engine::autocast::Policy;

pub(super) static ALL: &[Function] = &[
    Function::new("bucketize")
        .forms(&[
            "Tensor input, Tensor boundaries, *, bool out_int32 = False, bool right = False, Tensor out = None",
            "Number self, Tensor boundaries, *, bool out_int32 = False, bool right = False",
        ]),
    Function::new("cat")
        .autocast_cpu(Policy::Widest)
        .forms(&[
            "tuple of Tensors tensors, int dim = 0, *, Tensor out = None",
            "tuple of Tensors tensors, name dim, *, Tensor out = None",
        ]),
    Function::new("concat")
        .forms(&[
            "tuple of Tensors tensors, int dim = 0, *, Tensor out = None",
            "tuple of Tensors tensors, name dim, *, Tensor out = None",
        ]),
    Function::new("concatenate")
        .forms(&[
            "tuple of Tensors tensors, int dim = 0, *, Tensor out = None",
            "tuple of Tensors tensors, name dim, *, Tensor out = None",
        ]),
    Function::new("gather")
        .takes_out()
        .forms(&[
            "Tensor input, int dim, Tensor index, *, bool sparse_grad = False, Tensor out = None",
            "Tensor input, name dim, Tensor index, *, bool sparse_grad = False, Tensor out = None",
        ])
        .method_forms(&[
            "int dim, Tensor index, *, bool sparse_grad = False",
            "name dim, Tensor index, *, bool sparse_grad = False",
        ]),
    Function::new("hstack")
        .takes_out(),
    Function::new("index_add")
        .takes_out()
        .forms(&[
            "Tensor input, int dim, Tensor index, Tensor source, *, Number alpha = 1, Tensor out = None",
            "Tensor input, name dim, Tensor index, Tensor source, *, Number alpha = 1",
        ])
        .method_forms(&[
            "int dim, Tensor index, Tensor source, *, Number alpha = 1",
            "name dim, Tensor index, Tensor source, *, Number alpha = 1",
        ]),
    Function::new("index_copy")
        .node("IndexCopyBackward0")
        .autocast_cpu(Policy::Widest)
        .forms(&[
            "Tensor input, int dim, Tensor index, Tensor source, *, Tensor out = None",
            "Tensor input, name dim, Tensor index, Tensor source",
        ])
        .method_forms(&[
            "int dim, Tensor index, Tensor source",
            "name dim, Tensor index, Tensor source",
        ])
        .in_place_forms(&[
            "int dim, Tensor index, Tensor source",
            "name dim, Tensor index, Tensor source",
        ]),
    Function::new("index_fill")
        .in_place_node("IndexFillBackward0")
        .forms(&[
            "Tensor input, int dim, Tensor index, Tensor value",
            "Tensor input, name dim, Tensor index, Tensor value",
            "Tensor input, int dim, Tensor index, Number value",
            "Tensor input, name dim, Tensor index, Number value",
        ])
        .method_forms(&[
            "int dim, Tensor index, Tensor value",
            "name dim, Tensor index, Tensor value",
            "int dim, Tensor index, Number value",
            "name dim, Tensor index, Number value",
        ])
        .in_place_forms(&[
            "int dim, Tensor index, Tensor value",
            "name dim, Tensor index, Tensor value",
            "int dim, Tensor index, Number value",
            "name dim, Tensor index, Number value",
        ]),
    Function::new("index_put")
        .shows_in_place()
        .autocast_cuda(Policy::Widest),
    Function::new("index_reduce")
        .each_slice()
        .node("IndexReduceBackward0"),
    Function::new("index_select")
        .takes_out()
        .forms(&[
            "Tensor input, int dim, Tensor index, *, Tensor out = None",
            "Tensor input, name dim, Tensor index, *, Tensor out = None",
        ])
        .method_forms(&[
            "int dim, Tensor index",
            "name dim, Tensor index",
        ]),
    Function::new("isin")
        .forms(&[
            "Tensor elements, Tensor test_elements, *, bool assume_unique = False, bool invert = False, Tensor out = None",
            "Number element, Tensor test_elements, *, bool assume_unique = False, bool invert = False, Tensor out = None",
            "Tensor elements, Number test_element, *, bool assume_unique = False, bool invert = False, Tensor out = None",
        ]),
    Function::new("kthvalue")
        .node("KthvalueBackward0")
        .forms(&[
            "Tensor input, int k, int dim = -1, bool keepdim = False, *, tuple of Tensors out = None",
            "Tensor input, int k, name dim, bool keepdim = False, *, tuple of Tensors out = None",
        ])
        .method_forms(&[
            "int k, int dim = -1, bool keepdim = False",
            "int k, name dim, bool keepdim = False",
        ]),
    Function::new("masked_scatter")
        .each_slice()
        .node("MaskedScatterBackward0"),
    Function::new("masked_select")
        .takes_out(),
    Function::new("mode")
        .node("ModeBackward0")
        .forms(&[
            "Tensor input, int dim = -1, bool keepdim = False, *, tuple of Tensors out = None",
            "Tensor input, name dim, bool keepdim = False, *, tuple of Tensors out = None",
        ])
        .method_forms(&[
            "int dim = -1, bool keepdim = False",
            "name dim, bool keepdim = False",
        ]),
    Function::new("nonzero")
        .takes_out(),
    Function::new("put")
        .node("PutBackward0"),
    Function::new("scatter")
        .takes_out()
        .forms(&[
            "Tensor input, int dim, Tensor index, Tensor src, *, Tensor out = None",
            "Tensor input, int dim, Tensor index, Tensor src, *, str reduce, Tensor out = None",
            "Tensor input, name dim, Tensor index, Tensor src",
            "Tensor input, int dim, Tensor index, Number value, *, Tensor out = None",
            "Tensor input, int dim, Tensor index, Number value, *, str reduce, Tensor out = None",
            "Tensor input, name dim, Tensor index, Number value",
        ])
        .method_forms(&[
            "int dim, Tensor index, Tensor src",
            "int dim, Tensor index, Tensor src, *, str reduce",
            "name dim, Tensor index, Tensor src",
            "int dim, Tensor index, Number value",
            "int dim, Tensor index, Number value, *, str reduce",
            "name dim, Tensor index, Number value",
        ])
        .in_place_forms(&[
            "int dim, Tensor index, Tensor src",
            "int dim, Tensor index, Tensor src, *, str reduce",
            "int dim, Tensor index, Number value",
            "int dim, Tensor index, Number value, *, str reduce",
        ]),
    Function::new("scatter_add")
        .takes_out()
        .autocast_cuda(Policy::Widest)
        .forms(&[
            "Tensor input, int dim, Tensor index, Tensor src, *, Tensor out = None",
            "Tensor input, name dim, Tensor index, Tensor src",
        ])
        .method_forms(&[
            "int dim, Tensor index, Tensor src",
            "name dim, Tensor index, Tensor src",
        ]),
    Function::new("scatter_reduce")
        .each_slice()
        .node("ScatterReduceBackward0"),
    Function::new("searchsorted")
        .forms(&[
            "Tensor sorted_sequence, Tensor input, *, bool out_int32 = False, bool right = False, str side = None, Tensor sorter = None, Tensor out = None",
            "Tensor sorted_sequence, Number self, *, bool out_int32 = False, bool right = False, str side = None, Tensor sorter = None, Tensor out = None",
        ]),
    Function::new("stack")
        .takes_out()
        .autocast_cpu(Policy::Widest),
    Function::new("take")
        .takes_out(),
    Function::new("tril")
        .takes_out(),
    Function::new("triu")
        .takes_out(),
    Function::new("vstack")
        .takes_out(),
    Function::new("histc").each_slice(),
    Function::new("histogram").each_slice(),
    Function::new("histogramdd").each_slice(),
];
