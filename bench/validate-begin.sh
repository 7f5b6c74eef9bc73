# Sourced by validate-vectors.sh and validate-native.sh: source validate-begin.sh OUT FOLDER. Sets `here`, `out`, `folder` and `spmv`; `small` and `large` are the
# matrices of the folder, below 100 kB and above, the smallest first, without right-hand sides and solutions.
set -uo pipefail
shopt -s nullglob
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
mkdir -p "$1/parts"
out=$(cd "$1" && pwd)
folder=$(cd "$2" && pwd)
if [[ -n $(command -v spmv) ]]; then spmv=(spmv); else spmv=(node "$here/packages/cli/dist/main.js"); fi
small=() large=()
while IFS= read -r file; do
  [[ $file == *_b.mtx* || $file == *_x.mtx* || $file == *_rhs1.mtx* ]] && continue
  if [[ $(stat -c %s "$file") -lt 100000 ]]; then small+=("$file"); else large+=("$file"); fi
done < <(for file in "$folder"/*.mtx "$folder"/*.mtx.gz; do echo "$(stat -c %s "$file") $file"; done | sort -n | cut -d' ' -f2-)
: > "$out/planned.txt"
# part NAME ARGUMENTS: `spmv validate` of all that, into OUT/parts/NAME.json. What is there already is not run again. A part that takes more than PART seconds is
# stopped: what it has until then is OUT/parts/NAME.json.cut, and NAME.json.limit has the seconds; it is run again when it is given more. When BUDGET seconds are
# over no part is begun, and the last one is stopped. Every NAME is in OUT/planned.txt, so that what was not compared can be told. JOBS of them run at once, one
# without it; whoever calls it waits for the last ones with `wait`.
part() {
  echo "$1" >> "$out/planned.txt"
  if [[ ${JOBS:-1} -le 1 ]]; then
    validated "$@"
    return
  fi
  while [[ $(jobs -rp | wc -l) -ge $JOBS ]]; do wait -n; done
  validated "$@" &
}
validated() {
  local part=$out/parts/$1.json begin=$SECONDS most=${PART:-0}
  shift
  [[ -s $part ]] && return
  if [[ -n ${BUDGET:-} ]]; then
    local left=$((BUDGET - SECONDS))
    [[ $left -le 0 ]] && return
    [[ $most -eq 0 || $left -lt $most ]] && most=$left
  fi
  [[ $most -gt 0 && -e $part.limit && $(< "$part.limit") -ge $most ]] && return
  timeout --signal=INT --kill-after=20 "$most" "${spmv[@]}" validate "$@" --json > "$part.next" 2> "$part.log"
  local code=$?
  echo "$(basename "$part" .json): exit $code after $((SECONDS - begin)) s"
  case $code in
    # 3: something failed; 5: a file could not be read, as those of complex values. The table shows both.
    0 | 3 | 5) mv "$part.next" "$part" && rm -f "$part.cut" "$part.limit" ;;
    # What was asked for is no use, of any matrix.
    2) cat "$part.log" >&2 && exit 2 ;;
    # Interrupted, or killed because that took too long: then nothing was handed out.
    124 | 137)
      echo "$most" > "$part.limit"
      if [[ -s $part.next ]]; then mv "$part.next" "$part.cut"; else rm -f "$part.next"; fi
      ;;
  esac
}
