//! Restricts system calls with seccomp: allows those that programs need to compute and read files, some only with
//! certain arguments.
//!
//! Two filters are active at once. One allows the calls in a list and returns ENOSYS for others, so that libraries
//! fall back on an older call. The other returns EPERM for calls that affect other processes, the kernel, or files
//! that Landlock does not cover.

use crate::error::Error;
use libc::*;
use seccompiler::SeccompCmpArgLen::{Dword, Qword};
use seccompiler::SeccompCmpOp::{Eq, MaskedEq, Ne};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, TargetArch,
};
use std::collections::BTreeMap;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Restricts the calls of this thread and of all that it starts.
pub fn restrict() -> Result<(), Error> {
    let allowed = filter(
        ALLOWED.iter().chain(LEGACY).chain(REFUSED).chain(LEGACY_REFUSED).map(|call| (*call, Vec::new())).collect(),
        SeccompAction::Errno(ENOSYS as u32),
        SeccompAction::Allow,
    )?;
    seccompiler::apply_filter(&allowed)?;
    let mut rules: Rules = REFUSED.iter().chain(LEGACY_REFUSED).map(|call| (*call, Vec::new())).collect();
    rules.extend(conditions()?);
    Ok(seccompiler::apply_filter(&refusing(rules)?)?)
}

/// Builds a filter that refuses calls that match its rules, and allows all others.
pub fn refusing(rules: Rules) -> Result<BpfProgram, Error> {
    filter(rules, SeccompAction::Allow, SeccompAction::Errno(EPERM as u32))
}

fn filter(rules: Rules, otherwise: SeccompAction, matched: SeccompAction) -> Result<BpfProgram, Error> {
    let machine = TargetArch::try_from(std::env::consts::ARCH)?;
    Ok(SeccompFilter::new(rules, otherwise, matched, machine)?.try_into()?)
}

/// A call with a dangerous argument: the call, the argument's index and width, the comparison, and the value.
type WayOut = (i64, u8, SeccompCmpArgLen, SeccompCmpOp, u64);

fn conditions() -> Result<Rules, Error> {
    let mut rules = Rules::new();
    for (call, place, length, operator, value) in ways_out() {
        let condition = SeccompCondition::new(place, length, operator, value)?;
        rules.entry(call).or_default().push(SeccompRule::new(vec![condition])?);
    }
    Ok(rules)
}

fn ways_out() -> Vec<WayOut> {
    // A new namespace grants privileges inside it.
    let namespaces = NAMESPACES.map(|flag| has(SYS_clone, 0, flag as u64));
    // Input injected into a terminal is executed as the user's.
    let requests = [TIOCSTI, TIOCLINUX, SET_FLAGS, SET_ATTRIBUTES].map(|request| (SYS_ioctl, 1, Dword, Eq, request));
    let others = OF_A_PROCESS.iter().map(|(call, place)| (*call, *place, Dword, Ne, 0));
    // A process group, or all processes of a user.
    let groups =
        [(SYS_setpriority, 0, Dword, Ne, PRIO_PROCESS as u64), (SYS_ioprio_set, 0, Dword, Ne, IOPRIO_WHO_PROCESS)];
    // A pair of datagram sockets can be connected to any address.
    let kinds = [SOCK_DGRAM, SOCK_RAW, SOCK_RDM].map(|kind| (SYS_socketpair, 1, Dword, MaskedEq(0xf), kind as u64));
    let family = [(SYS_socketpair, 0, Dword, Ne, AF_UNIX as u64)];
    // Sends to an address, which need no connection.
    let address = [(SYS_sendto, 4, Qword, Ne, 0)];
    let connecting = [(SYS_sendto, 3), (SYS_sendmsg, 2), (SYS_sendmmsg, 3)];
    let connecting = connecting.map(|(call, place)| has(call, place, MSG_FASTOPEN as u64));
    let rows = namespaces.into_iter().chain(requests).chain(others).chain(groups);
    rows.chain(kinds).chain(family).chain(address).chain(connecting).collect()
}

/// Matches a flag among others.
fn has(call: i64, place: u8, flag: u64) -> WayOut {
    (call, place, Dword, MaskedEq(flag), flag)
}

const NAMESPACES: [i32; 8] = [
    CLONE_NEWNS,
    CLONE_NEWUTS,
    CLONE_NEWIPC,
    CLONE_NEWUSER,
    CLONE_NEWPID,
    CLONE_NEWNET,
    CLONE_NEWCGROUP,
    CLONE_NEWTIME,
];
const CLONE_NEWTIME: i32 = 0x80;
const IOPRIO_WHO_PROCESS: u64 = 1;
const TIOCLINUX: u64 = 0x541c;
/// `FS_IOC_SETFLAGS` and `FS_IOC_FSSETXATTR` change file attributes without write access.
const SET_FLAGS: u64 = 0x4008_6602;
const SET_ATTRIBUTES: u64 = 0x401c_5820;

