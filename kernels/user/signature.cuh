// A kernel's parameters as numbers in the compiled program: the kind and size of each.
// `crates/engine/src/cuda/user/signature.rs` reads them.
namespace tensorcell_signature {

// 0: a type that is neither a tensor nor a number.
template <class T> struct element { static const unsigned kind = 0, lanes = 1; };
template <class T> struct element<T*> { static const unsigned kind = 18, lanes = 1; };
#define TENSORCELL_ELEMENT(T, number) \
    template <> struct element<T> { static const unsigned kind = number, lanes = 1; };
#define TENSORCELL_VECTOR(T, number) \
    template <> struct element<T##2> { static const unsigned kind = number, lanes = 2; }; \
    template <> struct element<T##3> { static const unsigned kind = number, lanes = 3; }; \
    template <> struct element<T##4> { static const unsigned kind = number, lanes = 4; };
TENSORCELL_ELEMENT(bool, 1)
TENSORCELL_ELEMENT(signed char, 2)
TENSORCELL_ELEMENT(char, 3)
TENSORCELL_ELEMENT(unsigned char, 4)
TENSORCELL_ELEMENT(short, 5)
TENSORCELL_ELEMENT(unsigned short, 6)
TENSORCELL_ELEMENT(int, 7)
TENSORCELL_ELEMENT(unsigned, 8)
TENSORCELL_ELEMENT(long, 9)
TENSORCELL_ELEMENT(unsigned long, 10)
TENSORCELL_ELEMENT(long long, 11)
TENSORCELL_ELEMENT(unsigned long long, 12)
TENSORCELL_ELEMENT(float, 13)
TENSORCELL_ELEMENT(double, 14)
TENSORCELL_ELEMENT(void, 17)
TENSORCELL_VECTOR(char, 2)
TENSORCELL_VECTOR(uchar, 4)
TENSORCELL_VECTOR(short, 5)
TENSORCELL_VECTOR(ushort, 6)
TENSORCELL_VECTOR(int, 7)
TENSORCELL_VECTOR(uint, 8)
TENSORCELL_VECTOR(longlong, 11)
TENSORCELL_VECTOR(ulonglong, 12)
TENSORCELL_VECTOR(float, 13)
TENSORCELL_VECTOR(double, 14)
#ifdef __CUDA_FP16_H__
TENSORCELL_ELEMENT(__half, 15)
template <> struct element<__half2> { static const unsigned kind = 15, lanes = 2; };
#endif
#ifdef __CUDA_BF16_H__
TENSORCELL_ELEMENT(__nv_bfloat16, 16)
template <> struct element<__nv_bfloat162> { static const unsigned kind = 16, lanes = 2; };
#endif

template <class T> struct plain { typedef T type; static const unsigned constant = 0; };
template <class T> struct plain<const T> { typedef T type; static const unsigned constant = 1; };
template <class T> struct plain<volatile T> { typedef T type; static const unsigned constant = 0; };
template <class T> struct plain<const volatile T> { typedef T type; static const unsigned constant = 1; };

// Bits 0 to 7: the element's kind; 8 to 15: its lanes; 16: pointer; 17: const; 18: reference.
template <class T> struct parameter {
    typedef element<typename plain<T>::type> of;
    static const unsigned what = of::kind | of::lanes << 8, bytes = sizeof(T);
};
template <class T> struct parameter<T*> {
    typedef element<typename plain<T>::type> of;
    static const unsigned what = of::kind | of::lanes << 8 | 1u << 16 | plain<T>::constant << 17, bytes = sizeof(T*);
};
template <class T> struct parameter<T&> { static const unsigned what = 1u << 18, bytes = sizeof(void*); };

template <class F> struct numbers;
template <class... A> struct numbers<void (*)(A...)> {
    unsigned values[1 + 2 * sizeof...(A)] = {(unsigned)sizeof...(A), parameter<A>::what..., parameter<A>::bytes...};
};

}  // namespace tensorcell_signature
