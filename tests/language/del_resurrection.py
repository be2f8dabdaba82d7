# An object that its __del__ keeps alive is finalized once.
saved = []
class R:
    def __init__(self, n): self.n = n
    def __del__(self):
        print("del", self.n)
        saved.append(self)
r = R(1); del r
print(saved[0].n)
saved.clear()
print("cleared", len(saved))
