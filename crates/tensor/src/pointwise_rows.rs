// The table of pointwise functions. It is `include!`d instead of being a module because the emulator's build script also reads it,
// to compile the CUDA source that the engine generates at run time.
//
// A row:   Variant "torch name" (operands) Rule = expression, grad [one expression per operand], lacks Dtypes "kernel";
//
// The expression is both Rust (engine/cpu) and CUDA C++ (engine/cuda), so it uses only what both have: operators,
// comparisons, calls of the functions in engine/cpu/number.rs (mirrored by kernels/number.cuh), `k(0.5)` for a constant and
// `select(condition, x, y)` for a choice. `p` and `q` are the operation's two parameters.
//
// Autograd reads gradients in the same syntax, over whole tensors: a, b, c are the operands, y the result, g the incoming
// gradient. They may use plain numbers, calls of other rows by their torch names, `select` for `where`, `real` for the real
// part, `tetragamma` for the derivative of trigamma and `i` for the imaginary unit. `0` means that the function is flat, `none` that no derivative is implemented. They run
// through the engine's `run`, so they can be differentiated again.
//
// `complex`: the expression also holds for complex numbers. `[]` means that the function is analytic with real coefficients: its
// gradients are the row's with every operand and result conjugated (PyTorch's convention: `g` times the conjugate of the
// derivative). Otherwise it lists the gradients for complex operands, without automatic conjugation.
//
// `lacks`: the dtypes that PyTorch's kernel does not support, and the kernel's name in the error.
macro_rules! pointwise_rows {
    ($with:ident) => {
        $with! {
            // Names that expressions use besides their operands. Macro hygiene requires them here.
            [p, q, k]
            Add "add" (a, b) Arithmetic = a + b, grad [g, g], complex [];
            AddScaled "add_scaled" (a, b) Arithmetic = a + p * b, grad [g, g * p], complex [];
            Sub "sub" (a, b) Arithmetic = a - b, grad [g, -g], complex [];
            Mul "mul" (a, b) Arithmetic = a * b, grad [g * b, g * a], complex [];
            Div "div" (a, b) Float = a / b, grad [g / b, -g * ((a / b) / b)], complex [];
            FloorDivide "floor_divide" (a, b) Arithmetic = floor_divide(a, b), grad [0, 0], lacks Bool "div_floor_cpu";
            TruncDivide "trunc_divide" (a, b) Arithmetic = trunc_divide(a, b), grad [0, 0], lacks Bool "div_trunc_cpu";
            Remainder "remainder" (a, b) Arithmetic = remainder(a, b), grad [g, -g * floor_divide(a, b)], lacks Bool "remainder_cpu";
            Fmod "fmod" (a, b) Arithmetic = fmod(a, b), grad [g, -g * trunc_divide(a, b)], lacks Bool "fmod_cpu";
            Pow "pow" (a, b) Arithmetic = pow(a, b), grad [
                select(b == 0, 0, g * (b * pow(a, b - 1))),
                select(logical_and(a == 0, b >= 0), 0, g * (y * log(a)))], lacks Bool "pow", complex [
                select(b == 0, 0, g * conj(b * pow(a, b - 1))),
                select(logical_and(a == 0, real(b) >= 0), 0, g * conj(y * log(a)))];
            Neg "neg" (a) Arithmetic = -a, grad [-g], complex [];
            Abs "abs" (a) Arithmetic = abs(a), grad [g * sign(a)], lacks Bool "abs_cpu", complex [g * sgn(a)];
            Sign "sign" (a) Arithmetic = sign(a), grad [0];
            Sgn "sgn" (a) Arithmetic = sgn(a), grad [0], complex [
                select(a == 0, 0, g / abs(a) - real(g / abs(a) * conj(y)) * y)];
            Conj "conj_physical" (a) Arithmetic = conj(a), grad [conj(g)], complex [conj(g)];
            Angle "angle" (a) Float = angle(a), grad [0], complex [
                select(a == 0, 0, g * a / (abs(a) * abs(a)) * i)];
            Square "square" (a) Arithmetic = a * a, grad [g * (2 * a)], complex [];
            Reciprocal "reciprocal" (a) Float = k(1.0) / a, grad [-g * (y * y)], complex [];
            Sqrt "sqrt" (a) Float = sqrt(a), grad [g / (2 * y)], complex [];
            Rsqrt "rsqrt" (a) Float = rsqrt(a), grad [-0.5 * g * (y * y * y)], complex [];
            Exp "exp" (a) Float = exp(a), grad [g * y], complex [];
            Exp2 "exp2" (a) Float = exp2(a), grad [g * y * 0.6931471805599453], complex [];
            Expm1 "expm1" (a) Float = expm1(a), grad [g * (y + 1)], complex [];
            Log "log" (a) Float = log(a), grad [g / a], complex [];
            Log2 "log2" (a) Float = log2(a), grad [g / (a * 0.6931471805599453)], complex [];
            Log10 "log10" (a) Float = log10(a), grad [g / (a * 2.302585092994046)], complex [];
            Log1p "log1p" (a) Float = log1p(a), grad [g / (a + 1)], complex [];
            Logaddexp "logaddexp" (a, b) Float = logaddexp(a, b), grad [g / (1 + exp(b - a)), g / (1 + exp(a - b))], lacks Integers "logaddexp_cpu";
            Xlogy "xlogy" (a, b) Float = select(a == k(0.0), select(isnan(b), b, k(0.0)), a * log(b)), grad [
                select(logical_and(a == 0, b <= 0), 0, g * log(b)), g * a / b];
            Sin "sin" (a) Float = sin(a), grad [g * cos(a)], complex [];
            Cos "cos" (a) Float = cos(a), grad [-g * sin(a)], complex [];
            Tan "tan" (a) Float = tan(a), grad [g * (1 + y * y)], complex [];
            Asin "asin" (a) Float = asin(a), grad [g * rsqrt(1 - a * a)], complex [];
            Acos "acos" (a) Float = acos(a), grad [-g * rsqrt(1 - a * a)], complex [];
            Atan "atan" (a) Float = atan(a), grad [g / (a * a + 1)], complex [];
            Atan2 "atan2" (a, b) Float = atan2(a, b), grad [
                g * (b * select(a * a + b * b == 0, 0, reciprocal(a * a + b * b))),
                -g * (a * select(a * a + b * b == 0, 0, reciprocal(a * a + b * b)))];
            Sinh "sinh" (a) Float = sinh(a), grad [g * cosh(a)], complex [];
            Cosh "cosh" (a) Float = cosh(a), grad [g * sinh(a)], complex [];
            Tanh "tanh" (a) Float = tanh(a), grad [g * (1 - y * y)], complex [];
            Asinh "asinh" (a) Float = asinh(a), grad [g * rsqrt(a * a + 1)], complex [];
            Acosh "acosh" (a) Float = acosh(a), grad [g * rsqrt(a * a - 1)], complex [
                // One root of `a * a - 1` would have the wrong sign in the left half-plane.
                g * conj(rsqrt(a - 1) * rsqrt(a + 1))];
            Atanh "atanh" (a) Float = atanh(a), grad [g / (1 - a * a)], complex [];
            Hypot "hypot" (a, b) Float = hypot(a, b), grad [g * (a / y), g * (b / y)], lacks Integers "hypot_cpu";
            Sigmoid "sigmoid" (a) Float = k(1.0) / (k(1.0) + exp(-a)), grad [g * ((1 - y) * y)], complex [];
            LogSigmoid "log_sigmoid" (a) Float = minimum(a, k(0.0)) - log1p(exp(-abs(a))), grad [g * sigmoid(-a)], lacks Integers "log_sigmoid_cpu";
            Erf "erf" (a) Float = erf(a), grad [1.1283791670955126 * exp(-(a * a)) * g];
            Erfc "erfc" (a) Float = erfc(a), grad [-1.1283791670955126 * exp(-(a * a)) * g];
            Erfinv "erfinv" (a) Float = erfinv(a), grad [0.886226925452758 * exp(y * y) * g];
            Lgamma "lgamma" (a) Float = lgamma(a), grad [g * digamma(a)];
            Digamma "digamma" (a) Float = digamma(a), grad [g * trigamma(a)];
            Trigamma "trigamma" (a) Float = trigamma(a), grad [g * tetragamma(a)];

            // Activations. `p` and `q` are PyTorch's arguments in their order. `select(a < 0, a, 0)` is flat from 0 on and at NaN,
            // so that a second derivative neither uses the other branch nor becomes infinite.
            Relu "relu" (a) Arithmetic = select(a <= k(0.0), k(0.0), a), grad [select(y <= 0, 0, g)];
            LeakyRelu "leaky_relu" (a) Float = select(a > k(0.0), a, a * p), grad [select(a > 0, g, g * p)], lacks Integers "leaky_relu_cpu";
            Elu "elu" (a) Float = select(a > k(0.0), a, p * expm1(a)), grad [select(a <= 0, g * (p * exp(select(a < 0, a, 0))), g)], lacks Integers "elu_cpu";
            Selu "selu" (a) Float =
                select(a > k(0.0), a * k(1.0507009873554805), k(1.7580993408473766) * expm1(a)), grad [
                select(a <= 0, g * (1.7580993408473766 * exp(select(a < 0, a, 0))), g * 1.0507009873554805)], lacks Integers "elu_cpu";
            Celu "celu" (a) Float = select(a > k(0.0), a, p * expm1(a / p)), grad [select(a <= 0, g * exp(select(a < 0, a, 0) / p), g)], lacks Integers "elu_cpu";
            Gelu "gelu" (a) Float = a * k(0.5) * erf_plus_one(a * k(0.7071067811865476)), grad [
                g * (0.5 * (1 + erf(a * 0.7071067811865476)) + a * (0.3989422804014327 * exp(a * a * -0.5)))], lacks Integers "GeluKernelImpl";
            GeluTanh "gelu_tanh" (a) Float =
                k(0.5) * a * (k(1.0) + tanh(k(0.7978845608028654) * (a + k(0.044715) * a * a * a))), grad [
                g * (0.5 * (1 + tanh(0.7978845608028654 * (a + 0.044715 * a * a * a)))
                    + 0.5 * a * (1 - square(tanh(0.7978845608028654 * (a + 0.044715 * a * a * a))))
                        * (0.7978845608028654 * (1 + 0.134145 * a * a)))], lacks Integers "GeluKernelImpl";
            Silu "silu" (a) Float = a / (k(1.0) + exp(-a)), grad [g * (sigmoid(a) * (1 + a * (1 - sigmoid(a))))], lacks Integers "silu_cpu", complex [];
            Mish "mish" (a) Float = a * tanh(log1p(exp(a))), grad [
                g * (tanh(log1p(exp(a))) + a * sigmoid(a) * (1 - square(tanh(log1p(exp(a))))))], lacks Integers "mish_cpu";
            Softplus "softplus" (a) Float = select(a * p > q, a, log1p(exp(a * p)) / p), grad [
                select(a * p > q, g, g * sigmoid(select(a * p >= q, q, a * p)))], lacks Integers "softplus_cpu";
            Hardsigmoid "hardsigmoid" (a) Float = minimum(maximum(a + k(3.0), k(0.0)), k(6.0)) / k(6.0), grad [
                select(logical_and(a > -3, a < 3), g / 6, 0)], lacks Integers "hardsigmoid_cpu";
            Hardswish "hardswish" (a) Float = a * minimum(maximum(a + k(3.0), k(0.0)), k(6.0)) / k(6.0), grad [
                select(a <= -3, 0, select(a < 3, g * (a / 3 + 0.5), g))], lacks Integers "hardswish_cpu";
            Hardshrink "hardshrink" (a) Float = select(abs(a) <= p, k(0.0), a), grad [select(abs(a) <= p, 0, g)], lacks Integers "hardshrink_cpu";
            Softshrink "softshrink" (a) Float = select(a > p, a - p, select(a < -p, a + p, a - a)), grad [
                select(abs(a) <= p, 0, g)], lacks Integers "softshrink_check";
            Hardtanh "hardtanh" (a) Arithmetic = minimum(maximum(a, p), q), grad [
                select(logical_or(a <= p, a >= q), 0, g)], lacks Bool "hardtanh_cpu";
            Threshold "threshold" (a) Arithmetic = select(a <= p, q, a), grad [select(a <= p, 0, g)];

            // Rounding and limits. Minimum, maximum and clamps return NaN if an operand is NaN.
            Floor "floor" (a) Arithmetic = floor(a), grad [0], lacks Bool "floor_vml_cpu";
            Ceil "ceil" (a) Arithmetic = ceil(a), grad [0], lacks Bool "ceil_vml_cpu";
            Round "round" (a) Arithmetic = round(a), grad [0], lacks Bool "round_vml_cpu";
            Trunc "trunc" (a) Arithmetic = trunc(a), grad [0], lacks Bool "trunc_vml_cpu";
            Frac "frac" (a) Arithmetic = a - trunc(a), grad [g], lacks Integers "frac_cpu";
            Clamp "clamp" (a) Arithmetic = minimum(maximum(a, p), q), grad [
                select(logical_and(a >= p, a <= q), g, 0)];
            ClampMin "clamp_min" (a) Arithmetic = maximum(a, p), grad [select(a >= p, g, 0)];
            ClampMax "clamp_max" (a) Arithmetic = minimum(a, p), grad [select(a <= p, g, 0)];
            Maximum "maximum" (a, b) Arithmetic = maximum(a, b), grad [
                select(a == b, g / 2, select(a < b, 0, g)), select(a == b, g / 2, select(b < a, 0, g))];
            Minimum "minimum" (a, b) Arithmetic = minimum(a, b), grad [
                select(a == b, g / 2, select(a > b, 0, g)), select(a == b, g / 2, select(b > a, 0, g))];
            Copysign "copysign" (a, b) Float = copysign(a, b), grad [g * select(a == 0, 0, y / a), 0];
            NanToNum "nan_to_num" (a, b, c) Arithmetic =
                select(isnan(a), p, select(isinf(a), select(a > k(0.0), b, c), a)), grad [
                select(isfinite(a), g, 0), 0, 0];

            Eq "eq" (a, b) Compare = a == b, grad [0, 0], complex [];
            Ne "ne" (a, b) Compare = a != b, grad [0, 0], complex [];
            Lt "lt" (a, b) Compare = a < b, grad [0, 0];
            Le "le" (a, b) Compare = a <= b, grad [0, 0];
            Gt "gt" (a, b) Compare = a > b, grad [0, 0];
            Ge "ge" (a, b) Compare = a >= b, grad [0, 0];
            LogicalAnd "logical_and" (a, b) Compare = (a != k(0.0)) && (b != k(0.0)), grad [0, 0], complex [];
            LogicalOr "logical_or" (a, b) Compare = (a != k(0.0)) || (b != k(0.0)), grad [0, 0], complex [];
            LogicalXor "logical_xor" (a, b) Compare = (a != k(0.0)) != (b != k(0.0)), grad [0, 0], complex [];
            LogicalNot "logical_not" (a) Compare = a == k(0.0), grad [0], complex [];
            Isnan "isnan" (a) Compare = isnan(a), grad [0], complex [];
            Isinf "isinf" (a) Compare = isinf(a), grad [0], complex [];
            Isfinite "isfinite" (a) Compare = isfinite(a), grad [0], complex [];
            Signbit "signbit" (a) Compare = signbit(a), grad [0];

            // On bool, `bitwise_not` runs as `logical_not`.
            BitwiseAnd "bitwise_and" (a, b) Bitwise = a & b, grad [0, 0], lacks Floats "bitwise_and_cpu";
            BitwiseOr "bitwise_or" (a, b) Bitwise = a | b, grad [0, 0], lacks Floats "bitwise_or_cpu";
            BitwiseXor "bitwise_xor" (a, b) Bitwise = a ^ b, grad [0, 0], lacks Floats "bitwise_xor_cpu";
            BitwiseNot "bitwise_not" (a) Bitwise = bitwise_not(a), grad [0], lacks Floats "bitwise_not_cpu";
            LeftShift "bitwise_left_shift" (a, b) Bitwise = left_shift(a, b), grad [0, 0], lacks BoolAndFloats "lshift_cpu";
            RightShift "bitwise_right_shift" (a, b) Bitwise = right_shift(a, b), grad [0, 0], lacks BoolAndFloats "rshift_cpu";

            Where "where" (c, a, b) Select = select(c != k(0.0), a, b), grad [0, select(c, g, 0), select(c, 0, g)], complex [];
            Lerp "lerp" (a, b, c) Float =
                select(abs(c) < k(0.5), a + c * (b - a), b - (b - a) * (k(1.0) - c)), grad [
                g * (1 - c), g * c, g * (b - a)], complex [];
            Addcmul "addcmul" (a, b, c) Arithmetic = a + p * b * c, grad [g, g * (c * p), g * (b * p)], lacks Bool "addcmul_cpu_out", complex [];
            Addcdiv "addcdiv" (a, b, c) Float = a + p * (b / c), grad [g, g * (p / c), -g * (p * b / (c * c))], complex [];
        }
    };
}
