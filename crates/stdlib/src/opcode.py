# opcode: names of instructions; this interpreter's are its own, see dis.

from dis import hasarg, hascompare, hasconst, hasexc, hasfree, hasjabs, hasjrel, haslocal, hasname, opmap, opname, stack_effect

cmp_op = ("<", "<=", "==", "!=", ">", ">=")
HAVE_ARGUMENT, EXTENDED_ARG = 0, -1
