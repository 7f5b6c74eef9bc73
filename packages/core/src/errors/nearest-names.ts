/** Edit distance without transpositions. Names are short, so the quadratic table is fine. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** Up to three of `known` that `name` may have been meant for, nearest first. */
export function nearestNames(name: string, known: Iterable<string>): readonly string[] {
  const wanted = name.toLowerCase();
  return [...known]
    .map((candidate) => {
      const lower = candidate.toLowerCase();
      // A name of one letter is in most others.
      const contained = Math.min(wanted.length, lower.length) > 1 && (lower.includes(wanted) || wanted.includes(lower));
      return { candidate, distance: contained ? 1 : editDistance(wanted, lower) };
    })
    .filter(({ candidate, distance }) => distance <= Math.max(2, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** More names than this are a list to look at, and no sentence. */
const MOST_NAMED = 40;
/** Of a longer list enough to see what its names are like. */
const SOME = 6;

/** A `fix` sentence for an unknown name, or for what is none: the near ones, else all of them, or some of very many. */
export function suggestNames(name: unknown, known: Iterable<string>): string {
  const all = [...known];
  const near = typeof name === 'string' ? nearestNames(name, all) : [];
  if (near.length > 0) return `Did you mean ${near.map((n) => `'${n}'`).join(' or ')}?`;
  if (all.length > MOST_NAMED) return `Use one of ${all.length}, such as ${all.slice(0, SOME).join(', ')}.`;
  return all.length > 0 ? `Use one of: ${all.join(', ')}.` : 'None is installed.';
}
