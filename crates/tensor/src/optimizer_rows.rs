// The table of optimizer steps. It is `include!`d instead of being a module because the emulator's build script also reads it, to
// compile the CUDA source that the engine generates at run time.
//
// A row:   Variant "name" (states) [constants] { statements }
//
// Statements assign to `p` (the parameter), `g` (its gradient), the states, and the free variables `t` and `u`. They are valid
// as Rust (engine/cpu) and as CUDA C++ (engine/cuda), like the expressions in `pointwise_rows.rs`. They run for every element
// of every parameter in one operation. Before them, `g` is negated if the optimizer maximizes, weight decay is added to `g`,
// and `p` is shrunk by the decoupled decay. Constants are computed once per step, in double precision, by
// `torch/src/prelude/torch/optim`, which also contains the optimizers' formulas.
macro_rules! optimizer_rows {
    ($with:ident) => {
        $with! {
            // Names that statements use besides those of their row. Macro hygiene requires them here.
            [p, g, t, u, k]
            Sgd "sgd" () [lr] { p = p - lr * g; }
            SgdMomentum "sgd_momentum" (buffer) [lr, momentum, keep, add, nesterov] {
                buffer = buffer * keep + add * g;
                g = select(nesterov == k(1.0), g + momentum * buffer, buffer);
                p = p - lr * g;
            }
            Adam "adam" (average, square) [step_size, mix, keep, add, correction, eps] {
                average = average + mix * (g - average);
                square = square * keep + add * g * g;
                p = p - step_size * (average / (sqrt(square) / correction + eps));
            }
            AdamMax "adam_amsgrad" (average, square, highest) [step_size, mix, keep, add, correction, eps] {
                average = average + mix * (g - average);
                square = square * keep + add * g * g;
                highest = maximum(highest, square);
                p = p - step_size * (average / (sqrt(highest) / correction + eps));
            }
            NAdam "nadam" (average, square) [of_gradient, of_average, mix, keep, add, correction, eps] {
                average = average + mix * (g - average);
                square = square * keep + add * g * g;
                t = sqrt(square / correction) + eps;
                p = p - of_gradient * (g / t);
                p = p - of_average * (average / t);
            }
            RAdam "radam" (average, square) [correction, lr, mix, keep, add, eps, adapted, rectified] {
                average = average + mix * (g - average);
                square = square * keep + add * g * g;
                t = average / correction * lr;
                p = p - select(rectified == k(0.0), t, t * (adapted / (sqrt(square) + eps)) * rectified);
            }
            Adamax "adamax" (average, largest) [step_size, mix, keep, eps] {
                average = average + mix * (g - average);
                largest = maximum(largest * keep, abs(g) + eps);
                p = p - step_size * (average / largest);
            }
            Adagrad "adagrad" (sum) [step_size, eps] {
                sum = sum + g * g;
                p = p - step_size * (g / (sqrt(sum) + eps));
            }
            Adadelta "adadelta" (square, delta) [lr, keep, add, eps] {
                square = square * keep + add * g * g;
                t = sqrt(delta + eps) / sqrt(square + eps) * g;
                delta = delta * keep + add * t * t;
                p = p - lr * t;
            }
            RmsProp "rmsprop" (square) [lr, keep, add, eps] {
                square = square * keep + add * g * g;
                p = p - lr * (g / (sqrt(square) + eps));
            }
            RmsPropMomentum "rmsprop_momentum" (square, buffer) [lr, keep, add, eps, momentum] {
                square = square * keep + add * g * g;
                buffer = buffer * momentum + g / (sqrt(square) + eps);
                p = p - lr * buffer;
            }
            RmsPropCentered "rmsprop_centered" (square, average) [lr, keep, add, eps] {
                square = square * keep + add * g * g;
                average = average + add * (g - average);
                p = p - lr * (g / (sqrt(square - average * average) + eps));
            }
            RmsPropBoth "rmsprop_centered_momentum" (square, buffer, average) [lr, keep, add, eps, momentum] {
                square = square * keep + add * g * g;
                average = average + add * (g - average);
                buffer = buffer * momentum + g / (sqrt(square - average * average) + eps);
                p = p - lr * buffer;
            }
            Rprop "rprop" (previous, size) [shrink, grow, least, most] {
                t = g * previous;
                u = select(t > k(0.0), grow, select(t < k(0.0), shrink, k(1.0)));
                size = minimum(maximum(size * u, least), most);
                g = select(t < k(0.0), k(0.0), g);
                p = p - sign(g) * size;
                previous = g;
            }
            Asgd "asgd" (average) [lr, mix] {
                p = p - lr * g;
                average = select(mix == k(1.0), p, average + (p - average) * mix);
            }
        }
    };
}
