#!/usr/bin/env bash
# A Slurm of one machine, all of it in a folder, and in it: the batch script for programs, a program that fails, and the kernel of
# several ranks under Jupyter. Arguments: tensorcell, the files for Slurm, a Python with nbclient, this folder;
# PATIENCE: seconds after which a wait has failed. Needs root.
set -euo pipefail
binary=$1 files=$2 python=$3 here=$4
work=$(mktemp -d) host=$(hostname -s)
export SLURM_CONF=$work/slurm.conf
daemons=()
stop() {
    scancel --state=RUNNING >/dev/null 2>&1 || true
    kill "${daemons[@]}" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap stop EXIT
free() { "$python" -c 'import socket; s = socket.socket(); s.bind(("", 0)); print(s.getsockname()[1])'; }

mkdir "$work/ctld" "$work/d" "$work/munge" && chmod 755 "$work" "$work/munge"
head -c 1024 /dev/urandom >"$work/key" && chmod 400 "$work/key"
munged --force --foreground --num-threads=2 --key-file="$work/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
    --seed-file="$work/munge/seed" --log-file="$work/munge/log" &
daemons+=($!)
cat >"$SLURM_CONF" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free)
SlurmdPort=$(free)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
ReturnToService=2
StateSaveLocation=$work/ctld
SlurmdSpoolDir=$work/d
SwitchType=switch/none
GresTypes=gpu
JobAcctGatherType=jobacct_gather/none
SlurmctldPidFile=$work/ctld/pid
SlurmdPidFile=$work/d/pid
NodeName=$host NodeAddr=127.0.0.1 CPUs=8 RealMemory=1000 Gres=gpu:4 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
# Devices that only count: the ranks' own are emulated.
for number in 0 1 2 3; do mknod "$work/gpu$number" c 1 3; done
echo "NodeName=$host Name=gpu File=$work/gpu[0-3]" >"$work/gres.conf"
slurmctld -D >"$work/ctld.log" 2>&1 &
daemons+=($!)
slurmd -D >"$work/d.log" 2>&1 &
daemons+=($!)
for _ in $(seq $((5 * PATIENCE))); do
    [ "$(sinfo --noheader --format=%T 2>/dev/null)" = idle ] && break
    sleep 0.2
done
[ "$(sinfo --noheader --format=%T)" = idle ] || { sinfo -R; cat "$work/ctld.log" "$work/d.log"; exit 1; }

# Runs a job to its end and shows what it printed.
job() { timeout $((2 * PATIENCE)) sbatch --wait --nodes=1 --chdir="$work" --output="$work/out" "$@" >/dev/null && code=0 || code=$?; cat "$work/out"; }

export TENSORCELL=$binary
job --ntasks-per-node=4 --gpus-per-node=4 --cpus-per-task=1 "$files/train.sbatch" "$here/gradients.py"
grep -q 'can not load PMIx library' "$work/out" && echo "Slurm finds no PMIx (Debian: apt install libpmix-dev)"
[ "$code" = 0 ] && [ "$(grep -c agrees "$work/out")" = 4 ] || { echo "FAILED: the batch script, exit code $code"; exit 1; }

printf '%s\n' 'import torch.distributed as dist' 'dist.init_process_group("mpi")' \
    'if dist.get_rank() == 2: raise ValueError("bad")' 'dist.barrier()' >"$work/bad.py"
job --ntasks=4 --wrap "'$binary' run --nproc 4 bad.py"
[ "$code" != 0 ] && grep -q 'rank2.*ValueError: bad' "$work/out" || { echo "FAILED: a rank that fails, exit code $code"; exit 1; }

mkdir -p "$work/share/jupyter/kernels/ranks"
sed "s#\"tensorcell\"#\"$binary\"#" "$files/kernel.json" >"$work/share/jupyter/kernels/ranks/kernel.json"
export JUPYTER_PATH=$work/share/jupyter JUPYTER_RUNTIME_DIR=$work/runtime
job --ntasks=4 --wrap "'$python' '$here/kernel.py' ranks -"
[ "$code" = 0 ] && grep -q 'all went well' "$work/out" || { echo "FAILED: the kernel, exit code $code"; exit 1; }
echo "Slurm went well"