/// Calls that take a process id, and the index of that argument.
const OF_A_PROCESS: &[(i64, u8)] = &[
    (SYS_prlimit64, 0),
    (SYS_sched_setaffinity, 0),
    (SYS_sched_setattr, 0),
    (SYS_sched_setparam, 0),
    (SYS_sched_setscheduler, 0),
    (SYS_setpriority, 1),
    (SYS_ioprio_set, 1),
];

/// Always refused: calls that affect other processes, the kernel or its devices, and calls that change metadata of
/// read-only files, which Landlock does not check.
const REFUSED: &[i64] = &[
    // other processes
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_process_madvise,
    SYS_process_mrelease,
    SYS_pidfd_getfd,
    SYS_kcmp,
    SYS_migrate_pages,
    SYS_move_pages,
    // memory and queues that processes find by number or name
    SYS_shmget,
    SYS_shmat,
    SYS_shmctl,
    SYS_semget,
    SYS_semctl,
    SYS_semop,
    SYS_semtimedop,
    SYS_msgget,
    SYS_msgctl,
    SYS_msgsnd,
    SYS_msgrcv,
    SYS_mq_open,
    SYS_mq_unlink,
    // file systems and namespaces
    SYS_mount,
    SYS_umount2,
    SYS_move_mount,
    SYS_mount_setattr,
    SYS_open_tree,
    SYS_fsopen,
    SYS_fsconfig,
    SYS_fsmount,
    SYS_fspick,
    SYS_pivot_root,
    SYS_chroot,
    SYS_setns,
    SYS_unshare,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    SYS_quotactl,
    SYS_swapon,
    SYS_swapoff,
    SYS_acct,
    // names of files that others make
    SYS_inotify_init1,
    SYS_inotify_add_watch,
    SYS_fanotify_init,
    SYS_fanotify_mark,
    // modes, owners, times and attributes
    SYS_fchmod,
    SYS_fchmodat,
    SYS_fchown,
    SYS_fchownat,
    SYS_utimensat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
    // the kernel
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_kexec_load,
    SYS_kexec_file_load,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_reboot,
    SYS_syslog,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_clock_adjtime,
    SYS_adjtimex,
    SYS_vhangup,
    SYS_personality,
    // programs without a path
    SYS_execveat,
];

/// Older variants of refused calls.
#[cfg(target_arch = "x86_64")]
const LEGACY_REFUSED: &[i64] = &[
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
    SYS_utime,
    SYS_utimes,
    SYS_futimesat,
    SYS_inotify_init,
    SYS_iopl,
    SYS_ioperm,
    SYS_modify_ldt,
    SYS_uselib,
];
#[cfg(not(target_arch = "x86_64"))]
const LEGACY_REFUSED: &[i64] = &[];

