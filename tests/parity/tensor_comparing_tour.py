# Equal, close, and what NaN does.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
nan = float("nan")
a, b = torch.tensor([1.0, nan, 3.0], device=device), torch.tensor([1.0, nan, 3.00001], device=device)
print((a == b).tolist(), torch.equal(a, a), torch.allclose(a, b), torch.allclose(a, b, equal_nan=True), torch.isclose(a, b).tolist(), torch.isclose(a, b, rtol=1e-8, equal_nan=True).tolist(), (a != b).tolist())
print(a.eq(1).tolist(), torch.lt(a, b).tolist(), a.ge(1).tolist(), torch.isnan(a).tolist(), a.isinf().tolist(), torch.equal(a, a[:2]), a.max().item(), a.nan_to_num(0).max().item(), torch.nanmean(a).item(), torch.nanmedian(a).item())
print(torch.logical_and(torch.tensor([True, False]), torch.tensor([1, 1])).tolist(), torch.logical_xor(torch.tensor([1, 0]), torch.tensor([1, 1])).tolist(), torch.logical_not(torch.tensor([0.0, 2.0])).tolist(), torch.any(torch.zeros(2, 2), 1).tolist(), torch.all(torch.ones(2, 2), 0).tolist())
torch.testing.assert_close(a, a.clone(), equal_nan=True)
for x, y in ((torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.5])), (torch.ones(2), torch.ones(3)), (torch.ones(1), torch.ones(1).double())):
    try:
        torch.testing.assert_close(x, y)
    except AssertionError as error:
        print(str(error).replace("\n", " | "))
