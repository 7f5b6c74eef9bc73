import type { JSX } from 'preact';
import { countOf, grouped, significant } from '../ui/format-number.ts';
import type { ShownTrace } from './trace-window.ts';

/** Share of the lanes of a warp that work, over all its instructions. */
function workingLanes({ counts }: ShownTrace): number {
  return counts.instructions === 0 ? 0 : counts.laneInstructions / (32 * counts.instructions);
}

/** What one product adds up to, by array. */
export function Totals({ trace }: { readonly trace: ShownTrace }): JSX.Element {
  const { counts, launches, params, errorRatio } = trace;
  const rows = Object.entries(counts.buffers).flatMap(([name, kinds]) =>
    (['load', 'store', 'atomic'] as const)
      .filter((kind) => kinds[kind].requests > 0)
      .map((kind) => ({ name, kind, ...kinds[kind] })),
  );
  return (
    <>
      <p>
        y is {errorRatio <= 1 ? 'right' : 'wrong'}: its error is {significant(errorRatio)} of the bound.{' '}
        {grouped(counts.load.sectors)} sectors loaded and {grouped(counts.store.sectors)} stored by{' '}
        {grouped(counts.instructions)} instructions of warps, in which {Math.round(100 * workingLanes(trace))} % of the
        lanes work. Warps diverge at {counts.divergentBranches} of {counts.branches} branches.
      </p>
      <p class="quiet">
        {launches
          .map(
            ({ entryPoint, grid, block }) =>
              `${entryPoint}: ${countOf(grid[0], 'block', 'blocks')} of ${block[0]} threads`,
          )
          .join('; ')}
        ; {params}
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label="Sectors by array">
        <table>
          <caption>A sector is 32 bytes. All bytes used: 100 %; more where lanes share what they read.</caption>
          <thead>
            <tr>
              <th scope="col">Array</th>
              <th scope="col">Access</th>
              <th scope="col" class="number">
                Requests
              </th>
              <th scope="col" class="number">
                Sectors
              </th>
              <th scope="col" class="number">
                Bytes used
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, kind, requests, sectors, bytes }) => (
              <tr key={`${name} ${kind}`}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>{kind}</td>
                <td class="number">{grouped(requests)}</td>
                <td class="number">{grouped(sectors)}</td>
                <td class="number">{Math.round((100 * bytes) / (32 * sectors))} %</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
