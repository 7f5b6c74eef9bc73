/** Items 0 … n − 1 by a score from 0 to n − 1, the least of which is wanted. */
export interface Buckets {
  add(item: number, score: number): void;
  remove(item: number): void;
  /** Takes out an item of the least score. There must be one. */
  takeLeast(): number;
}

/** Lists linked both ways, one for each score. Each call is O(1), but for looking for the least score, which moves down by what is added alone. */
export function bucketsOf(n: number): Buckets {
  const [head, next, before] = [new Int32Array(n).fill(-1), new Int32Array(n), new Int32Array(n)];
  const scoreOf = new Int32Array(n);
  let least = 0;
  const remove = (item: number): void => {
    const [after, previous] = [next[item], before[item]];
    if (previous >= 0) next[previous] = after;
    else head[scoreOf[item]] = after;
    if (after >= 0) before[after] = previous;
  };
  return {
    add(item, score) {
      scoreOf[item] = score;
      const first = head[score];
      next[item] = first;
      before[item] = -1;
      if (first >= 0) before[first] = item;
      head[score] = item;
      if (score < least) least = score;
    },
    remove,
    takeLeast() {
      while (head[least] < 0) least++;
      const item = head[least];
      remove(item);
      return item;
    },
  };
}
