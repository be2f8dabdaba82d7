"""The class of nested tensors."""
