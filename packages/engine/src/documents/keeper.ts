/** What a keeper is told, as a message: another one that gets them in order has the same. */
export type KeeperMessage =
  | { readonly kind: 'begin'; readonly command: string; readonly head: unknown }
  | { readonly kind: 'put'; readonly list: string; readonly order: number; readonly item: unknown }
  | { readonly kind: 'publishing' };

/** What a command has so far: plain data, from which its output can be made at any moment, and by another process. */
export interface Kept {
  /** Whose results these are. */
  readonly command: string;
  /** What is said once. */
  readonly head: unknown;
  /** Lists of results by name, each by the place it has in the output. */
  readonly lists: ReadonlyMap<string, ReadonlyMap<number, unknown>>;
}

/** Where a command puts its results as it goes. */
export interface Keeper {
  /** From here on there is something to hand out. */
  begin(command: string, head: unknown): void;
  /** Puts an item at its place in a list, over what is there. */
  put(list: string, order: number, item: unknown): void;
  /** The results are being written: let them be. */
  publishing(): void;
  readonly kept: Kept | undefined;
}

/** A keeper that passes everything on to `send`. */
export function createKeeper(send: (message: KeeperMessage) => void = () => {}): Keeper {
  const lists = new Map<string, Map<number, unknown>>();
  let started: Pick<Kept, 'command' | 'head'> | undefined;
  return {
    begin(command, head) {
      started = { command, head };
      send({ kind: 'begin', command, head });
    },
    put(list, order, item) {
      const items = lists.get(list) ?? new Map<number, unknown>();
      lists.set(list, items);
      items.set(order, item);
      send({ kind: 'put', list, order, item });
    },
    publishing: () => send({ kind: 'publishing' }),
    get kept() {
      return started && { ...started, lists };
    },
  };
}
