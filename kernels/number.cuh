// The functions that a pointwise row's expression may call, on CUDA. crates/engine/src/cpu/number.rs has the same for the CPU
// and says what each means. V is the type that a row computes in: float, double, i32 or i64.

namespace number {

#define FLOAT_FUNCTION(name) \
    INLINE float name(float x) { return ::name##f(x); } \
    INLINE double name(double x) { return ::name(x); }
FLOAT_FUNCTION(exp) FLOAT_FUNCTION(exp2) FLOAT_FUNCTION(expm1)
FLOAT_FUNCTION(log) FLOAT_FUNCTION(log2) FLOAT_FUNCTION(log10) FLOAT_FUNCTION(log1p)
FLOAT_FUNCTION(sqrt) FLOAT_FUNCTION(erf) FLOAT_FUNCTION(erfc) FLOAT_FUNCTION(lgamma)
FLOAT_FUNCTION(sin) FLOAT_FUNCTION(cos) FLOAT_FUNCTION(tan) FLOAT_FUNCTION(asin) FLOAT_FUNCTION(acos) FLOAT_FUNCTION(atan)
FLOAT_FUNCTION(sinh) FLOAT_FUNCTION(cosh) FLOAT_FUNCTION(tanh) FLOAT_FUNCTION(asinh) FLOAT_FUNCTION(acosh) FLOAT_FUNCTION(atanh)
FLOAT_FUNCTION(floor) FLOAT_FUNCTION(ceil) FLOAT_FUNCTION(trunc)
#define FLOAT_FUNCTION_OF_TWO(name) \
    INLINE float name(float x, float y) { return ::name##f(x, y); } \
    INLINE double name(double x, double y) { return ::name(x, y); }
FLOAT_FUNCTION_OF_TWO(atan2) FLOAT_FUNCTION_OF_TWO(hypot) FLOAT_FUNCTION_OF_TWO(copysign)
FLOAT_FUNCTION_OF_TWO(fmod) FLOAT_FUNCTION_OF_TWO(pow)

INLINE float round(float x) { return ::rintf(x); }
INLINE double round(double x) { return ::rint(x); }
INLINE float abs(float x) { return ::fabsf(x); }
INLINE double abs(double x) { return ::fabs(x); }
template <class V> INLINE V rsqrt(V x) { return (V)1 / sqrt(x); }
template <class V> INLINE V erf_plus_one(V x) { return (V)1 + erf(x); }
INLINE bool signbit(float x) { return float_bits(x) >> 31; }
INLINE bool signbit(double x) { return copysign(1.0, x) < 0; }

// Rounding leaves integers unchanged.
template <class V> INLINE V floor(V x) { return x; }
template <class V> INLINE V ceil(V x) { return x; }
template <class V> INLINE V trunc(V x) { return x; }
template <class V> INLINE V round(V x) { return x; }
template <class V> INLINE V abs(V x) { return x < 0 ? -x : x; }
template <class V> INLINE bool signbit(V x) { return x < 0; }

template <class A, class B> INLINE auto select(bool condition, A x, B y) -> decltype(condition ? A() : B()) { return condition ? x : y; }
template <class V> INLINE V sign(V x) { return (V)((x > (V)0) - (x < (V)0)); }
// Identity: the kernels compute with real numbers only.
template <class V> INLINE V conj(V x) { return x; }
template <class V> INLINE V sgn(V x) { return sign(x); }
template <class V> INLINE bool isnan(V x) { return x != x; }
template <class V> INLINE V angle(V x) { return isnan(x) ? x : x < (V)0 ? (V)3.141592653589793 : (V)0; }
template <class V> INLINE bool isinf(V x) {
    if constexpr (Floating<V>::value) return abs(x) == Limits<V>::highest();
    else return false;
}
template <class V> INLINE bool isfinite(V x) {
    if constexpr (Floating<V>::value) return abs(x) < Limits<V>::highest();
    else return true;
}
template <class V> INLINE V minimum(V x, V y) { return isnan(x) ? x : isnan(y) ? y : x < y ? x : y; }
template <class V> INLINE V maximum(V x, V y) { return isnan(x) ? x : isnan(y) ? y : x > y ? x : y; }

// Integer quotients. Division by zero gives -1 as on a GPU, never a trap; the least integer divided by -1 wraps.
template <class V> INLINE V quotient(V x, V y) { return y == 0 ? (V)-1 : y == -1 ? -x : x / y; }
template <class V> INLINE V fmod(V x, V y) { return y == 0 ? x : y == -1 ? (V)0 : x % y; }

template <class V> INLINE V trunc_divide(V x, V y) {
    if constexpr (Floating<V>::value) return trunc(x / y);
    else return quotient(x, y);
}
template <class V> INLINE V floor_divide(V x, V y) {
    if constexpr (Floating<V>::value) { // c10::div_floor_floating
        if (y == 0) return x / y;
        V rest = fmod(x, y), exact = (x - rest) / y;
        if (rest != 0 && (y < 0) != (rest < 0)) exact -= 1;
        if (exact == 0) return copysign((V)0, x / y);
        V floored = floor(exact);
        return exact - floored > (V)0.5 ? floored + 1 : floored;
    } else {
        V rest = fmod(x, y);
        return quotient(x, y) - (V)(rest != 0 && (y < 0) != (rest < 0));
    }
}
template <class V> INLINE V remainder(V x, V y) {
    V rest = fmod(x, y);
    return rest != 0 && (y < 0) != (rest < 0) ? rest + y : rest;
}

// Integer powers by repeated squaring.
template <class V> INLINE V pow(V base, V exponent) {
    if (exponent < 0) return base == 1 ? 1 : base == -1 ? (exponent & 1 ? -1 : 1) : 0;
    V result = 1;
    for (; exponent; exponent >>= 1, base *= base)
        if (exponent & 1) result *= base;
    return result;
}

template <class V> INLINE V bitwise_not(V x) { return ~x; }
template <class V> INLINE V left_shift(V x, V n) { return n < 0 || n >= (V)(8 * sizeof(V)) ? (V)0 : (V)((u64)x << n); }
template <class V> INLINE V right_shift(V x, V n) {
    constexpr V LAST = 8 * sizeof(V) - 1;
    return x >> (n < 0 || n > LAST ? LAST : n);
}

template <class V> INLINE V logaddexp(V x, V y) {
    if (isinf(x) && x == y) return x;
    return maximum(x, y) + log1p(exp(-abs(x - y)));
}

// Giles' rational approximation, then two Newton steps (as PyTorch's calc_erfinv).
template <class V> INLINE V erfinv(V y) {
    V magnitude = abs(y), x;
    if (magnitude > 1) return (V)0 / (V)0;
    if (magnitude == 1) return copysign(Limits<V>::highest(), y);
    if (magnitude <= (V)0.7) {
        V z = y * y;
        x = y * ((((V)-0.140543331 * z + (V)0.914624893) * z + (V)-1.645349621) * z + (V)0.886226899)
            / (((((V)0.012229801 * z + (V)-0.329097515) * z + (V)1.442710462) * z + (V)-2.118377725) * z + (V)1);
    } else {
        V z = sqrt(-log(((V)1 - magnitude) / (V)2));
        x = copysign(((((V)1.641345311 * z + (V)3.429567803) * z + (V)-1.624906493) * z + (V)-1.970840454)
                     / (((V)1.637067800 * z + (V)3.543889200) * z + (V)1), y);
    }
    for (int step = 0; step < 2; step++) x -= (erf(x) - y) / ((V)1.1283791670955126 * exp(-x * x));
    return x;
}

// The recurrence up to 10, then the asymptotic series (Cephes' psi).
template <class V> INLINE V digamma(V x) {
    if (x == 0) return copysign(Limits<V>::highest(), -x);
    V total = 0;
    if (x < 0) {
        if (x == trunc(x)) return (V)0 / (V)0;
        V turn = (V)3.141592653589793 * (x - trunc(x));
        total = -(V)3.141592653589793 / tan(turn);
        x = 1 - x;
    }
    for (; x < 10; x += 1) total -= 1 / x;
    V z = 1 / (x * x);
    V series = z * ((V)(1.0 / 12) - z * ((V)(1.0 / 120) - z * ((V)(1.0 / 252) - z * ((V)(1.0 / 240) - z * ((V)(1.0 / 132)
        - z * ((V)(691.0 / 32760) - z * (V)(1.0 / 12)))))));
    return total + log(x) - (V)0.5 / x - series;
}
template <class V> INLINE V trigamma(V x) {
    V total = 0, sign = 1;
    if (x < (V)0.5) {
        V sine = sin((V)3.141592653589793 * x);
        total = -(V)9.869604401089358 / (sine * sine);
        sign = -1;
        x = 1 - x;
    }
    V sum = 0;
    for (int step = 0; step < 6; step++, x += 1) sum += 1 / (x * x);
    V z = 1 / (x * x);
    sum += (1 + 1 / (2 * x) + z * ((V)(1.0 / 6) - z * ((V)(1.0 / 30) - z * ((V)(1.0 / 42) - z * (V)(1.0 / 30))))) / x;
    return sign * (total + sum);
}

} // namespace number
