import { openMatrix } from 'spmv';

/** A page by its number in the file, counted from 1, and its rank. */
export interface Page {
  readonly page: number;
  readonly rank: number;
}

/** The pages of a web site with the highest PageRank. In the file, entry (i, j) is a link from page j to page i. */
export async function topPages(file: string, count: number): Promise<readonly Page[]> {
  await using linksTo = await openMatrix(file, { backend: 'serial' });
  const { rowIndex, colIndex, values } = linksTo.entries();
  const { shape } = linksTo;
  await using graph = await openMatrix(
    { shape, rowIndex: colIndex, colIndex: rowIndex, values },
    { backend: 'serial' },
  );
  const { ranks } = await graph.pageRank({ damping: 0.85 });
  return Array.from(ranks, (rank, i) => ({ page: i + 1, rank }))
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, count);
}
