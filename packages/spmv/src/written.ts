/** Arrays of the caller that products which were asked for have still to write. */
export interface Written {
  /** When the last of them is there, or has failed; undefined where none is under way. */
  before(y: unknown): Promise<unknown> | undefined;
  /** This product writes to y. */
  by<T>(y: unknown, product: Promise<T>): Promise<T>;
}

/** None yet. */
export function createWritten(): Written {
  const last = new Map<unknown, Promise<unknown>>();
  return {
    before: (y) => last.get(y),
    by(y, product) {
      const ended: Promise<unknown> = product.catch(() => {}).then(() => last.get(y) === ended && last.delete(y));
      last.set(y, ended);
      return product;
    },
  };
}
