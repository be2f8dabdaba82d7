// Launch parameters of a chain whose results are reduced.

struct ChainReduce {
    Chain chain;
    Reduce reduce;
};
