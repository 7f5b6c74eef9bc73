/** What a worker did in all products of an operator so far, in milliseconds by the host's clock. */
export interface WorkerTimes {
  /** It computed. */
  readonly busyMs: number;
  /** The rest of the products: it had not come yet, or waited for work or for the others. */
  readonly waitMs: number;
}
