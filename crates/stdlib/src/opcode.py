# opcode: names of instructions; this interpreter's are its own, see dis.

from dis import (
    EXTENDED_ARG,
    HAVE_ARGUMENT,
    cmp_op,
    hasarg,
    hascompare,
    hasconst,
    hasexc,
    hasfree,
    hasjabs,
    hasjrel,
    hasjump,
    haslocal,
    hasname,
    opmap,
    opname,
    stack_effect,
)
