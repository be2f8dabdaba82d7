// What native code tries in a confined session: each row says what was tried, and whether the system let it.
//
// A test puts what lies outside in the place of the words between @: OUTSIDE is a folder with secret, victim, empty/ and a socket;
// HOME has .ssh/id_rsa; CACHE is where compiled kernels are kept, with program.so; VICTIM is a process and PORT a TCP port of the test's.
// PARENT is the process that started this one. Rows that begin with "may " must work. Calls go by number, so that no header stands
// between.

extern "C" long raw(long number, ...) asm("syscall");
extern "C" int* error_number() asm("__errno_location");
extern "C" int run_shell(const char* command) asm("system");
extern "C" void leave(int status) asm("_exit");
extern "C" int wait_for(int pid, int* status, int options) asm("waitpid");
extern "C" char* variable(const char* name) asm("getenv");
extern "C" int set_variable(const char* name, const char* value, int overwrite) asm("setenv");
extern "C" char** environ;
extern "C" int print(const char* format, ...) asm("printf");
extern "C" int flush(void* stream) asm("fflush");
extern "C" int format(char* to, unsigned long size, const char* format, ...) asm("snprintf");

namespace attack {

enum Call {
    READ = 0, ACCESS = 21, WRITE = 1, OPEN = 2, CLOSE = 3, MMAP = 9, IOCTL = 16, MADVISE = 28, SHMGET = 29, SOCKET = 41, CONNECT = 42,
    SENDTO = 44, BIND = 49, LISTEN = 50, SOCKETPAIR = 53, CLONE = 56, FORK = 57, VFORK = 58, EXECVE = 59, KILL = 62, SEMGET = 64,
    MSGGET = 68, FCNTL = 72, FLOCK = 73, TRUNCATE = 76, GETDENTS = 78, RENAME = 82, MKDIR = 83, RMDIR = 84, CREAT = 85, LINK = 86,
    UNLINK = 87, SYMLINK = 88, READLINK = 89, CHMOD = 90, FCHMOD = 91, CHOWN = 92, FCHOWN = 93, PTRACE = 101, SYSLOG = 103,
    CAPSET = 126, UTIME = 132, MKNOD = 133, PERSONALITY = 135, SETPRIORITY = 141, SCHED_SETSCHEDULER = 144, MODIFY_LDT = 154,
    PIVOT_ROOT = 155, PRCTL = 157, ADJTIMEX = 159, CHROOT = 161, ACCT = 163, SETTIMEOFDAY = 164, MOUNT = 165, UMOUNT = 166,
    SWAPON = 167, REBOOT = 169, SETHOSTNAME = 170, IOPL = 172, IOPERM = 173, INIT_MODULE = 175, DELETE_MODULE = 176, QUOTACTL = 179,
    SETXATTR = 188, LSETXATTR = 189, FSETXATTR = 190, REMOVEXATTR = 197, SCHED_SETAFFINITY = 203, CLOCK_SETTIME = 227, TGKILL = 234,
    UTIMES = 235, MQ_OPEN = 240, KEXEC_LOAD = 246, ADD_KEY = 248, REQUEST_KEY = 249, KEYCTL = 250, IOPRIO_SET = 251,
    INOTIFY_INIT = 253, MIGRATE_PAGES = 256, OPENAT = 257, MKNODAT = 259, FCHOWNAT = 260, FUTIMESAT = 261, FCHMODAT = 268,
    UNSHARE = 272, UTIMENSAT = 280, MOVE_PAGES = 279, INOTIFY_INIT1 = 294, PERF_EVENT_OPEN = 298, RT_TGSIGQUEUEINFO = 297,
    FANOTIFY_INIT = 300, PRLIMIT = 302, NAME_TO_HANDLE = 303, OPEN_BY_HANDLE = 304, SETNS = 308, PROCESS_VM_READV = 310,
    PROCESS_VM_WRITEV = 311, KCMP = 312, FINIT_MODULE = 313, SCHED_SETATTR = 314, RENAMEAT2 = 316, MEMFD_CREATE = 319, KEXEC_FILE_LOAD = 320,
    BPF = 321, EXECVEAT = 322, USERFAULTFD = 323, PIDFD_SEND_SIGNAL = 424, IO_URING_SETUP = 425, IO_URING_ENTER = 426, IO_URING_REGISTER = 427,
    OPEN_TREE = 428, MOVE_MOUNT = 429, FSOPEN = 430, FSPICK = 433, PIDFD_OPEN = 434, CLONE3 = 435, OPENAT2 = 437, PIDFD_GETFD = 438,
    PROCESS_MADVISE = 440, MOUNT_SETATTR = 442, QUOTACTL_FD = 443, PROCESS_MRELEASE = 448, FCHMODAT2 = 452
};

const int HERE = -100, RDONLY = 0, WRONLY = 1, RDWR = 2, CREATE = 0100, TRUNC = 01000, PATH_ONLY = 010000000, FOLDER = 0200000;
/// What a row tells of a child that a signal ended.
const int KILLED = 200;
const long VICTIM = @VICTIM@, PORT = @PORT@;

/// Tells a row: what a call answered, or why it was refused.
void tell(const char* name, long answer) {
    if (answer >= 0) print("%s: did\n", name);
    else print("%s: refused %d\n", name, *error_number());
}

long open(const char* path, int flags, int mode = 0600) { return raw(OPEN, path, flags, mode); }

/// Tells a row about a file that not every machine has.
void tell_of(const char* name, const char* path, long answer) {
    const int reason = *error_number();
    const bool absent = raw(ACCESS, path, 0) < 0 && *error_number() == 2;
    *error_number() = reason;
    if (answer < 0 && absent) print("%s: absent\n", name);
    else tell(name, answer);
}

/// Whether a file can be read: opening may succeed for what is no file to read.
long read_file(const char* path) {
    long file = open(path, RDONLY);
    if (file < 0) return file;
    char bytes[64];
    long count = raw(READ, file, bytes, sizeof bytes);
    raw(CLOSE, file);
    return count;
}

long write_file(const char* path, int flags = CREATE) {
    long file = open(path, WRONLY | flags);
    if (file < 0) return file;
    long count = raw(WRITE, file, "taken\n", 6);
    raw(CLOSE, file);
    return count;
}

long list(const char* path) {
    long folder = open(path, RDONLY | FOLDER);
    if (folder < 0) return folder;
    char bytes[1024];
    long count = raw(GETDENTS, folder, bytes, sizeof bytes);
    raw(CLOSE, folder);
    return count;
}

/// Does something in a child; its answer is 0 where that was done, else -1 with the child's error.
template <class Work>
long in_child(Work work) {
    long child = raw(FORK);
    if (child == 0) leave(work() >= 0 ? 0 : *error_number());
    if (child < 0) return child;
    int status = 0;
    wait_for((int)child, &status, 0);
    if (status == 0) return 0;
    *error_number() = status & 127 ? KILLED : (status >> 8) & 255;
    return -1;
}

long execute(const char* program, const char* a = nullptr, const char* b = nullptr, const char* c = nullptr, const char* d = nullptr) {
    const char* words[] = {program, a, b, c, d, nullptr};
    return raw(EXECVE, program, words, environ);
}

/// Runs a program in a child, which is done where it ended well.
long run(const char* program, const char* a = nullptr, const char* b = nullptr, const char* c = nullptr, const char* d = nullptr) {
    return in_child([&] { return execute(program, a, b, c, d); });
}

long copy(const char* from, const char* to) {
    long source = open(from, RDONLY), target = -1, count = 0;
    if (source < 0 || (target = open(to, WRONLY | CREATE | TRUNC, 0700)) < 0) return -1;
    static char bytes[1 << 16];
    while ((count = raw(READ, source, bytes, sizeof bytes)) > 0) raw(WRITE, target, bytes, count);
    raw(CLOSE, source);
    raw(CLOSE, target);
    return count;
}

struct Address4 { unsigned short family, port; unsigned address; char rest[8]; };
struct AddressUnix { unsigned short family; char path[108]; };

Address4 loopback() {
    Address4 address = {2, (unsigned short)((PORT >> 8) | (PORT << 8)), 0x0100007f, {}};
    return address;
}

AddressUnix named(const char* path, int skip) {
    AddressUnix address = {1, {}};
    for (int i = 0; path[i] && i + skip < 107; i++) address.path[i + skip] = path[i];
    return address;
}

/// A socket that reaches an address.
template <class Address>
long reach(int family, int kind, const Address& address, int size) {
    long end = raw(SOCKET, family, kind, 0);
    if (end < 0) return end;
    return raw(CONNECT, end, &address, size);
}

/// Sends to an address from one of a pair.
template <class Address>
long send_from_pair(int kind, const Address& address, int size) {
    int ends[2];
    if (raw(SOCKETPAIR, 1, kind, 0, ends) < 0) return -1;
    long connected = raw(CONNECT, ends[0], &address, size);
    long sent = raw(SENDTO, ends[0], "taken", 5, 0, &address, size);
    return connected < 0 && sent < 0 ? -1 : 0;
}

void outside_files() {
    tell("read a file outside", read_file("@OUTSIDE@/secret"));
    tell("read a key in the home folder", read_file("@HOME@/.ssh/id_rsa"));
    tell("read the passwords of the machine", read_file("/etc/shadow"));
    tell("list a folder outside", list("@OUTSIDE@"));
    tell("list the home folder", list("@HOME@"));
    tell("list the root folder", list("/"));
    tell("list the folder of temporary files", list("@OUTSIDE@/.."));
    tell("read by a path that climbs", read_file("../outside/secret"));
    raw(MKDIR, "folder", 0700);
    raw(SYMLINK, "@OUTSIDE@/secret", "link-to-secret");
    raw(SYMLINK, "@OUTSIDE@", "link-to-outside");
    tell("read through a link", read_file("link-to-secret"));
    tell("read through a link to a folder", read_file("link-to-outside/secret"));
    tell("write through a link", write_file("link-to-outside/victim", 0));
    tell("make a file through a link", write_file("link-to-outside/made"));
    tell("remove through a link to a folder", raw(UNLINK, "link-to-outside/victim"));
    tell("read through /proc/self/root", read_file("/proc/self/root@OUTSIDE@/secret"));
    tell("read through /proc/self/cwd", read_file("/proc/self/cwd/../outside/secret"));
    char again[64];
    format(again, sizeof again, "/proc/self/fd/%ld", open("@OUTSIDE@/secret", PATH_ONLY));
    tell("open a path's handle again", read_file(again));
    long folder = open("@OUTSIDE@", PATH_ONLY | FOLDER);
    tell("read below a folder's handle", raw(OPENAT, folder, "secret", RDONLY, 0));
    unsigned long how[3] = {RDONLY, 0, 0};
    tell("read by openat2", raw(OPENAT2, folder, "secret", how, sizeof how));
    tell("make a file outside", write_file("@OUTSIDE@/made"));
    tell("make a file by creat", raw(CREAT, "@OUTSIDE@/made", 0600));
    tell("write a file outside", write_file("@OUTSIDE@/victim", 0));
    tell("empty a file as it is opened", open("@OUTSIDE@/victim", WRONLY | TRUNC));
    tell("empty a file that is read", open("@OUTSIDE@/victim", RDONLY | TRUNC));
    tell("cut a file by its path", raw(TRUNCATE, "@OUTSIDE@/victim", 0));
    tell("remove a file outside", raw(UNLINK, "@OUTSIDE@/victim"));
    tell("remove a folder outside", raw(RMDIR, "@OUTSIDE@/empty"));
    tell("make a folder outside", raw(MKDIR, "@OUTSIDE@/made", 0700));
    tell("make a link outside", raw(SYMLINK, "x", "@OUTSIDE@/made"));
    tell("make a pipe outside", raw(MKNOD, "@OUTSIDE@/made", 0010600, 0));
    write_file("mine");
    tell("move a file in", raw(RENAME, "@OUTSIDE@/victim", "moved"));
    tell("move a file out", raw(RENAME, "mine", "@OUTSIDE@/made"));
    tell("move a file over another", raw(RENAME, "mine", "@OUTSIDE@/victim"));
    tell("exchange two files", raw(RENAMEAT2, HERE, "mine", HERE, "@OUTSIDE@/victim", 2));
    tell("move a folder out", raw(RENAME, "folder", "@OUTSIDE@/made"));
    tell("give a file outside a name inside", raw(LINK, "@OUTSIDE@/secret", "linked"));
    tell("give a file inside a name outside", raw(LINK, "mine", "@OUTSIDE@/made"));
    tell("give a key a name inside", raw(LINK, "@HOME@/.ssh/id_rsa", "linked"));
    tell("make a character device", raw(MKNOD, "device", 0020600, 0x101));
    tell("make a block device", raw(MKNOD, "device", 0060600, 0x800));
}

void facts_of_files() {
    long library = open("@CACHE@/program.so", RDONLY);
    tell("change the mode of a file", raw(CHMOD, "@OUTSIDE@/victim", 0777));
    tell("change the mode by fchmodat", raw(FCHMODAT, HERE, "@OUTSIDE@/victim", 0777));
    tell("change the mode by fchmodat2", raw(FCHMODAT2, HERE, "@OUTSIDE@/victim", 0777, 0));
    tell("change the mode of what is read", raw(FCHMOD, library, 0777));
    tell("change the owner of a file", raw(CHOWN, "@OUTSIDE@/victim", 1, 1));
    tell("change the owner by fchownat", raw(FCHOWNAT, HERE, "@OUTSIDE@/victim", 1, 1, 0));
    tell("change the owner of what is read", raw(FCHOWN, library, 1, 1));
    tell("change the times of a file", raw(UTIMENSAT, HERE, "@OUTSIDE@/victim", nullptr, 0));
    tell("change the times by utime", raw(UTIME, "@OUTSIDE@/victim", nullptr));
    tell("change the times by utimes", raw(UTIMES, "@OUTSIDE@/victim", nullptr));
    tell("change the times by futimesat", raw(FUTIMESAT, HERE, "@OUTSIDE@/victim", nullptr));
    tell("change the times of what is read", raw(UTIMENSAT, library, nullptr, nullptr, 0));
    tell("set an attribute", raw(SETXATTR, "@OUTSIDE@/victim", "user.x", "y", 1, 0));
    tell("set an attribute of a link", raw(LSETXATTR, "@OUTSIDE@/victim", "user.x", "y", 1, 0));
    tell("set an attribute of what is read", raw(FSETXATTR, library, "user.x", "y", 1, 0));
    tell("remove an attribute", raw(REMOVEXATTR, "@OUTSIDE@/victim", "user.x"));
    int flags = 0x10;
    tell("mark a file as unchangeable", raw(IOCTL, library, 0x40086602, &flags));
    tell("watch what is made outside", raw(INOTIFY_INIT1, 0));
    tell("watch by the older call", raw(INOTIFY_INIT));
    tell("watch all files", raw(FANOTIFY_INIT, 0, 0));
    char handle[256] = {};
    *(unsigned*)handle = 128;
    int number = 0;
    tell("take a file's handle", raw(NAME_TO_HANDLE, HERE, "@OUTSIDE@/secret", handle, &number, 0));
    tell("open a file by its handle", raw(OPEN_BY_HANDLE, HERE, handle, RDONLY));
    tell("write a compiled program in the cache", write_file("@CACHE@/program.so", 0));
    tell("put a program into the cache", write_file("@CACHE@/made.so"));
    tell("move a program into the cache", raw(RENAME, "mine", "@CACHE@/program.so"));
    tell("remove a program from the cache", raw(UNLINK, "@CACHE@/program.so"));
    tell("lock what other commands wait for", raw(FLOCK, open("@CACHE@/../jupyter.lock", RDONLY), 2) < 0 ? open("@CACHE@/../jupyter.lock", RDONLY) : 0);
    tell("write a library of the system", write_file("/usr/lib/os-release", 0));
    tell("make a library of the system", write_file("/usr/lib/made.so"));
    tell("write the loader's list", write_file("/etc/ld.so.preload"));
}

void the_kernels_files() {
    tell_of("write own memory as a file", "/proc/self/mem", open("/proc/self/mem", RDWR));
    tell_of("change the core pattern", "/proc/sys/kernel/core_pattern", write_file("/proc/sys/kernel/core_pattern", 0));
    tell_of("press a key of the kernel's", "/proc/sysrq-trigger", write_file("/proc/sysrq-trigger", 0));
    tell_of("read the kernel's memory", "/proc/kcore", read_file("/proc/kcore"));
    tell_of("read the kernel's names", "/proc/kallsyms", read_file("/proc/kallsyms"));
    tell_of("read memory as a device", "/dev/mem", read_file("/dev/mem"));
    tell_of("read the kernel's log", "/dev/kmsg", read_file("/dev/kmsg"));
    tell_of("read a disk", "/dev/vda", read_file("/dev/vda"));
    tell_of("open a terminal", "/dev/ptmx", open("/dev/ptmx", RDWR));
    tell_of("open the process's terminal", "/dev/tty", open("/dev/tty", RDWR));
    tell("make shared memory", write_file("/dev/shm/tensorcell-attack"));
    tell_of("list shared memory", "/dev/shm", list("/dev/shm"));
    tell_of("open a virtual machine's door", "/dev/kvm", open("/dev/kvm", RDWR));
    tell_of("open FUSE's door", "/dev/fuse", open("/dev/fuse", RDWR));
    tell_of("write a setting of the system's", "/sys/kernel/mm/transparent_hugepage/enabled", write_file("/sys/kernel/mm/transparent_hugepage/enabled", 0));
    tell_of("list the control groups' tasks", "/sys/fs/cgroup/cgroup.procs", write_file("/sys/fs/cgroup/cgroup.procs", 0));
}

void other_processes() {
    const char* files[] = {"mem", "environ", "cmdline", "maps", "status", "stack", "io"};
    for (const char* file : files) {
        char path[64], name[64];
        format(path, sizeof path, "/proc/%ld/%s", VICTIM, file);
        format(name, sizeof name, "read another process's %s", file);
        tell(name, read_file(path));
    }
    char path[128];
    format(path, sizeof path, "/proc/%ld/root@OUTSIDE@/secret", VICTIM);
    tell("read through another's root", read_file(path));
    format(path, sizeof path, "/proc/%ld/cwd/secret", VICTIM);
    tell("read through another's folder", read_file(path));
    format(path, sizeof path, "/proc/%ld/fd", VICTIM);
    tell("list another's files", list(path));
    format(path, sizeof path, "/proc/%ld/oom_score_adj", VICTIM);
    tell("offer another to the killer", write_file(path, 0));
    tell("list all processes", list("/proc"));
    tell("attach to a process", raw(PTRACE, 16, VICTIM, 0, 0));
    tell("seize a process", raw(PTRACE, 0x4206, VICTIM, 0, 0));
    char bytes[128] = {};
    *(int*)(bytes + 8) = -1;
    void* here[2] = {bytes, (void*)sizeof bytes};
    tell("read another's memory", raw(PROCESS_VM_READV, VICTIM, here, 1, here, 1, 0));
    tell("write another's memory", raw(PROCESS_VM_WRITEV, VICTIM, here, 1, here, 1, 0));
    long pidfd = raw(PIDFD_OPEN, VICTIM, 0);
    tell("take another's file", raw(PIDFD_GETFD, pidfd, 0, 0));
    tell("end a process by a handle", raw(PIDFD_SEND_SIGNAL, pidfd, 9, nullptr, 0));
    tell("end a process", raw(KILL, VICTIM, 9));
    tell("ask whether a process is there", raw(KILL, VICTIM, 0));
    tell("end the process that started this one", raw(KILL, @PARENT@, 15));
    tell("end a thread", raw(TGKILL, VICTIM, VICTIM, 9));
    tell("queue a signal", raw(RT_TGSIGQUEUEINFO, VICTIM, VICTIM, 9, bytes));
    unsigned long limits[2] = {1, 1};
    tell("limit another", raw(PRLIMIT, VICTIM, 0, limits, nullptr));
    tell("slow another down", raw(SETPRIORITY, 0, VICTIM, 19));
    tell("slow a group of processes down", raw(SETPRIORITY, 1, 0, 19));
    tell("slow all of a user's processes down", raw(SETPRIORITY, 2, 65533, 19));
    tell("slow all of this user's processes down", raw(SETPRIORITY, 2, 0, 19));
    tell("slow all of this user's files down", raw(IOPRIO_SET, 3, 0, 3 << 13));
    int policy = 0;
    tell("schedule another", raw(SCHED_SETSCHEDULER, VICTIM, 0, &policy));
    unsigned long processors = 1;
    tell("bind another to a processor", raw(SCHED_SETAFFINITY, VICTIM, sizeof processors, &processors));
    tell("slow another's files down", raw(IOPRIO_SET, 1, VICTIM, 3 << 13));
    tell("compare processes", raw(KCMP, VICTIM, VICTIM, 0, 0, 0));
    tell("advise another's memory", raw(PROCESS_MADVISE, pidfd, here, 1, 20, 0));
    tell("release another's memory", raw(PROCESS_MRELEASE, pidfd, 0));
    tell("move another's pages", raw(MOVE_PAGES, VICTIM, 0, nullptr, nullptr, nullptr, 0));
    tell("move another's memory", raw(MIGRATE_PAGES, VICTIM, 8, &processors, &processors));
    tell("share memory by number", raw(SHMGET, 0x7e5c, 4096, 01600));
    tell("share counters by number", raw(SEMGET, 0x7e5c, 1, 01600));
    tell("open a queue by number", raw(MSGGET, 0x7e5c, 01600));
    tell("open a queue by name", raw(MQ_OPEN, "attack", RDWR | CREATE, 0600, nullptr));
}

void programs() {
    tell("run a command", run_shell("echo taken > @OUTSIDE@/made") == 0 ? 0 : -1);
    tell("run the shell", run("/bin/sh", "-c", "exit 0"));
    tell("run a program", run("/usr/bin/env"));
    tell("run another interpreter", run("/usr/bin/perl", "-e", "exit 0"));
    tell("load the shell by the loader", run("/lib64/ld-linux-x86-64.so.2", "/bin/sh", "-c", "exit 0"));
    tell("copy the shell", copy("/bin/sh", "shell"));
    copy("/lib64/ld-linux-x86-64.so.2", "loader");
    tell("run a program of its own", run("./loader", "--version"));
    tell("run by a descriptor", in_child([] {
        const char* words[] = {"loader", "--version", nullptr};
        return raw(EXECVEAT, open("loader", RDONLY), "", words, nullptr, 0x1000);
    }));
    tell("run from memory", in_child([] {
        long file = raw(MEMFD_CREATE, "program", 0), source = open("loader", RDONLY);
        static char bytes[1 << 16];
        for (long count; (count = raw(READ, source, bytes, sizeof bytes)) > 0;) raw(WRITE, file, bytes, count);
        const char* words[] = {"loader", "--version", nullptr};
        return raw(EXECVEAT, file, "", words, nullptr, 0x1000);
    }));
    tell("have the compiler write outside", run("/usr/bin/g++", "-o@OUTSIDE@/made", "-shared", "-xc++", "/dev/null"));
    tell("have the compiler read outside", run("/usr/bin/g++", "-E", "-xc++", "@OUTSIDE@/secret"));
    tell("have the compiler run the shell", run("/usr/bin/g++", "-wrapper", "/bin/sh", "-xc++", "/dev/null"));
    tell("have the compiler load a library", in_child([] {
        long file = open("preload.cpp", WRONLY | CREATE | TRUNC);
        const char* text = "#include <fcntl.h>\n#include <unistd.h>\n__attribute__((constructor)) static void start() {"
                           " if (open(\"@OUTSIDE@/made\", O_CREAT | O_WRONLY, 0600) < 0) _exit(13); _exit(0); }\n";
        long length = 0;
        while (text[length]) length++;
        raw(WRITE, file, text, length);
        raw(CLOSE, file);
        // Without the library the row would prove nothing.
        if (run("/usr/bin/g++", "-shared", "-fPIC", "-opreload.so", "preload.cpp") < 0) return 0L;
        const char* words[] = {"g++", "--version", nullptr};
        set_variable("LD_PRELOAD", "./preload.so", 1);
        return raw(EXECVE, "/usr/bin/g++", words, environ);
    }));
}

void network() {
    const Address4 address = loopback();
    const AddressUnix path = named("@OUTSIDE@/socket", 0), abstract = named("tensorcell-attack-@VICTIM@", 1);
    tell("connect to the machine itself", reach(2, 1, address, sizeof address));
    tell("send a datagram", reach(2, 2, address, sizeof address));
    tell("connect by a path", reach(1, 1, path, sizeof path));
    tell("connect by an abstract name", reach(1, 1, abstract, 2 + 1 + 18));
    struct Kind { const char* name; int family, kind, protocol; };
    const Kind kinds[] = {
        {"open a socket of IPv4", 2, 1, 0}, {"open a socket of IPv6", 10, 1, 0}, {"open a socket of datagrams", 2, 2, 0},
        {"open a raw socket", 2, 3, 1}, {"open a ping socket", 2, 2, 1}, {"open a socket of MPTCP", 2, 1, 262}, {"open a socket of SCTP", 2, 1, 132},
        {"open a socket of packets", 17, 3, 0}, {"open a socket of the kernel's", 16, 3, 0}, {"open a socket to the host machine", 40, 1, 0},
        {"open a socket of ciphers", 38, 5, 0}, {"open a socket of Bluetooth", 31, 3, 1}, {"open a socket by a path", 1, 1, 0},
        {"open a socket of paths and datagrams", 1, 2, 0}};
    for (const Kind& kind : kinds) tell(kind.name, raw(SOCKET, kind.family, kind.kind, kind.protocol));
    int ends[2];
    tell("open a pair of IPv4", raw(SOCKETPAIR, 2, 1, 0, ends));
    tell("turn a pair of datagrams to a path", send_from_pair(2, path, sizeof path));
    tell("turn a pair of raw sockets to a path", send_from_pair(3, path, sizeof path));
    tell("turn a pair of streams to a path", send_from_pair(1, path, sizeof path));
    tell("turn a pair of packets to a path", send_from_pair(5, path, sizeof path));
    long connected = -1, bound = -1, listening = -1;
    for (int end = 0; end < 64; end++) {
        if (raw(CONNECT, end, &address, sizeof address) >= 0) connected = end;
        if (raw(BIND, end, &address, sizeof address) >= 0) bound = end;
        if (raw(LISTEN, end, 1) >= 0) listening = end;
    }
    tell("connect a socket that is open", connected);
    tell("bind a socket that is open", bound);
    tell("listen at a socket that is open", listening);
    char ring[256] = {};
    tell("set a ring up", raw(IO_URING_SETUP, 8, ring));
    tell("enter a ring", raw(IO_URING_ENTER, 0, 0, 0, 0, nullptr, 0));
    tell("register a ring", raw(IO_URING_REGISTER, 0, 0, nullptr, 0));
    tell("open a socket by x32's number", raw(0x40000000 | SOCKET, 2, 1, 0));
    tell("change a mode by x32's number", raw(0x40000000 | CHMOD, "@OUTSIDE@/victim", 0777));
    tell("open a socket by the 32-bit door", in_child([] {
        long answer = -1;
        asm volatile("int $0x80" : "=a"(answer) : "a"(359L), "b"(2L), "c"(1L), "d"(0L) : "memory", "r8", "r9", "r10", "r11");
        return answer < 0 ? -1L : 0L;
    }));
}

void namespaces() {
    const struct { const char* name; long flag; } spaces[] = {
        {"users", 0x10000000}, {"mounts", 0x20000}, {"networks", 0x40000000}, {"processes", 0x20000000},
        {"names", 0x4000000}, {"queues", 0x8000000}, {"control groups", 0x2000000}};
    for (const auto& space : spaces) {
        char name[64];
        format(name, sizeof name, "enter a namespace of %s", space.name);
        tell(name, in_child([&] { return raw(UNSHARE, space.flag); }));
        format(name, sizeof name, "start in a namespace of %s", space.name);
        long child = raw(CLONE, space.flag | 17, nullptr, nullptr, nullptr, nullptr);
        if (child == 0) leave(0);
        tell(name, child);
    }
    unsigned long arguments[11] = {0x10000000, 0, 0, 0, 17};
    long child = raw(CLONE3, arguments, 64);
    if (child == 0) leave(0);
    tell("start in a namespace by clone3", child);
    char path[64];
    format(path, sizeof path, "/proc/%ld/ns/net", VICTIM);
    tell("join another's namespace", raw(SETNS, open(path, RDONLY), 0));
    tell("join another's by a handle", raw(SETNS, raw(PIDFD_OPEN, VICTIM, 0), 0x40000000));
    tell("mount memory", raw(MOUNT, "none", "folder", "tmpfs", 0, nullptr));
    tell("mount a folder elsewhere", raw(MOUNT, "@OUTSIDE@", "folder", nullptr, 4096, nullptr));
    tell("unmount", raw(UMOUNT, "folder", 2));
    tell("change the root", raw(CHROOT, "."));
    tell("exchange the root", raw(PIVOT_ROOT, ".", "folder"));
    tell("take a tree", raw(OPEN_TREE, HERE, "@OUTSIDE@", 1));
    tell("move a mount", raw(MOVE_MOUNT, HERE, "folder", HERE, "folder", 0));
    tell("open a file system", raw(FSOPEN, "tmpfs", 0));
    tell("pick a file system", raw(FSPICK, HERE, "/", 0));
    char attributes[32] = {};
    tell("change a mount", raw(MOUNT_SETATTR, HERE, "/", 0, attributes, sizeof attributes));
}

void the_kernel() {
    char bytes[256] = {};
    tell("load a filter into the kernel", raw(BPF, 5, bytes, 72));
    tell("make a map in the kernel", raw(BPF, 0, bytes, 72));
    tell("measure the machine", raw(PERF_EVENT_OPEN, bytes, 0, -1, -1, 0));
    tell("catch faults of memory", raw(USERFAULTFD, 0));
    tell("ask for a key", raw(REQUEST_KEY, "user", "attack", nullptr, -3));
    tell("add a key", raw(ADD_KEY, "user", "attack", "x", 1, -3));
    tell("read the session's keys", raw(KEYCTL, 0, -3, 0));
    tell("load another kernel", raw(KEXEC_LOAD, 0, 1 << 20, nullptr, 0));
    tell("load another kernel from a file", raw(KEXEC_FILE_LOAD, 0, 0, 0, nullptr, 0));
    tell("load a module", raw(INIT_MODULE, bytes, 1, ""));
    tell("load a module from a file", raw(FINIT_MODULE, 0, "", 0));
    tell("unload a module", raw(DELETE_MODULE, "attack-none", 0));
    tell("restart the machine", raw(REBOOT, 0, 0, 0, nullptr));
    tell("name the machine", raw(SETHOSTNAME, "taken", -1));
    tell("set the clock", raw(SETTIMEOFDAY, nullptr, nullptr));
    tell("set the clock by number", raw(CLOCK_SETTIME, -1, bytes));
    tell("tune the clock", raw(ADJTIMEX, bytes));
    tell("swap to a file", raw(SWAPON, "mine", 0));
    tell("read the log", raw(SYSLOG, 3, bytes, sizeof bytes));
    tell("account for processes", raw(ACCT, "none"));
    tell("ask for quotas", raw(QUOTACTL, 0x800004, nullptr, 0, bytes));
    tell("reach ports of the machine", raw(IOPL, 3));
    tell("reach one port of the machine", raw(IOPERM, 0x80, 1, 1));
    tell("change a table of segments", raw(MODIFY_LDT, 0, bytes, sizeof bytes));
    tell("change how programs are laid out", raw(PERSONALITY, 0x0040000));
    unsigned head[2] = {0x20080522, 0}, sets[6] = {~0u, ~0u, ~0u, ~0u, ~0u, ~0u};
    tell("take all privileges", raw(CAPSET, head, sets));
    tell("type into the terminal", raw(IOCTL, 0, 0x5412, "x"));
    tell("paste into the terminal", raw(IOCTL, 0, 0x541c, "\3"));
}

void what_must_work() {
    tell("may write and read", write_file("mine") < 0 ? -1 : read_file("mine"));
    tell("may make, list and remove a folder", raw(MKDIR, "made", 0700) < 0 || list("made") < 0 ? -1 : raw(RMDIR, "made"));
    tell("may move, link and remove files", raw(RENAME, "mine", "folder/mine") < 0 || raw(LINK, "folder/mine", "mine") < 0 ? -1 : raw(UNLINK, "folder/mine"));
    tell("may make a pipe by name", raw(MKNOD, "pipe", 0010600, 0) < 0 ? -1 : raw(UNLINK, "pipe"));
    char path[256];
    format(path, sizeof path, "%s/temporary", variable("TMPDIR"));
    tell("may write temporary files", write_file(path));
    tell("may move files to the temporary folder", write_file("mine") < 0 ? -1 : raw(RENAME, "mine", path));
    tell("may read the system's libraries", read_file("/usr/lib/os-release"));
    tell("may read the cache", read_file("@CACHE@/program.so"));
    tell("may read random numbers", read_file("/dev/urandom"));
    tell("may throw away", write_file("/dev/null", 0));
    tell("may read how much memory there is", read_file("/proc/meminfo"));
    tell("may read its own state", read_file("/proc/self/status"));
    int ends[2];
    tell("may talk to itself", raw(SOCKETPAIR, 1, 1, 0, ends) < 0 ? -1 : raw(SENDTO, ends[0], "x", 1, 0, nullptr, 0));
    tell("may start and end a child", in_child([] {
        long child = raw(FORK);
        if (child == 0) for (;;) raw(35, (const long[]){1, 0}, nullptr);
        int status = 0;
        if (raw(KILL, child, 9) < 0) return -1L;
        return (long)wait_for((int)child, &status, 0);
    }));
    tell("may hold files in memory", raw(MEMFD_CREATE, "x", 0));
    tell("may map code", (long)raw(MMAP, 0, 4096, 5, 0x22, -1, 0) < 0 ? -1 : 0);
    tell("may compile", run("/usr/bin/g++", "-shared", "-ocompiled.so", "-xc++", "/dev/null"));
}

void all() {
    outside_files();
    facts_of_files();
    the_kernels_files();
    other_processes();
    programs();
    network();
    namespaces();
    the_kernel();
    what_must_work();
}

}  // namespace attack

extern "C" __global__ void attack_files(int* done) {
    attack::outside_files();
    flush(nullptr);
    *done = 1;
}

extern "C" __global__ void attack_all(int* done) {
    attack::all();
    flush(nullptr);
    *done = 1;
}
