"""How operators of programs are described, kept and called: `torch.library` is written on it."""
