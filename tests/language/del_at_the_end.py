# What the module still holds at the script's end is finalized.
class D:
    def __init__(self, n): self.n = n
    def __del__(self): print("bye", self.n)
a = D("a"); b = D("b")
print("end")
