// A chain whose last step's elements are reduced: what its kernel is launched with.

struct ChainReduce {
    Chain chain;
    Reduce reduce;
};
