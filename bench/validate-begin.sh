# Sourced by validate-vectors.sh and validate-native.sh: source validate-begin.sh OUT FOLDER. Sets `here`, `out`, `folder` and `spmv`; `small` and `large` are the
# matrices of the folder, below 100 kB and above, without right-hand sides and solutions.
set -uo pipefail
shopt -s nullglob
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
mkdir -p "$1/parts"
out=$(cd "$1" && pwd)
folder=$(cd "$2" && pwd)
if [[ -z $(command -v spmv) ]]; then spmv() { node "$here/packages/cli/dist/main.js" "$@"; }; fi
small=() large=()
for file in "$folder"/*.mtx "$folder"/*.mtx.gz; do
  [[ $file == *_b.mtx* || $file == *_x.mtx* || $file == *_rhs1.mtx* ]] && continue
  if [[ $(stat -c %s "$file") -lt 100000 ]]; then small+=("$file"); else large+=("$file"); fi
done
# part NAME ARGUMENTS: `spmv validate` of all that, into OUT/parts/NAME.json. What is there already is not run again.
part() {
  local part=$out/parts/$1.json begin=$SECONDS
  shift
  [[ -s $part ]] && return
  spmv validate "$@" --json > "$part.next" 2> "$part.log"
  local code=$?
  echo "$(basename "$part" .json): exit $code after $((SECONDS - begin)) s"
  # 3: something failed; 5: a file could not be read, as those of complex values. The table shows both.
  [[ $code -eq 0 || $code -eq 3 || $code -eq 5 ]] && mv "$part.next" "$part"
}
