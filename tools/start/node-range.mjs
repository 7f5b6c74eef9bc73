// Whether a Node is one of those that `engines` names, in plain JavaScript without packages: it is asked before anything is installed.

/** Whether `range`, in which `^1.2.3` and `>=1.2.3` are joined by `||`, holds a version. Throws for what else a range may be. */
export function isInRange(version, range) {
  return range.split('||').some((part) => {
    const [, comparator, ...least] = /^(\^|>=)(\d+)\.(\d+)\.(\d+)$/u.exec(part.trim()) ?? [];
    if (comparator === undefined) throw new Error(`'${part.trim()}' is neither ^1.2.3 nor >=1.2.3.`);
    const wanted = least.map(Number);
    const found = version.split('.').map(Number);
    if (comparator === '^' && found[0] !== wanted[0]) return false;
    const differing = wanted.findIndex((number, place) => number !== found[place]);
    return differing === -1 || found[differing] > wanted[differing];
  });
}
