//! Who started this process beside others, and as which rank: mpirun and srun tell it each in variables of its own.

/// What the launcher says of this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Started {
    /// `mpirun` or `srun`.
    pub by: &'static str,
    pub rank: usize,
    pub world: usize,
    /// The number among the processes of this machine, and how many these are.
    pub local_rank: usize,
    pub local_world: usize,
}

fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.trim().parse().ok()
}

/// What mpirun or srun says of this process; None where it was started alone.
pub fn started() -> Option<Started> {
    let open_mpi = || {
        Some(Started {
            by: "mpirun",
            rank: number("OMPI_COMM_WORLD_RANK")?,
            world: number("OMPI_COMM_WORLD_SIZE")?,
            local_rank: number("OMPI_COMM_WORLD_LOCAL_RANK")?,
            local_world: number("OMPI_COMM_WORLD_LOCAL_SIZE").unwrap_or(1),
        })
    };
    let mpich = || {
        Some(Started {
            by: "mpirun",
            rank: number("PMI_RANK")?,
            world: number("PMI_SIZE")?,
            local_rank: number("MPI_LOCALRANKID")?,
            local_world: number("MPI_LOCALNRANKS").unwrap_or(1),
        })
    };
    // A shell within `salloc` has these variables too, with one task.
    let slurm = || {
        let world = number("SLURM_STEP_NUM_TASKS").filter(|count| *count > 1)?;
        let nodes = number("SLURM_STEP_NUM_NODES").unwrap_or(1).max(1);
        Some(Started {
            by: "srun",
            rank: number("SLURM_PROCID")?,
            world,
            local_rank: number("SLURM_LOCALID")?,
            local_world: world.div_ceil(nodes),
        })
    };
    open_mpi().or_else(mpich).or_else(slurm)
}

/// The launcher's name.
pub fn started_by() -> Option<&'static str> {
    started().map(|started| started.by)
}

/// PyTorch's variables for this process, where the launcher set only its own; and its share of the machine's cores, which
/// srun gives by itself.
pub fn variables() -> Vec<(&'static str, String)> {
    let Some(started) = started().filter(|_| std::env::var_os("RANK").is_none()) else { return Vec::new() };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let share = (cores / started.local_world.max(1)).max(1);
    let threads = (started.by == "mpirun" && std::env::var_os("RAYON_NUM_THREADS").is_none())
        .then(|| ("RAYON_NUM_THREADS", share.to_string()));
    let ranks = [
        ("RANK", started.rank.to_string()),
        ("WORLD_SIZE", started.world.to_string()),
        ("LOCAL_RANK", started.local_rank.to_string()),
        ("LOCAL_WORLD_SIZE", started.local_world.to_string()),
        ("GROUP_RANK", (started.rank / started.local_world.max(1)).to_string()),
        ("GROUP_WORLD_SIZE", started.world.div_ceil(started.local_world.max(1)).to_string()),
        ("ROLE_RANK", started.rank.to_string()),
        ("ROLE_WORLD_SIZE", started.world.to_string()),
    ];
    ranks.into_iter().chain(threads).collect()
}

/// A name under which other machines find this one; this machine alone needs none.
pub fn host_name() -> String {
    const THIS_ONE: &str = "127.0.0.1";
    if started().is_some_and(|started| started.local_world == started.world) {
        return THIS_ONE.to_owned();
    }
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    // A name that does not lead here (none is configured, or it is somebody else's by now) would not lead others here.
    let leads_here = |name: &str| !name.is_empty() && std::net::TcpListener::bind((name, 0)).is_ok();
    let name = name.trim();
    if leads_here(name) { name.to_owned() } else { THIS_ONE.to_owned() }
}
