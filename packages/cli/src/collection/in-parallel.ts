/** Runs `work` on all of `items`, so many at a time; in the order of the items. The first error ends it, once what runs is done. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  async function worker(): Promise<void> {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index] as Item, index);
    }
  }
  const all = await Promise.allSettled(Array.from({ length: Math.min(most, items.length) }, worker));
  const failed = all.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return results;
}
