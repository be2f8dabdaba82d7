"""Custom operators: their schemas, registration and calls. `torch.library` is built on it."""
