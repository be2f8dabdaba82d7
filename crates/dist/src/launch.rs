//! Detects which launcher started this process, and as which rank: each launcher sets its own variables.

use std::path::PathBuf;

/// A launcher of processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Launcher {
    /// Open MPI's mpirun.
    OpenMpi,
    /// The mpirun of MPICH and its derivatives.
    Hydra,
    /// Slurm's srun.
    Slurm,
    /// This program itself, on this machine, when no other launcher is installed.
    Own,
}

impl Launcher {
    /// The program's name.
    pub const fn name(self) -> &'static str {
        match self {
            Launcher::OpenMpi | Launcher::Hydra => "mpirun",
            Launcher::Slurm => "srun",
            Launcher::Own => "tensorcell",
        }
    }
    /// Whether MPI can connect the processes that it starts.
    pub const fn serves_mpi(self) -> bool {
        !matches!(self, Launcher::Own)
    }
}

/// Set by this program's own launcher, beside PyTorch's variables.
pub const OWN: &str = "TENSORCELL_LAUNCHED";

/// What the launcher says about this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Started {
    pub by: Launcher,
    pub rank: usize,
    pub world: usize,
    /// The rank on this machine, and the number of ranks on it.
    pub local_rank: usize,
    pub local_world: usize,
}

fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.trim().parse().ok()
}

/// Reads the launcher's variables; `None` if this process was started alone.
pub fn started() -> Option<Started> {
    let open_mpi = || {
        Some(Started {
            by: Launcher::OpenMpi,
            rank: number("OMPI_COMM_WORLD_RANK")?,
            world: number("OMPI_COMM_WORLD_SIZE")?,
            local_rank: number("OMPI_COMM_WORLD_LOCAL_RANK")?,
            local_world: number("OMPI_COMM_WORLD_LOCAL_SIZE").unwrap_or(1),
        })
    };
    let mpich = || {
        Some(Started {
            by: Launcher::Hydra,
            rank: number("PMI_RANK")?,
            world: number("PMI_SIZE")?,
            local_rank: number("MPI_LOCALRANKID")?,
            local_world: number("MPI_LOCALNRANKS").unwrap_or(1),
        })
    };
    let own = || {
        std::env::var_os(OWN)?;
        Some(Started {
            by: Launcher::Own,
            rank: number("RANK")?,
            world: number("WORLD_SIZE")?,
            local_rank: number("LOCAL_RANK")?,
            local_world: number("LOCAL_WORLD_SIZE")?,
        })
    };
    // A shell inside `salloc` also has these variables, with one task.
    let slurm = || {
        let world = number("SLURM_STEP_NUM_TASKS").filter(|count| *count > 1)?;
        let nodes = number("SLURM_STEP_NUM_NODES").unwrap_or(1).max(1);
        Some(Started {
            by: Launcher::Slurm,
            rank: number("SLURM_PROCID")?,
            world,
            local_rank: number("SLURM_LOCALID")?,
            local_world: world.div_ceil(nodes),
        })
    };
    open_mpi().or_else(mpich).or_else(own).or_else(slurm)
}

impl Started {
    /// PyTorch's variables for this process.
    pub fn variables(&self) -> [(&'static str, String); 8] {
        let Started { rank, world, local_rank, local_world, .. } = *self;
        let machine = local_world.max(1);
        [
            ("RANK", rank),
            ("WORLD_SIZE", world),
            ("LOCAL_RANK", local_rank),
            ("LOCAL_WORLD_SIZE", local_world),
            ("GROUP_RANK", rank / machine),
            ("GROUP_WORLD_SIZE", world.div_ceil(machine)),
            ("ROLE_RANK", rank),
            ("ROLE_WORLD_SIZE", world),
        ]
        .map(|(name, number)| (name, number.to_string()))
    }

    /// This process's share of the machine's cores, as a variable; `None` if srun or the user has set it.
    pub fn threads(&self) -> Option<(&'static str, String)> {
        const NAME: &str = "RAYON_NUM_THREADS";
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let share = (cores / self.local_world.max(1)).max(1);
        (self.by != Launcher::Slurm && std::env::var_os(NAME).is_none()).then(|| (NAME, share.to_string()))
    }
}

/// The variables of a rank that this program starts on this machine.
pub fn of_own_rank(rank: usize, world: usize) -> Vec<(&'static str, String)> {
    let started = Started { by: Launcher::Own, rank, world, local_rank: rank, local_world: world };
    let own = (OWN, "1".to_owned());
    std::iter::once(own).chain(started.variables()).chain(started.threads()).collect()
}

/// PyTorch's variables if the launcher set only its own, and this process's share of the machine's cores.
pub fn variables() -> Vec<(&'static str, String)> {
    let Some(started) = started().filter(|_| std::env::var_os("RANK").is_none()) else { return Vec::new() };
    started.variables().into_iter().chain(started.threads()).collect()
}

/// Finds a program on PATH.
pub fn found(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// A name under which other machines reach this one; a single machine needs none.
pub fn host_name() -> String {
    const THIS_ONE: &str = "127.0.0.1";
    if started().is_some_and(|started| started.local_world == started.world) {
        return THIS_ONE.to_owned();
    }
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    // A name that does not lead here (unconfigured, or reassigned) would not lead others here.
    let leads_here = |name: &str| !name.is_empty() && std::net::TcpListener::bind((name, 0)).is_ok();
    let name = name.trim();
    if leads_here(name) { name.to_owned() } else { THIS_ONE.to_owned() }
}
