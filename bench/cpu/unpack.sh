# Sourced by the scripts for hosts without Node: source unpack.sh BUNDLE OUT. Unpacks the bundle, builds the native peers, goes there.
# Sets dir (the unpacked application), out (OUT, made and absolute) and commit.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
bundle=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
mkdir -p /tmp/eigen
[[ -e $bundle/eigen3.tar.xz ]] && tar -xJf "$bundle/eigen3.tar.xz" -C /tmp/eigen
CPLUS_INCLUDE_PATH=/tmp/eigen/eigen3 sh "$here/bench/peers/build.sh" /tmp/spmv-native > /tmp/spmv-native.log 2>&1 &
building=$!
if [[ -e $bundle/peers.tar.xz ]]; then mkdir -p /tmp/spmv-peers && tar -xJf "$bundle/peers.tar.xz" -C /tmp/spmv-peers --strip-components=1 & unpacking=$!; fi
if [[ -e $bundle/matrices.tar.xz ]]; then mkdir -p /tmp/spmv-matrices && tar -xJf "$bundle/matrices.tar.xz" -C /tmp/spmv-matrices & matrices=$!; fi
dir=$(python3 "$bundle/unpack.py" /tmp/spmv-cpu) || exit 1
export PATH=$dir/bin:$PATH
echo "== unpacked ($SECONDS s)"
wait "$building"
[[ -n ${unpacking:-} ]] && wait "$unpacking"
tail -3 /tmp/spmv-native.log
if [[ -n ${matrices:-} ]]; then wait "$matrices" && mkdir -p "$dir/matrices" && cp /tmp/spmv-matrices/*.mtx "$dir/matrices"; fi
peers=$dir/bench/peers
mkdir -p "$peers/dist"
cp /tmp/spmv-native "$peers/dist/native"
[[ -d /tmp/spmv-peers ]] && cp -r /tmp/spmv-peers/. "$peers/dist"
echo "== built ($SECONDS s)"; nproc; grep -m1 'model name' /proc/cpuinfo; node --version
commit=$(git -C "$here" rev-parse --short HEAD 2> /dev/null || cat "$bundle/commit" 2> /dev/null || echo unknown)
export COMMIT=$commit
cd "$dir" || exit 1
