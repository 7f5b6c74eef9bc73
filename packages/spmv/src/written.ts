/** Arrays of the caller that products which were asked for have still to write. */
export interface Written {
  /** When the last of them for any of these arrays is there, or has failed; undefined where none is under way. */
  before(...arrays: readonly unknown[]): Promise<unknown> | undefined;
  /** This product writes to y. */
  by<T>(y: unknown, product: Promise<T>): Promise<T>;
}

/** None yet. */
export function createWritten(): Written {
  const last = new Map<unknown, Promise<unknown>>();
  return {
    before(...arrays) {
      const all = arrays.flatMap((one) => last.get(one) ?? []);
      return all.length === 0 ? undefined : Promise.all(all);
    },
    by(y, product) {
      const ended: Promise<unknown> = product.catch(() => {}).then(() => last.get(y) === ended && last.delete(y));
      last.set(y, ended);
      return product;
    },
  };
}
