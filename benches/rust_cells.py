# What `%%rust` costs: see rust_cells.rs.
import time

import torch


def rust(code):
    start = time.perf_counter()
    get_ipython().run_cell_magic("rust", "", code)
    return time.perf_counter() - start


def median(times):
    return sorted(times)[len(times) // 2]


print(f"first cell of a session    {rust('let a = 1;'):8.2f} s")
print(f"later cell, a statement    {median([rust(f'let b = {i};') for i in range(7)]):8.2f} s")
x = torch.ones(100)
views = [rust('{ let x = view::<f32>("x")?; assert_eq!(x.len(), 100); }') for _ in range(7)]
print(f"later cell, with a view    {median(views):8.2f} s")
rust(
    """
#[tensorcell_cell::export]
fn nothing() {}
#[tensorcell_cell::export]
fn scale(x: View<f32>, k: f32) -> Array<f32> { &*x * k }
"""
)


def calls(work, count=2000):
    for _ in range(100):
        work()
    start = time.perf_counter()
    for _ in range(count):
        work()
    return (time.perf_counter() - start) / count * 1e6


print(f"call without arguments     {calls(lambda: nothing()):8.1f} us")
print(f"call with a tensor of 100  {calls(lambda: scale(x, 2.0)):8.1f} us")
huge = torch.ones(1 << 28)
rust(
    'let start = std::time::Instant::now(); let huge = view::<f32>("huge")?; put("micros", start.elapsed().as_secs_f64() * 1e6)?;'
)
print(f"sharing 1 GB               {micros:8.1f} us")
