//! Records of reductions, scans and sorting.

use super::Function;
use tensorcell_engine::autocast::Policy;

pub(super) static ALL: &[Function] = &[
    Function::new("all")
        .takes_out()
        .forms(&[
            "Tensor input, *, Tensor out = None",
            "Tensor input, tuple of ints dim = None, bool keepdim = False, *, Tensor out = None",
            "Tensor input, int dim, bool keepdim = False, *, Tensor out = None",
            "Tensor input, name dim, bool keepdim = False, *, Tensor out = None",
        ])
        .method_forms(&[
            "",
            "tuple of ints dim = None, bool keepdim = False",
            "int dim, bool keepdim = False",
            "name dim, bool keepdim = False",
        ]),
    Function::new("amax")
        .takes_out(),
    Function::new("amin")
        .takes_out(),
    Function::new("any")
        .takes_out()
        .forms(&[
            "Tensor input, *, Tensor out = None",
            "Tensor input, tuple of ints dim = None, bool keepdim = False, *, Tensor out = None",
            "Tensor input, int dim, bool keepdim = False, *, Tensor out = None",
            "Tensor input, name dim, bool keepdim = False, *, Tensor out = None",
        ])
        .method_forms(&[
            "",
            "tuple of ints dim = None, bool keepdim = False",
            "int dim, bool keepdim = False",
            "name dim, bool keepdim = False",
        ]),
    Function::new("argmax")
        .takes_out(),
    Function::new("argmin")
        .takes_out(),
    Function::new("argsort")
        .takes_out()
        .forms(&[
            "Tensor input, *, bool stable, int dim = -1, bool descending = False, Tensor out = None",
            "Tensor input, int dim = -1, bool descending = False",
            "Tensor input, name dim, bool descending = False",
        ])
        .method_forms(&[
            "*, bool stable, int dim = -1, bool descending = False",
            "int dim = -1, bool descending = False",
            "name dim, bool descending = False",
        ]),
    Function::new("count_nonzero")
        .forms(&[
            "Tensor input, int dim = None",
            "Tensor input, tuple of ints dim",
        ])
        .method_forms(&[
            "int dim = None",
            "tuple of ints dim",
        ]),
    Function::new("cummax")
        .takes_out()
        .forms(&[
            "Tensor input, int dim, *, tuple of Tensors out = None",
            "Tensor input, name dim, *, tuple of Tensors out = None",
        ])
        .method_forms(&[
            "int dim",
            "name dim",
        ]),
    Function::new("cummin")
        .takes_out()
        .forms(&[
            "Tensor input, int dim, *, tuple of Tensors out = None",
            "Tensor input, name dim, *, tuple of Tensors out = None",
        ])
        .method_forms(&[
            "int dim",
            "name dim",
        ]),
    Function::new("cumprod")
        .takes_out()
        .autocast_cuda(Policy::Float32UnlessDtype)
        .forms(&[
            "Tensor input, int dim, *, torch.dtype dtype = None, Tensor out = None",
            "Tensor input, name dim, *, torch.dtype dtype = None, Tensor out = None",
        ])
        .method_forms(&[
            "int dim, *, torch.dtype dtype = None",
            "name dim, *, torch.dtype dtype = None",
        ])
        .in_place_forms(&[
            "int dim, *, torch.dtype dtype = None",
            "name dim, *, torch.dtype dtype = None",
        ]),
    Function::new("cumsum")
        .takes_out()
        .autocast_cuda(Policy::Float32UnlessDtype)
        .forms(&[
            "Tensor input, int dim, *, torch.dtype dtype = None, Tensor out = None",
            "Tensor input, name dim, *, torch.dtype dtype = None, Tensor out = None",
        ])
        .method_forms(&[
            "int dim, *, torch.dtype dtype = None",
            "name dim, *, torch.dtype dtype = None",
        ])
        .in_place_forms(&[
            "int dim, *, torch.dtype dtype = None",
            "name dim, *, torch.dtype dtype = None",
        ]),
    Function::new("dist")
        .node("DistBackward0")
        .autocast_cuda(Policy::Float32),
    Function::new("log_softmax")
        .takes_out()
        .autocast_cuda(Policy::Float32UnlessDtype)
        .forms(&[
            "Tensor input, int dim, torch.dtype dtype = None, *, Tensor out = None",
            "Tensor input, name dim, *, torch.dtype dtype = None",
        ])
        .method_forms(&[
            "int dim, torch.dtype dtype = None",
            "name dim, *, torch.dtype dtype = None",
        ]),
    Function::new("logcumsumexp")
        .node("LogcumsumexpBackward0")
        .forms(&[
            "Tensor input, int dim, *, Tensor out = None",
            "Tensor input, name dim, *, Tensor out = None",
        ])
        .method_forms(&[
            "int dim",
            "name dim",
        ]),
    Function::new("logsumexp")
        .takes_out()
        .autocast_cuda(Policy::Float32)
        .forms(&[
            "Tensor input, tuple of ints dim, bool keepdim = False, *, Tensor out = None",
            "Tensor input, tuple of names dim, bool keepdim = False, *, Tensor out = None",
        ])
        .method_forms(&[
            "tuple of ints dim, bool keepdim = False",
            "tuple of names dim, bool keepdim = False",
        ]),
    Function::new("max")
        .takes_out()
        .forms(&[
            "Tensor input, *, Tensor out = None",
            "Tensor input, Tensor other, *, Tensor out = None",
            "Tensor input, int dim, bool keepdim = False, *, tuple of Tensors out = None",
            "Tensor input, name dim, bool keepdim = False, *, tuple of Tensors out = None",
        ])
        .method_forms(&[
            "",
            "Tensor other",
            "int dim, bool keepdim = False",
            "name dim, bool keepdim = False",
        ]),
    Function::new("mean")
        .takes_out()
        .forms(&[
            "Tensor input, *, torch.dtype dtype = None, Tensor out = None",
            "Tensor input, tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None",
            "Tensor input, tuple of names dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None",
        ])
        .method_forms(&[
            "*, torch.dtype dtype = None",
            "tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None",
            "tuple of names dim, bool keepdim = False, *, torch.dtype dtype = None",
        ]),
    Function::new("median")
        .forms(&[
            "Tensor input",
            "Tensor input, int dim, bool keepdim = False, *, tuple of Tensors out = None",
            "Tensor input, name dim, bool keepdim = False, *, tuple of Tensors out = None",
        ])
        .method_forms(&[
            "",
            "int dim, bool keepdim = False",
            "name dim, bool keepdim = False",
        ]),
    Function::new("min")
        .takes_out()
        .forms(&[
            "Tensor input, *, Tensor out = None",
            "Tensor input, Tensor other, *, Tensor out = None",
            "Tensor input, int dim, bool keepdim = False, *, tuple of Tensors out = None",
            "Tensor input, name dim, bool keepdim = False, *, tuple of Tensors out = None",
        ])
        .method_forms(&[
            "",
            "Tensor other",
            "int dim, bool keepdim = False",
            "name dim, bool keepdim = False",
        ]),
    Function::new("nanmedian")
        .forms(&[
            "Tensor input",
            "Tensor input, int dim, bool keepdim = False, *, tuple of Tensors out = None",
            "Tensor input, name dim, bool keepdim = False, *, tuple of Tensors out = None",
        ])
        .method_forms(&[
            "",
            "int dim, bool keepdim = False",
            "name dim, bool keepdim = False",
        ]),
    Function::new("nanquantile")
        .node("SqueezeBackward4")
        .autocast_cpu(Policy::Float32)
        .forms(&[
            "Tensor input, Tensor q, int dim = None, bool keepdim = False, *, str interpolation = \"linear\", Tensor out = None",
            "Tensor input, float q, int dim = None, bool keepdim = False, *, str interpolation = \"linear\", Tensor out = None",
        ])
        .method_forms(&[
            "Tensor q, int dim = None, bool keepdim = False, *, str interpolation = \"linear\"",
            "float q, int dim = None, bool keepdim = False, *, str interpolation = \"linear\"",
        ]),
    Function::new("nansum")
        .node("NansumBackward0")
        .autocast(Policy::Composite),
    Function::new("norm")
        .takes_out()
        .autocast_cuda(Policy::Float32UnlessDtype),
    Function::new("nuclear_norm")
        .autocast_cuda(Policy::Float32),
    Function::new("prod")
        .takes_out()
        .autocast_cuda(Policy::Float32UnlessDtype)
        .autocast_cpu(Policy::Float32)
        .forms(&[
            "Tensor input, *, torch.dtype dtype = None",
            "Tensor input, int dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None",
            "Tensor input, name dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None",
        ])
        .method_forms(&[
            "*, torch.dtype dtype = None",
            "int dim, bool keepdim = False, *, torch.dtype dtype = None",
            "name dim, bool keepdim = False, *, torch.dtype dtype = None",
        ]),
    Function::new("quantile")
        .node("SqueezeBackward4")
        .autocast_cpu(Policy::Float32)
        .forms(&[
            "Tensor input, Tensor q, int dim = None, bool keepdim = False, *, str interpolation = \"linear\", Tensor out = None",
            "Tensor input, float q, int dim = None, bool keepdim = False, *, str interpolation = \"linear\", Tensor out = None",
        ])
        .method_forms(&[
            "Tensor q, int dim = None, bool keepdim = False, *, str interpolation = \"linear\"",
            "float q, int dim = None, bool keepdim = False, *, str interpolation = \"linear\"",
        ]),
    Function::new("renorm")
        .node("RenormBackward0")
        .autocast_cuda(Policy::Float32),
    Function::new("softmax")
        .takes_out()
        .autocast_cuda(Policy::Float32UnlessDtype)
        .forms(&[
            "Tensor input, int dim, torch.dtype dtype = None, *, Tensor out = None",
            "Tensor input, name dim, *, torch.dtype dtype = None",
        ])
        .method_forms(&[
            "int dim, torch.dtype dtype = None",
            "name dim, *, torch.dtype dtype = None",
        ]),
    Function::new("sort")
        .takes_out()
        .forms(&[
            "Tensor input, *, bool stable, int dim = -1, bool descending = False, tuple of Tensors out = None",
            "Tensor input, int dim = -1, bool descending = False, *, tuple of Tensors out = None",
            "Tensor input, *, bool stable, name dim, bool descending = False, tuple of Tensors out = None",
            "Tensor input, name dim, bool descending = False, *, tuple of Tensors out = None",
        ])
        .method_forms(&[
            "*, bool stable, int dim = -1, bool descending = False",
            "int dim = -1, bool descending = False",
            "*, bool stable, name dim, bool descending = False",
            "name dim, bool descending = False",
        ]),
    Function::new("std")
        .takes_out()
        .forms(&[
            "Tensor input, tuple of ints dim, bool unbiased = True, bool keepdim = False, *, Tensor out = None",
            "Tensor input, tuple of ints dim = None, *, Number correction = None, bool keepdim = False, Tensor out = None",
            "Tensor input, bool unbiased = True",
            "Tensor input, tuple of names dim, bool unbiased = True, bool keepdim = False, *, Tensor out = None",
            "Tensor input, tuple of names dim, *, Number correction = None, bool keepdim = False, Tensor out = None",
        ])
        .method_forms(&[
            "tuple of ints dim, bool unbiased = True, bool keepdim = False",
            "tuple of ints dim = None, *, Number correction = None, bool keepdim = False",
            "bool unbiased = True",
            "tuple of names dim, bool unbiased = True, bool keepdim = False",
            "tuple of names dim, *, Number correction = None, bool keepdim = False",
        ]),
    Function::new("std_mean")
        .forms(&[
            "Tensor input, tuple of ints dim, bool unbiased = True, bool keepdim = False",
            "Tensor input, tuple of ints dim = None, *, Number correction = None, bool keepdim = False",
            "Tensor input, bool unbiased = True",
            "Tensor input, tuple of names dim, bool unbiased = True, bool keepdim = False",
            "Tensor input, tuple of names dim, *, Number correction = None, bool keepdim = False",
        ]),
    Function::new("sum")
        .takes_out()
        .autocast_cuda(Policy::Float32UnlessDtype)
        .forms(&[
            "Tensor input, *, torch.dtype dtype = None",
            "Tensor input, tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None",
            "Tensor input, tuple of names dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None",
        ])
        .method_forms(&[
            "*, torch.dtype dtype = None",
            "tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None",
            "tuple of names dim, bool keepdim = False, *, torch.dtype dtype = None",
        ]),
    Function::new("topk")
        .takes_out(),
    Function::new("trapezoid")
        .forms(&[
            "Tensor y, Tensor x, *, int dim = -1",
            "Tensor y, *, Number dx = 1, int dim = -1",
        ]),
    Function::new("var")
        .takes_out()
        .forms(&[
            "Tensor input, tuple of ints dim, bool unbiased = True, bool keepdim = False, *, Tensor out = None",
            "Tensor input, tuple of ints dim = None, *, Number correction = None, bool keepdim = False, Tensor out = None",
            "Tensor input, bool unbiased = True",
            "Tensor input, tuple of names dim, bool unbiased = True, bool keepdim = False, *, Tensor out = None",
            "Tensor input, tuple of names dim, *, Number correction = None, bool keepdim = False, Tensor out = None",
        ])
        .method_forms(&[
            "tuple of ints dim, bool unbiased = True, bool keepdim = False",
            "tuple of ints dim = None, *, Number correction = None, bool keepdim = False",
            "bool unbiased = True",
            "tuple of names dim, bool unbiased = True, bool keepdim = False",
            "tuple of names dim, *, Number correction = None, bool keepdim = False",
        ]),
    Function::new("var_mean")
        .forms(&[
            "Tensor input, tuple of ints dim, bool unbiased = True, bool keepdim = False",
            "Tensor input, tuple of ints dim = None, *, Number correction = None, bool keepdim = False",
            "Tensor input, bool unbiased = True",
            "Tensor input, tuple of names dim, bool unbiased = True, bool keepdim = False",
            "Tensor input, tuple of names dim, *, Number correction = None, bool keepdim = False",
        ]),
];
