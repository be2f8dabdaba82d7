import time
a = time.perf_counter(); time.sleep(0.01); b = time.perf_counter(); print(0.009 < b - a, time.time() > 1.6e9, time.monotonic() <= time.monotonic(), isinstance(time.time_ns(), int), time.process_time() >= 0)
t = time.gmtime(0); print(t, t.tm_year, t[0], t.tm_yday, time.strftime("%Y-%m-%d %H:%M:%S", t), time.strftime("%a %b %d %j %y %p %I", t), time.asctime(t), time.strptime("30 Nov 2023", "%d %b %Y")[:8], len(time.strftime("%H:%M")), time.mktime(time.localtime(1000000)) == 1000000.0)
for f in [lambda: time.sleep(-1), lambda: time.sleep("a"), lambda: time.strptime("x", "%d")]:
    try: f()
    except Exception as e: print(type(e).__name__, e)