/// Calls that programs need to compute, wait and read files.
const ALLOWED: &[i64] = &[
    // files
    SYS_openat,
    SYS_openat2,
    SYS_close,
    SYS_close_range,
    SYS_read,
    SYS_readv,
    SYS_pread64,
    SYS_preadv,
    SYS_preadv2,
    SYS_write,
    SYS_writev,
    SYS_pwrite64,
    SYS_pwritev,
    SYS_pwritev2,
    SYS_lseek,
    SYS_fstat,
    SYS_newfstatat,
    SYS_statx,
    SYS_statfs,
    SYS_fstatfs,
    SYS_faccessat,
    SYS_faccessat2,
    SYS_readlinkat,
    SYS_getdents64,
    SYS_getcwd,
    SYS_chdir,
    SYS_fchdir,
    SYS_mkdirat,
    SYS_mknodat,
    SYS_unlinkat,
    SYS_renameat,
    SYS_renameat2,
    SYS_linkat,
    SYS_symlinkat,
    SYS_truncate,
    SYS_ftruncate,
    SYS_fallocate,
    SYS_fadvise64,
    SYS_readahead,
    SYS_sendfile,
    SYS_copy_file_range,
    SYS_splice,
    SYS_tee,
    SYS_vmsplice,
    SYS_fsync,
    SYS_fdatasync,
    SYS_sync,
    SYS_syncfs,
    SYS_sync_file_range,
    SYS_flock,
    SYS_fcntl,
    SYS_ioctl,
    SYS_dup,
    SYS_dup3,
    SYS_pipe2,
    SYS_umask,
    SYS_getxattr,
    SYS_lgetxattr,
    SYS_fgetxattr,
    SYS_listxattr,
    SYS_llistxattr,
    SYS_flistxattr,
    SYS_memfd_create,
    SYS_memfd_secret,
    // waiting
    SYS_ppoll,
    SYS_pselect6,
    SYS_epoll_create1,
    SYS_epoll_ctl,
    SYS_epoll_pwait,
    SYS_epoll_pwait2,
    SYS_eventfd2,
    SYS_signalfd4,
    SYS_timerfd_create,
    SYS_timerfd_settime,
    SYS_timerfd_gettime,
    SYS_nanosleep,
    SYS_clock_nanosleep,
    SYS_futex,
    SYS_futex_waitv,
    SYS_get_robust_list,
    SYS_set_robust_list,
    SYS_restart_syscall,
    // memory
    SYS_mmap,
    SYS_munmap,
    SYS_mremap,
    SYS_mprotect,
    SYS_madvise,
    SYS_msync,
    SYS_mincore,
    SYS_mlock,
    SYS_mlock2,
    SYS_munlock,
    SYS_mlockall,
    SYS_munlockall,
    SYS_brk,
    SYS_mbind,
    SYS_get_mempolicy,
    SYS_set_mempolicy,
    SYS_set_mempolicy_home_node,
    SYS_membarrier,
    SYS_remap_file_pages,
    SYS_pkey_alloc,
    SYS_pkey_free,
    SYS_pkey_mprotect,
    SYS_mseal,
    // processes and threads
    SYS_clone,
    SYS_execve,
    SYS_exit,
    SYS_exit_group,
    SYS_wait4,
    SYS_waitid,
    SYS_kill,
    SYS_tkill,
    SYS_tgkill,
    SYS_pidfd_open,
    SYS_pidfd_send_signal,
    SYS_getpid,
    SYS_getppid,
    SYS_gettid,
    SYS_getpgid,
    SYS_setpgid,
    SYS_getsid,
    SYS_setsid,
    SYS_set_tid_address,
    SYS_prctl,
    SYS_seccomp,
    SYS_landlock_create_ruleset,
    SYS_landlock_add_rule,
    SYS_landlock_restrict_self,
    SYS_rseq,
    SYS_getcpu,
    SYS_prlimit64,
    SYS_getrlimit,
    SYS_setrlimit,
    SYS_getrusage,
    SYS_getpriority,
    SYS_setpriority,
    SYS_ioprio_get,
    SYS_ioprio_set,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_sched_setaffinity,
    SYS_sched_getattr,
    SYS_sched_setattr,
    SYS_sched_getparam,
    SYS_sched_setparam,
    SYS_sched_getscheduler,
    SYS_sched_setscheduler,
    SYS_sched_get_priority_max,
    SYS_sched_get_priority_min,
    SYS_sched_rr_get_interval,
    // signals
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigpending,
    SYS_rt_sigsuspend,
    SYS_rt_sigtimedwait,
    SYS_rt_sigreturn,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_sigaltstack,
    // users and capabilities
    SYS_getuid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getegid,
    SYS_getresuid,
    SYS_getresgid,
    SYS_getgroups,
    SYS_setuid,
    SYS_setgid,
    SYS_setreuid,
    SYS_setregid,
    SYS_setresuid,
    SYS_setresgid,
    SYS_setgroups,
    SYS_setfsuid,
    SYS_setfsgid,
    SYS_capget,
    SYS_capset,
    // time
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_gettimeofday,
    SYS_times,
    SYS_getitimer,
    SYS_setitimer,
    SYS_timer_create,
    SYS_timer_settime,
    SYS_timer_gettime,
    SYS_timer_getoverrun,
    SYS_timer_delete,
    // system information
    SYS_uname,
    SYS_sysinfo,
    SYS_getrandom,
    // sockets: `network` refuses new ones later
    SYS_socket,
    SYS_socketpair,
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    SYS_connect,
    SYS_shutdown,
    SYS_getsockname,
    SYS_getpeername,
    SYS_getsockopt,
    SYS_setsockopt,
    SYS_sendto,
    SYS_recvfrom,
    SYS_sendmsg,
    SYS_recvmsg,
    SYS_sendmmsg,
    SYS_recvmmsg,
];

/// Older variants of allowed calls.
#[cfg(target_arch = "x86_64")]
const LEGACY: &[i64] = &[
    SYS_open,
    SYS_creat,
    SYS_stat,
    SYS_lstat,
    SYS_access,
    SYS_readlink,
    SYS_getdents,
    SYS_mkdir,
    SYS_mknod,
    SYS_rmdir,
    SYS_unlink,
    SYS_rename,
    SYS_link,
    SYS_symlink,
    SYS_dup2,
    SYS_pipe,
    SYS_poll,
    SYS_select,
    SYS_epoll_create,
    SYS_epoll_wait,
    SYS_eventfd,
    SYS_signalfd,
    SYS_fork,
    SYS_vfork,
    SYS_getpgrp,
    SYS_alarm,
    SYS_pause,
    SYS_time,
    SYS_arch_prctl,
];
#[cfg(not(target_arch = "x86_64"))]
const LEGACY: &[i64] = &[];
