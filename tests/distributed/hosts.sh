#!/usr/bin/env bash
# Two machines, as network namespaces of this one with names of their own, and ranks of both: a program, and the kernel under Jupyter.
# Arguments: tensorcell, a Python with nbclient, this folder; PATIENCE: seconds after which a wait has failed. Needs root.
set -euo pipefail
binary=$1 python=$2 here=$3
work=$(mktemp -d) name=tc$$
stop() {
    ip netns del "$name-1" 2>/dev/null || true
    ip netns del "$name-2" 2>/dev/null || true
    rm -rf "$work"
}
trap stop EXIT
for number in 1 2; do
    ip netns add "$name-$number"
    ip -n "$name-$number" link set lo up
    echo "10.99.0.$number $name-$number" >>"$work/hosts"
    echo "$name-$number slots=2" >>"$work/slots"
done
ip link add link0 netns "$name-1" type veth peer name link0 netns "$name-2"
for number in 1 2; do
    ip -n "$name-$number" addr add "10.99.0.$number/24" dev link0
    ip -n "$name-$number" link set link0 up
done
# In place of ssh: a command on a machine.
cat >"$work/on" <<ON
#!/usr/bin/env bash
host=\$1
shift
exec ip netns exec "\$host" unshare -um sh -c "mount --bind '$work/hosts' /etc/hosts; hostname \$host; \$*"
ON
chmod +x "$work/on"
"$binary" install --emulate 1 --name ranks --mpi 4 --prefix "$work" >/dev/null
export OMPI_MCA_plm_rsh_agent=$work/on OMPI_MCA_orte_default_hostfile=$work/slots
export JUPYTER_PATH=$work/share/jupyter JUPYTER_RUNTIME_DIR=$work/runtime
cd "$work"
"$work/on" "$name-1" "timeout $PATIENCE '$binary' run --nproc 4 '$here/gradients.py'" | tee out
[ "$(grep -c agrees out)" = 4 ] || { echo "FAILED: a program on two machines"; exit 1; }
"$work/on" "$name-1" "timeout $((2 * PATIENCE)) '$python' '$here/kernel.py' ranks -" | tee out
grep -q 'all went well' out || { echo "FAILED: a kernel on two machines"; exit 1; }
echo "two machines went well"
