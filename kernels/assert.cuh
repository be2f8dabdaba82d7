// `torch._assert_async`: checks a condition on the device; a failure ends the context. `torch.cuda._sleep`: lets time pass.

struct Assert {
    u64 input; // address of one element
    u64 bytes;
};

// True if any byte is not zero; a float's sign bit does not count.
INLINE void assert_nonzero(const Assert& s) {
    const u8* bytes = (const u8*)s.input;
    bool nonzero = false;
    for (u64 i = 0; i < s.bytes; i++) nonzero |= (i + 1 == s.bytes ? bytes[i] & 0x7f : bytes[i]) != 0;
    if (s.bytes == 1) nonzero = bytes[0] != 0;
    assert(nonzero);
}

struct Spin {
    i64 cycles;
};

INLINE void spin_for(const Spin& s) {
    const i64 begin = clock64();
    while (clock64() - begin < s.cycles) {}
}
