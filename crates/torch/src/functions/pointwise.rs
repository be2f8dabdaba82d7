//! Records of pointwise functions.

use super::Function;
use tensorcell_engine::autocast::Policy;

pub(super) static ALL: &[Function] = &[
    Function::new("abs").aliases(&["absolute"]).doc(
        "The size of each element, without its sign.\n\
             >>> torch.abs(torch.tensor([1., -2.]))\n\
             tensor([1., 2.])",
    ),
    Function::new("acos")
        .aliases(&["arccos"])
        .doc(
            "The angle in radians whose cosine this is; NaN outside of [-1, 1].\n\
             >>> torch.acos(torch.tensor([1., 0., 2.]))\n\
             tensor([0.0000, 1.5708,    nan])",
        )
        .autocast_cuda(Policy::Float32),
    Function::new("acosh").doc(
        "The inverse of cosh; NaN below 1.\n\
             >>> torch.acosh(torch.tensor([1., 2.]))\n\
             tensor([0.0000, 1.3170])",
    ),
    Function::new("addcdiv").autocast_cuda(Policy::Widest),
    Function::new("addcmul").autocast_cuda(Policy::Widest),
    Function::new("angle").doc(
        "The angle in the plane: pi for negative numbers, 0 for positive ones.\n\
             >>> torch.angle(torch.tensor([-1., 2., 1.j]))\n\
             tensor([3.1416, 0.0000, 1.5708])",
    ),
    Function::new("arccosh").shows_in_place(),
    Function::new("arcsinh").shows_in_place(),
    Function::new("arctanh").shows_in_place(),
    Function::new("asin")
        .aliases(&["arcsin"])
        .doc(
            "The angle in radians whose sine this is; NaN outside of [-1, 1].\n\
             >>> torch.asin(torch.tensor([0., 1., 2.]))\n\
             tensor([0.0000, 1.5708,    nan])",
        )
        .autocast_cuda(Policy::Float32),
    Function::new("asinh").doc(
        "The inverse of sinh.\n\
             >>> torch.asinh(torch.tensor([0., 1.]))\n\
             tensor([0.0000, 0.8814])",
    ),
    Function::new("atan").aliases(&["arctan"]).doc(
        "The angle in radians whose tangent this is.\n\
             >>> torch.atan(torch.tensor([0., 1.]))\n\
             tensor([0.0000, 0.7854])",
    ),
    Function::new("atan2")
        .aliases(&["arctan2"])
        .doc(
            "The angle in radians of the point (other, input), in all four quadrants.\n\
             >>> torch.atan2(torch.tensor([1., 1.]), torch.tensor([1., -1.]))\n\
             tensor([0.7854, 2.3562])",
        )
        .autocast_cuda(Policy::Widest),
    Function::new("atanh").doc(
        "The inverse of tanh; infinite at -1 and 1, NaN beyond.\n\
             >>> torch.atanh(torch.tensor([0., 0.5, 1.]))\n\
             tensor([0.0000, 0.5493,    inf])",
    ),
    Function::new("bitwise_and")
        .doc(
            "input & other, bit by bit.\n\
             >>> torch.bitwise_and(torch.tensor([5, 6]), 3)\n\
             tensor([1, 2])",
        )
        .forms(&[
            "Tensor input, Tensor other, *, Tensor out = None",
            "Number self, Tensor other",
            "Tensor input, Number other, *, Tensor out = None",
        ])
        .method_forms(&["Tensor other", "Number other"])
        .in_place_forms(&["Tensor other", "Number other"]),
    Function::new("bitwise_left_shift")
        .doc(
            "input << other: times two, other times over.\n\
             >>> torch.bitwise_left_shift(torch.tensor([1, 3]), 2)\n\
             tensor([ 4, 12])",
        )
        .forms(&[
            "Tensor input, Tensor other, *, Tensor out = None",
            "Number self, Tensor other",
            "Tensor input, Number other, *, Tensor out = None",
        ])
        .method_forms(&["Tensor other", "Number other"])
        .in_place_forms(&["Tensor other", "Number other"]),
    Function::new("bitwise_not").doc(
        "~input, bit by bit.\n\
             >>> torch.bitwise_not(torch.tensor([0, 5]))\n\
             tensor([-1, -6])",
    ),
    Function::new("bitwise_or")
        .doc(
            "input | other, bit by bit.\n\
             >>> torch.bitwise_or(torch.tensor([5, 6]), 3)\n\
             tensor([7, 7])",
        )
        .forms(&[
            "Tensor input, Tensor other, *, Tensor out = None",
            "Number self, Tensor other",
            "Tensor input, Number other, *, Tensor out = None",
        ])
        .method_forms(&["Tensor other", "Number other"])
        .in_place_forms(&["Tensor other", "Number other"]),
    Function::new("bitwise_right_shift")
        .doc(
            "input >> other: halved, other times over, rounded down.\n\
             >>> torch.bitwise_right_shift(torch.tensor([8, 7]), 2)\n\
             tensor([2, 1])",
        )
        .forms(&[
            "Tensor input, Tensor other, *, Tensor out = None",
            "Number self, Tensor other",
            "Tensor input, Number other, *, Tensor out = None",
        ])
        .method_forms(&["Tensor other", "Number other"])
        .in_place_forms(&["Tensor other", "Number other"]),
    Function::new("bitwise_xor")
        .doc(
            "input ^ other, bit by bit.\n\
             >>> torch.bitwise_xor(torch.tensor([5, 6]), 3)\n\
             tensor([6, 5])",
        )
        .forms(&[
            "Tensor input, Tensor other, *, Tensor out = None",
            "Number self, Tensor other",
            "Tensor input, Number other, *, Tensor out = None",
        ])
        .method_forms(&["Tensor other", "Number other"])
        .in_place_forms(&["Tensor other", "Number other"]),
    Function::new("ceil").doc(
        "Rounded up to whole numbers.\n\
             >>> torch.ceil(torch.tensor([1.5, -1.5]))\n\
             tensor([ 2., -1.])",
    ),
    Function::new("clamp")
        .aliases(&["clip"])
        .shows_in_place()
        .forms(&[
            "Tensor input, Tensor min = None, Tensor max = None, *, Tensor out = None",
            "Tensor input, Number min = None, Number max = None, *, Tensor out = None",
        ])
        .method_forms(&["Tensor min = None, Tensor max = None", "Number min = None, Number max = None"])
        .in_place_forms(&["Tensor min = None, Tensor max = None", "Number min = None, Number max = None"]),
    Function::new("clamp_max")
        .takes_out()
        .shows_in_place()
        .forms(&["Tensor input, Tensor max, *, Tensor out = None", "Tensor input, Number max, *, Tensor out = None"])
        .method_forms(&["Tensor max", "Number max"]),
    Function::new("clamp_min")
        .takes_out()
        .shows_in_place()
        .forms(&["Tensor input, Tensor min, *, Tensor out = None", "Tensor input, Number min, *, Tensor out = None"])
        .method_forms(&["Tensor min", "Number min"]),
    Function::new("conj").node("ConjBackward0"),
    Function::new("conj_physical")
        .doc(
            "The conjugate, copied: real numbers are their own.\n\
             >>> torch.conj_physical(torch.tensor([1.+2.j]))\n\
             tensor([1.-2.j])",
        )
        .shows_in_place(),
    Function::new("copysign")
        .doc(
            "The size of input with the sign of other.\n\
             >>> torch.copysign(torch.tensor([1., 2.]), torch.tensor([-1., 1.]))\n\
             tensor([-1.,  2.])",
        )
        .forms(&[
            "Tensor input, Tensor other, *, Tensor out = None",
            "Tensor input, Number other, *, Tensor out = None",
        ])
        .method_forms(&["Tensor other", "Number other"])
        .in_place_forms(&["Tensor other", "Number other"]),
    Function::new("cos").doc(
        "The cosine of angles in radians.\n\
             >>> torch.cos(torch.tensor([0., 1., 2.]))\n\
             tensor([ 1.0000,  0.5403, -0.4161])",
    ),
    Function::new("cosh")
        .doc(
            "The hyperbolic cosine.\n\
             >>> torch.cosh(torch.tensor([0., 1.]))\n\
             tensor([1.0000, 1.5431])",
        )
        .autocast_cuda(Policy::Float32),
    Function::new("deg2rad").shows_in_place().node("Deg2RadBackward0"),
    Function::new("digamma").doc(
        "The derivative of lgamma.\n\
             >>> torch.digamma(torch.tensor([1., 5.]))\n\
             tensor([-0.5772,  1.5061])",
    ),
    Function::new("div")
        .aliases(&["divide", "true_divide"])
        .forms(&[
            "Tensor input, Tensor other, *, Tensor out = None",
            "Tensor input, Tensor other, *, str rounding_mode, Tensor out = None",
            "Tensor input, Number other, *, str rounding_mode",
        ])
        .method_forms(&["Tensor other", "Tensor other, *, str rounding_mode", "Number other, *, str rounding_mode"])
        .in_place_forms(&["Tensor other", "Tensor other, *, str rounding_mode", "Number other, *, str rounding_mode"]),
    Function::new("divide")
        .forms(&[
            "Tensor input, Tensor other, *, Tensor out = None",
            "Tensor input, Tensor other, *, str rounding_mode, Tensor out = None",
            "Tensor input, Number other",
            "Tensor input, Number other, *, str rounding_mode",
        ])
        .method_forms(&[
            "Tensor other",
            "Tensor other, *, str rounding_mode",
            "Number other",
            "Number other, *, str rounding_mode",
        ])
        .in_place_forms(&[
            "Tensor other",
            "Tensor other, *, str rounding_mode",
            "Number other",
            "Number other, *, str rounding_mode",
        ]),
    Function::new("eq")
        .doc(
            "True where both are equal. `torch.equal` compares whole tensors.\n\
             >>> torch.eq(torch.tensor([1, 2, 3]), torch.tensor([1, 0, 3]))\n\
             tensor([ True, False,  True])",
        )
        .forms(&[
            "Tensor input, Tensor other, *, Tensor out = None",
            "Tensor input, Number other, *, Tensor out = None",
        ])
        .method_forms(&["Tensor other", "Number other"])
        .in_place_forms(&["Tensor other", "Number other"]),
    Function::new("erf").doc(
        "The error function.\n\
             >>> torch.erf(torch.tensor([0., 0.5, 2.]))\n\
             tensor([0.0000, 0.5205, 0.9953])",
    ),
    Function::new("erfc").doc(
        "1 - erf(input).\n\
             >>> torch.erfc(torch.tensor([0., 0.5, 2.]))\n\
             tensor([1.0000, 0.4795, 0.0047])",
    ),
    Function::new("erfinv")
        .doc(
            "The inverse of erf; infinite at -1 and 1, NaN beyond.\n\
             >>> torch.erfinv(torch.tensor([0., 0.5, 1.]))\n\
             tensor([0.0000, 0.4769,    inf])",
        )
        .autocast_cuda(Policy::Float32),
    Function::new("exp")
        .doc(
            "e to the power of each element.\n\
             >>> torch.exp(torch.tensor([0., 1., 2.]))\n\
             tensor([1.0000, 2.7183, 7.3891])",
        )
        .autocast_cuda(Policy::Float32),
    Function::new("exp2").doc(
        "2 to the power of each element.\n\
             >>> torch.exp2(torch.tensor([0., 1., 3.]))\n\
             tensor([1., 2., 8.])",
    ),
    Function::new("expm1")
        .doc(
            "exp(input) - 1, exact also for small numbers.\n\
             >>> torch.expm1(torch.tensor([0., 1e-10]))\n\
             tensor([0.0000e+00, 1.0000e-10])",
        )
        .autocast_cuda(Policy::Float32),
    Function::new("fill").shows_in_place().in_place_forms(&["Tensor value", "Number value"]),
    Function::new("float_power")
        .forms(&[
            "Tensor input, Tensor exponent, *, Tensor out = None",
            "Number self, Tensor exponent, *, Tensor out = None",
            "Tensor input, Number exponent, *, Tensor out = None",
        ])
        .method_forms(&["Tensor exponent", "Number exponent"])
        .in_place_forms(&["Tensor exponent", "Number exponent"]),
    Function::new("floor").doc(
        "Rounded down to whole numbers.\n\
             >>> torch.floor(torch.tensor([1.5, -1.5]))\n\
             tensor([ 1., -2.])",
    ),
    Function::new("floor_divide")
        .doc(
            "input / other, rounded down.\n\
             >>> torch.floor_divide(torch.tensor([7, -7]), 2)\n\
             tensor([ 3, -4])",
        )
        .forms(&["Tensor input, Tensor other, *, Tensor out = None", "Tensor input, Number other"])
        .method_forms(&["Tensor other", "Number other"])
        .in_place_forms(&["Tensor other", "Number other"]),
    Function::new("fmax").node("FmaxBackward0"),
    Function::new("fmin").node("FminBackward0"),
    Function::new("fmod")
        .doc(
            "What is left of input / other rounded towards zero; it has the dividend's sign, as C's fmod has.\n\
             >>> torch.fmod(torch.tensor([7, -7]), 3)\n\
             tensor([ 1, -1])",
        )
        .forms(&[
            "Tensor input, Tensor other, *, Tensor out = None",
            "Tensor input, Number other, *, Tensor out = None",
        ])
        .method_forms(&["Tensor other", "Number other"])
        .in_place_forms(&["Tensor other", "Number other"]),
    Function::new("frac").doc(
        "What stands behind the point, with its sign.\n\
             >>> torch.frac(torch.tensor([1.5, -1.25]))\n\
             tensor([ 0.5000, -0.2500])",
    ),
    Function::new("frexp").node("FrexpBackward0"),
    Function::new("gcd").shows_in_place(),
    Function::new("ge")
        .aliases(&["greater_equal"])
        .doc(
            "True where input is greater than other or equal.\n\
             >>> torch.ge(torch.tensor([1, 2, 3]), 2)\n\
             tensor([False,  True,  True])",
        )
        .forms(&[
            "Tensor input, Tensor other, *, Tensor out = None",
            "Tensor input, Number other, *, Tensor out = None",
        ])
        .method_forms(&["Tensor other", "Number other"])
        .in_place_forms(&["Tensor other", "Number other"]),
    Function::new("gelu").doc("input times the normal distribution function of input."),
    Function::new("gelu_tanh").doc("gelu, approximated by tanh."),
    Function::new("gt")
        .aliases(&["greater"])
        .doc(
            "True where input is greater than other.\n\
             >>> torch.gt(torch.tensor([1, 2, 3]), 2)\n\
             tensor([False, False,  True])",
        )
        .forms(&[
            "Tensor input, Tensor other, *, Tensor out = None",
            "Tensor input, Number other, *, Tensor out = None",
        ])
        .method_forms(&["Tensor other", "Number other"])
        .in_place_forms(&["Tensor other", "Number other"]),
    Function::new("hardsigmoid").doc("relu6(input + 3) / 6."),
    Function::new("hardswish").doc("input * relu6(input + 3) / 6."),
    Function::new("heaviside").node("NotImplemented"),
    Function::new("hypot").doc(
        "sqrt(input ** 2 + other ** 2), without overflow on the way.\n\
             >>> torch.hypot(torch.tensor([3.]), torch.tensor([4.]))\n\
             tensor([5.])",
    ),
    Function::new("isfinite").doc(
        "True where an element is neither NaN nor infinite.\n\
             >>> torch.isfinite(torch.tensor([1., float('nan'), float('inf')]))\n\
             tensor([ True, False, False])",
    ),
    Function::new("isinf").doc(
        "True where an element is infinite.\n\
             >>> torch.isinf(torch.tensor([1., float('nan'), float('inf')]))\n\
             tensor([False, False,  True])",
    ),
    Function::new("isnan").doc(
        "True where an element is NaN.\n\
             >>> torch.isnan(torch.tensor([1., float('nan'), float('inf')]))\n\
             tensor([False,  True, False])",
    ),
    Function::new("lcm").shows_in_place(),
    Function::new("ldexp").shows_in_place().node("LdexpBackward0").autocast(Policy::Composite),
    Function::new("le")
        .aliases(&["less_equal"])
        .doc(
            "True where input is less than other or equal.\n\
             >>> torch.le(torch.tensor([1, 2, 3]), 2)\n\
             tensor([ True,  True, False])",
        )
        .forms(&[
            "Tensor input, Tensor other, *, Tensor out = None",
            "Tensor input, Number other, *, Tensor out = None",
        ])
        .method_forms(&["Tensor other", "Number other"])
        .in_place_forms(&["Tensor other", "Number other"]),
    Function::new("lerp")
        .takes_out()
        .forms(&[
            "Tensor input, Tensor end, Tensor weight, *, Tensor out = None",
            "Tensor input, Tensor end, Number weight, *, Tensor out = None",
        ])
        .method_forms(&["Tensor end, Tensor weight", "Tensor end, Number weight"])
        .in_place_forms(&["Tensor end, Tensor weight", "Tensor end, Number weight"]),
    Function::new("lgamma").doc(
        "The logarithm of the size of the gamma function.\n\
             >>> torch.lgamma(torch.tensor([1., 5.]))\n\
             tensor([0.0000, 3.1781])",
    ),
    Function::new("log")
        .doc(
            "The natural logarithm; -inf at 0 and NaN below.\n\
             >>> torch.log(torch.tensor([1., 10., 0.]))\n\
             tensor([0.0000, 2.3026,   -inf])",
        )
        .autocast_cuda(Policy::Float32),
    Function::new("log10")
        .doc(
            "The logarithm to base 10.\n\
             >>> torch.log10(torch.tensor([1., 10., 1000.]))\n\
             tensor([0., 1., 3.])",
        )
        .autocast_cuda(Policy::Float32),
    Function::new("log1p")
        .doc(
            "log(1 + input), exact also for small numbers.\n\
             >>> torch.log1p(torch.tensor([0., 1e-10]))\n\
             tensor([0.0000e+00, 1.0000e-10])",
        )
        .autocast_cuda(Policy::Float32),
    Function::new("log2")
        .doc(
            "The logarithm to base 2.\n\
             >>> torch.log2(torch.tensor([1., 2., 8.]))\n\
             tensor([0., 1., 3.])",
        )
        .autocast_cuda(Policy::Float32),
    Function::new("log_sigmoid").doc("log(sigmoid(input)), computed safely."),
    Function::new("logaddexp").doc(
        "log(exp(input) + exp(other)), computed safely.\n\
             >>> torch.logaddexp(torch.tensor([0., 1000.]), torch.tensor([0., 1000.]))\n\
             tensor([6.9315e-01, 1.0007e+03])",
    ),
    Function::new("logaddexp2").node("Logaddexp2Backward0"),
    Function::new("logical_and").doc(
        "True where both are not zero.\n\
             >>> torch.logical_and(torch.tensor([0, 1, 2]), torch.tensor([1, 0, 3]))\n\
             tensor([False, False,  True])",
    ),
    Function::new("logical_not").doc(
        "True where an element is zero.\n\
             >>> torch.logical_not(torch.tensor([0, 1, 2]))\n\
             tensor([ True, False, False])",
    ),
    Function::new("logical_or").doc(
        "True where one of both is not zero.\n\
             >>> torch.logical_or(torch.tensor([0, 0, 2]), torch.tensor([1, 0, 3]))\n\
             tensor([ True, False,  True])",
    ),
    Function::new("logical_xor").doc(
        "True where exactly one of both is not zero.\n\
             >>> torch.logical_xor(torch.tensor([0, 0, 2]), torch.tensor([1, 0, 3]))\n\
             tensor([ True, False, False])",
    ),
    Function::new("lt")
        .aliases(&["less"])
        .doc(
            "True where input is less than other.\n\
             >>> torch.lt(torch.tensor([1, 2, 3]), 2)\n\
             tensor([ True, False, False])",
        )
        .forms(&[
            "Tensor input, Tensor other, *, Tensor out = None",
            "Tensor input, Number other, *, Tensor out = None",
        ])
        .method_forms(&["Tensor other", "Number other"])
        .in_place_forms(&["Tensor other", "Number other"]),
    Function::new("masked_fill")
        .forms(&["Tensor input, Tensor mask, Tensor value", "Tensor input, Tensor mask, Number value"])
        .method_forms(&["Tensor mask, Tensor value", "Tensor mask, Number value"])
        .in_place_forms(&["Tensor mask, Tensor value", "Tensor mask, Number value"]),
    Function::new("maximum").doc(
        "The larger of two, element by element; NaN where one is.\n\
             >>> torch.maximum(torch.tensor([1, 5]), torch.tensor([3, 2]))\n\
             tensor([3, 5])",
    ),
    Function::new("minimum").doc(
        "The smaller of two, element by element; NaN where one is.\n\
             >>> torch.minimum(torch.tensor([1, 5]), torch.tensor([3, 2]))\n\
             tensor([1, 2])",
    ),
    Function::new("mish").doc("input * tanh(log(1 + exp(input)))."),
    Function::new("mul").aliases(&["multiply"]).doc(
        "input * other, element by element.\n\
             >>> torch.mul(torch.tensor([1, 2, 3]), 10)\n\
             tensor([10, 20, 30])",
    ),
    Function::new("multiply")
        .forms(&["Tensor input, Tensor other, *, Tensor out = None", "Tensor input, Number other"])
        .method_forms(&["Tensor other", "Number other"])
        .in_place_forms(&["Tensor other", "Number other"]),
    Function::new("mvlgamma").node("MvlgammaBackward0"),
    Function::new("nan_to_num").takes_out().shows_in_place(),
    Function::new("ne")
        .aliases(&["not_equal"])
        .doc(
            "True where both differ.\n\
             >>> torch.ne(torch.tensor([1, 2, 3]), torch.tensor([1, 0, 3]))\n\
             tensor([False,  True, False])",
        )
        .forms(&[
            "Tensor input, Tensor other, *, Tensor out = None",
            "Tensor input, Number other, *, Tensor out = None",
        ])
        .method_forms(&["Tensor other", "Number other"])
        .in_place_forms(&["Tensor other", "Number other"]),
    Function::new("neg").aliases(&["negative"]).doc(
        "-input.\n\
             >>> torch.neg(torch.tensor([1., -2.]))\n\
             tensor([-1.,  2.])",
    ),
    Function::new("polar").autocast_cpu(Policy::Float32),
    Function::new("pow")
        .doc(
            "input to the power of other.\n\
             >>> torch.pow(torch.tensor([1., 2., 3.]), 2)\n\
             tensor([1., 4., 9.])",
        )
        .autocast_cuda(Policy::Float32)
        .forms(&[
            "Tensor input, Tensor exponent, *, Tensor out = None",
            "Number self, Tensor exponent, *, Tensor out = None",
            "Tensor input, Number exponent, *, Tensor out = None",
        ])
        .method_forms(&["Tensor exponent", "Number exponent"])
        .in_place_forms(&["Tensor exponent", "Number exponent"]),
    Function::new("rad2deg").shows_in_place().node("Rad2DegBackward0"),
    Function::new("reciprocal")
        .doc(
            "1 / input.\n\
             >>> torch.reciprocal(torch.tensor([2., 4.]))\n\
             tensor([0.5000, 0.2500])",
        )
        .autocast_cuda(Policy::Float32),
    Function::new("relu").doc(
        "max(input, 0).\n\
             >>> torch.relu(torch.tensor([-1., 0., 2.]))\n\
             tensor([0., 0., 2.])",
    ),
    Function::new("remainder")
        .doc(
            "What is left of input / other rounded down; it has the divisor's sign, as Python's % has.\n\
             >>> torch.remainder(torch.tensor([7, -7]), 3)\n\
             tensor([1, 2])",
        )
        .forms(&[
            "Tensor input, Tensor other, *, Tensor out = None",
            "Number self, Tensor other",
            "Tensor input, Number other, *, Tensor out = None",
        ])
        .method_forms(&["Tensor other", "Number other"])
        .in_place_forms(&["Tensor other", "Number other"]),
    Function::new("resize_as").shows_in_place(),
    Function::new("round")
        .shows_in_place()
        .forms(&["Tensor input, *, Tensor out = None", "Tensor input, *, int decimals, Tensor out = None"])
        .method_forms(&["", "*, int decimals"]),
    Function::new("rsqrt")
        .doc(
            "1 / sqrt(input).\n\
             >>> torch.rsqrt(torch.tensor([4., 1.]))\n\
             tensor([0.5000, 1.0000])",
        )
        .autocast_cuda(Policy::Float32),
    Function::new("rsub")
        .forms(&["Tensor input, Tensor other, *, Number alpha = 1", "Tensor input, Number other, Number alpha = 1"]),
    Function::new("selu").doc(
        "1.0507 * input where positive, else 1.7581 * (exp(input) - 1).\n\
             >>> torch.selu(torch.tensor([-1., 0., 2.]))\n\
             tensor([-1.1113,  0.0000,  2.1014])",
    ),
    Function::new("sgn").doc(
        "The sign; of a complex number the one of size 1 in its direction.\n\
             >>> torch.sgn(torch.tensor([-3., 0., 5.]))\n\
             tensor([-1.,  0.,  1.])",
    ),
    Function::new("sigmoid").aliases(&["special_expit"]).doc(
        "1 / (1 + exp(-input)): any number brought into (0, 1).\n\
             >>> torch.sigmoid(torch.tensor([-10., 0., 2.]))\n\
             tensor([4.5398e-05, 5.0000e-01, 8.8080e-01])",
    ),
    Function::new("sign").doc(
        "-1, 0 or 1: the sign of each element.\n\
             >>> torch.sign(torch.tensor([-3., 0., 5.]))\n\
             tensor([-1.,  0.,  1.])",
    ),
    Function::new("signbit").doc(
        "True where an element has a minus sign, -0.0 too.\n\
             >>> torch.signbit(torch.tensor([-1., 0., -0.]))\n\
             tensor([ True, False,  True])",
    ),
    Function::new("silu").doc("input * sigmoid(input)."),
    Function::new("sin").doc(
        "The sine of angles in radians.\n\
             >>> torch.sin(torch.tensor([0., 1., 2.]))\n\
             tensor([0.0000, 0.8415, 0.9093])",
    ),
    Function::new("sinh")
        .doc(
            "The hyperbolic sine.\n\
             >>> torch.sinh(torch.tensor([0., 1.]))\n\
             tensor([0.0000, 1.1752])",
        )
        .autocast_cuda(Policy::Float32),
    Function::new("softplus").autocast_cuda(Policy::Float32),
    Function::new("sqrt").doc(
        "The square root; NaN for negative numbers.\n\
             >>> torch.sqrt(torch.tensor([4., 2., -1.]))\n\
             tensor([2.0000, 1.4142,    nan])",
    ),
    Function::new("square")
        .doc(
            "input * input.\n\
             >>> torch.square(torch.tensor([1., -2., 3.]))\n\
             tensor([1., 4., 9.])",
        )
        .autocast_cuda(Policy::Float32),
    Function::new("sub").aliases(&["subtract"]),
    Function::new("tan")
        .doc(
            "The tangent of angles in radians.\n\
             >>> torch.tan(torch.tensor([0., 1.]))\n\
             tensor([0.0000, 1.5574])",
        )
        .autocast_cuda(Policy::Float32),
    Function::new("tanh").doc(
        "The hyperbolic tangent: any number brought into (-1, 1).\n\
             >>> torch.tanh(torch.tensor([-10., 0., 1.]))\n\
             tensor([-1.0000,  0.0000,  0.7616])",
    ),
    Function::new("trigamma").doc("The derivative of digamma."),
    Function::new("true_divide")
        .forms(&["Tensor input, Tensor other, *, Tensor out = None", "Tensor input, Number other"])
        .method_forms(&["Tensor other", "Number other"]),
    Function::new("trunc").aliases(&["fix"]).doc(
        "Rounded towards zero.\n\
             >>> torch.trunc(torch.tensor([1.5, -1.5]))\n\
             tensor([ 1., -1.])",
    ),
    Function::new("trunc_divide").doc("input / other, rounded towards zero."),
    Function::new("view_as_complex").autocast_cpu(Policy::Float32),
    Function::new("where")
        .takes_out()
        .forms(&[
            "Tensor condition",
            "Tensor condition, Tensor input, Tensor other, *, Tensor out = None",
            "Tensor condition, Number self, Tensor other",
            "Tensor condition, Tensor input, Number other",
            "Tensor condition, Number self, Number other",
        ])
        .method_forms(&["Tensor condition, Tensor other", "Tensor condition, Number other"]),
    Function::new("xlogy")
        .doc(
            "input * log(other), and 0 where input is 0.\n\
             >>> torch.xlogy(torch.tensor([0., 2.]), torch.tensor([0., 10.]))\n\
             tensor([0.0000, 4.6052])",
        )
        .shows_in_place()
        .forms(&[
            "Tensor input, Tensor other, *, Tensor out = None",
            "Number self, Tensor other, *, Tensor out = None",
            "Tensor input, Number other, *, Tensor out = None",
        ])
        .method_forms(&["Tensor other", "Number other"])
        .in_place_forms(&["Tensor other", "Number other"]),
];
