"""What native code of kernels may do to its process: it costs the launch, never the session. Kernels are compiled with and
without checks. Each of `refused` writes what the system answered, which must be a refusal."""

import torch
import tensorcell

assert torch.cuda.get_device_name() == "Emulated GPU", "a GPU runs no native code: nothing to see there"
SOURCE = r"""
extern "C" {
int kill(int, int);
int raise(int);
int getpid();
int getppid();
int fork();
void _exit(int);
int close(int);
void (*signal(int, void (*)(int)))(int);
int fill(void*) asm("sigfillset");
int block(int, void*, void*) asm("sigprocmask");
int make_thread(unsigned long*, void*, void* (*)(void*), void*) asm("pthread_create");
int join_thread(unsigned long, void**) asm("pthread_join");
int open_file(const char*, int, ...) asm("open");
}
__device__ int deep(volatile int* x, int n) {
    volatile int here[100];
    here[n % 100] = n;
    return n > 0 ? deep(x, n - 1) + here[n % 100] : x[0];
}

__global__ void aborts(int* x) { abort(); }
__global__ void exits(int* x) { exit(3); }
__global__ void exits_well(int* x) { exit(0); }
__global__ void exits_at_once(int* x) { _exit(0); }
__global__ void kills_itself(int* x) { raise(9); }
__global__ void stops_by_alarm(int* x) { raise(14); }
__global__ void throws(int* x) { throw 1; }
__global__ void divides(int* x) { x[0] = x[1] / x[2]; }
__global__ void recurses(int* x) { x[0] = deep(x, 100000000); }
__global__ void recurses_in_fibers(int* x) { __syncthreads(); x[0] = deep(x, 100000000); __syncthreads(); }
__global__ void writes_to_null(int* x) { *(volatile int*)0 = 1; }
__global__ void writes_everywhere(int* x) { for (char* p = (char*)0x400000; ; p += 4096) *(volatile char*)p = 1; }
__global__ void sets_everything(int* x) { memset((char*)x - (1l << 30), 1, 1l << 31); }
__global__ void calls_null(int* x) { ((void (*)())0)(); }
__global__ void calls_data(int* x) { ((void (*)())(void*)x)(); }
__global__ void frees_what_is_not_its_own(int* x) { free((void*)x); }
__global__ void traps(int* x) { __builtin_trap(); }
__global__ void prints_nothing_there(int* x) { printf("%s", (char*)1); }
__global__ void aborts_in_a_thread(int* x) {
    unsigned long thread;
    make_thread(&thread, 0, [](void*) -> void* { abort(); }, 0);
    join_thread(thread, 0);
}
__global__ void takes_all_memory(int* x) {
    for (;;) if (char* p = (char*)malloc(1l << 40)) p[1l << 39] = 1; else abort();
}

__global__ void kills_the_session(int* x) { x[0] = kill(getppid(), 9); }
__global__ void kills_all(int* x) { x[0] = kill(-1, 9); }
__global__ void forks(int* x) { x[0] = fork(); }
__global__ void reads_a_file(int* x) { x[0] = open_file("/etc/passwd", 0); }
__global__ void starts_a_program(int* x) { x[0] = system("true") == 0 ? 0 : -1; }

__global__ void closes_all(int* x) { for (int i = 0; i < 1000; i++) close(i); x[0] = 7; }
__global__ void ignores_signals(int* x) { char all[256]; fill(all); block(0, all, 0); signal(11, (void (*)(int))1); x[0] = 7; }
__global__ void fine(int* x) { x[threadIdx.x] = threadIdx.x; }
"""
names = [line.split("void ")[1].split("(")[0] for line in SOURCE.splitlines() if line.startswith("__global__")]
refused = names[names.index("kills_the_session") : names.index("closes_all")]
harmless = names[names.index("closes_all") : names.index("fine")]
by_its_process = {
    "aborts": "SIGABRT",
    "exits": "exit status 3",
    "exits_well": "exit status 0",
    "exits_at_once": "exit status 0",
    "kills_itself": "SIGKILL",
    "stops_by_alarm": "SIGALRM",
    "frees_what_is_not_its_own": "SIGABRT",
    "aborts_in_a_thread": "SIGABRT",
}


def launched(kernel):
    x = torch.zeros(64, dtype=torch.int32, device="cuda")
    kernel[2, 32](x)
    return x[0].item()


for check in (True, False):
    program = tensorcell.cuda_compile(SOURCE, name="native.cu", check=check)
    for name in names:
        kernel = getattr(program, name)
        if name in refused:
            assert launched(kernel) == -1, name
        elif name in harmless:
            assert launched(kernel) == 7, name
        elif name != "fine":
            try:
                launched(kernel)
            except RuntimeError as error:
                assert by_its_process.get(name, "") in str(error), (name, str(error))
            else:
                raise AssertionError(f"{name} went well")
        x = torch.zeros(64, dtype=torch.int32, device="cuda")
        program.fine[1, 64](x)
        assert x.tolist() == list(range(64)), name

# Variables of a program stay between launches, and between a launch and the host.
counting = tensorcell.cuda_compile(r"""
__device__ int count = 40;
__global__ void counts(int* x) { if (threadIdx.x == 0) x[0] = ++count; }
""")
assert [launched(counting.counts) for _ in range(2)] == [42, 44]

# A program has no code that would run when it is loaded.
for source in (
    "struct S { int v; __device__ S() { abort(); } }; S s; __global__ void k(int* x) { x[0] = s.v; }",
    "struct S { int v; __device__ ~S() { abort(); } }; S s; __global__ void k(int* x) { x[0] = s.v; }",
    "__attribute__((constructor)) void f() { abort(); } __global__ void k(int* x) { x[0] = 1; }",
    "__attribute__((destructor)) void f() { abort(); } __global__ void k(int* x) { x[0] = 1; }",
    'extern "C" void _init() { abort(); } __global__ void k(int* x) { x[0] = 1; }',
):
    for check in (True, False):
        try:
            launched(tensorcell.cuda_compile(source, check=check).k)
        except RuntimeError as error:
            assert "dynamic initialization is not supported" in str(error), (source, str(error))
        else:
            raise AssertionError(f"compiled: {source}")
print("ok")
