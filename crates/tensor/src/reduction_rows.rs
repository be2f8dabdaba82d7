// The table of reductions. It is `include!`d instead of being a module because the emulator's build script also reads it, to
// compile the CUDA source that the engine generates at run time.
//
// A row:   Variant "name" [names in torch] Rule, kernel Functor, node ["whole", "over dimensions"], grad expression;
//
// The rule gives the result's dtype, the supported dtypes, and the result of an empty operand (`reduction::Rule`). The functor
// is the accumulator in `kernels/reduce.cuh`. Its host version is a branch of `finish` in `engine/cpu/reduce.rs`, which the
// compiler requires. The nodes are PyTorch's names on the tape: for a reduction over all dimensions, and over given ones.
//
// Autograd reads the gradient in the syntax of `pointwise_rows.rs`, over whole tensors: x is the operand, y the result and g
// the incoming gradient, both with the reduced dimensions kept; n is the number of elements per result; p is the parameter
// (correction of a variance, p of a norm); `whole` is 1 if all elements give one result, as in `x.max()`, else 0. It may call
// reductions by name, over the same dimensions. `0`: the function is flat.
macro_rules! reduction_rows {
    ($with:ident) => {
        $with! {
            Sum "sum" ["sum"] Summed, kernel SumOver, node ["SumBackward0", "SumBackward1"], grad g;
            Mean "mean" ["mean"] Float("mean(): could not infer output dtype. Input dtype must be either a floating point or \
                complex dtype. Got: {}"), kernel MeanOver, node ["MeanBackward0", "MeanBackward1"], grad g / n;
            Prod "prod" ["prod"] Summed, kernel ProdOver, node ["ProdBackward0", "ProdBackward1"],
                // y / x, except where exactly one factor is zero: there, the product of the others.
                grad g * select(x == 0,
                    select(sum(x == 0) == 1, prod(select(x == 0, 1, x)), 0),
                    y / select(x == 0, 1, x));
            // Shared evenly among equal elements. If the extreme is NaN, `x.max()` shares among the NaNs, and `x.amax()` gives NaN.
            Max "max" ["amax", "max"] Extreme, kernel MaxOver, node ["AmaxBackward0", "AmaxBackward0"],
                grad select(whole,
                    select(same_or_nan(x, y), g / sum(same_or_nan(x, y)), 0),
                    g * (x == y) / sum(x == y));
            Min "min" ["amin", "min"] Extreme, kernel MinOver, node ["AminBackward0", "AminBackward0"],
                grad select(whole,
                    select(same_or_nan(x, y), g / sum(same_or_nan(x, y)), 0),
                    g * (x == y) / sum(x == y));
            Any "any" ["any"] Truth, kernel AnyOver, node ["AnyBackward0", "AnyBackward0"], grad 0;
            All "all" ["all"] Truth, kernel AllOver, node ["AllBackward0", "AllBackward0"], grad 0;
            Var "var" ["var", "var_mean"] Size("std and var only support floating point and complex dtypes"), kernel VarOver,
                node ["VarBackward0", "VarBackward0"], grad g * ((x - mean(x)) * (2 / (n - p)));
            Std "std" ["std", "std_mean"] Size("std and var only support floating point and complex dtypes"), kernel StdOver,
                node ["StdBackward0", "StdBackward0"],
                grad select(y == 0, 0, g / (2 * y)) * ((x - mean(x)) * (2 / (n - p)));
            Norm "norm" ["norm"] Size("linalg.vector_norm: Expected a floating point or complex tensor as input. Got {}"),
                kernel NormOver, node ["LinalgVectorNormBackward0", "LinalgVectorNormBackward0"],
                grad select(p == 0, 0,
                    select(p == 1, g * sgn(x),
                    select(p == 2, select(y == 0, 0, g * x / y),
                    select(p == inf, sgn(x) * (g / sum(same_or_nan(abs(x), y)) * same_or_nan(abs(x), y)),
                    select(p == -inf, sgn(x) * (g / sum(same_or_nan(abs(x), y)) * same_or_nan(abs(x), y)),
                    // The formula is infinite at 0, where PyTorch gives 0.
                    select(p < 1, g * (sgn(x) * select(x == 0, 0, pow(abs(x), p - 1)) * pow(y, 1 - p)),
                        select(pow(y, p - 1) == 0, 0, g * (sgn(x) * pow(abs(x), p - 1)) / pow(y, p - 1))))))));
            LogSumExp "logsumexp" ["logsumexp"] WideFloat, kernel LogSumExpOver,
                node ["LogsumexpBackward0", "LogsumexpBackward0"], grad g * exp(x - y);
            ArgMax "argmax" ["argmax"] Place, kernel MaxOver, node ["ArgmaxBackward0", "ArgmaxBackward0"], grad 0;
            ArgMin "argmin" ["argmin"] Place, kernel MinOver, node ["ArgminBackward0", "ArgminBackward0"], grad 0;
            CountNonzero "count_nonzero" ["count_nonzero"] Count, kernel CountNonzeroOver,
                node ["CountNonzeroBackward0", "CountNonzeroBackward0"], grad 0;
        }
    };
}
