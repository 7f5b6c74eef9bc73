import type { JSX } from 'preact';
import type { EntrySizes } from '../matrix/protocol.ts';
import { countOf, significant } from '../ui/format-number.ts';
import { scaleEnds } from './size-scale.ts';

/** What the colours of sizes mean. */
export function SizeLegend({ sizes }: { readonly sizes: EntrySizes }): JSX.Element {
  const { least, most, zeros, notFinite } = sizes;
  const low = 10 ** scaleEnds(sizes)[0];
  return (
    <p class="size-legend">
      |a| <span class="number">{low > least ? `≤ ${significant(low)}` : significant(least)}</span>
      <span class="size-bar" aria-hidden="true" />
      <span class="number">{significant(most)}</span>, by its logarithm; of several entries in a pixel the largest
      counts.
      {zeros > 0 && ` ${countOf(zeros, 'zero is', 'zeros are')} coloured as the least.`}
      {notFinite > 0 && (
        <>
          {' '}
          <span class="size-bad" aria-hidden="true" /> {countOf(notFinite, 'entry is', 'entries are')} not finite.
        </>
      )}
    </p>
  );
}
