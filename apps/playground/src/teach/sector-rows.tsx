import type { AccessStep } from '@spmv/trace';
import type { JSX } from 'preact';
import type { SectorWords } from './sector-words.ts';
import { sectorWords } from './sector-words.ts';

function Sector({ number, paper, elements }: SectorWords): JSX.Element {
  return (
    <li>
      <span class="quiet">{number}</span>
      {elements.map(({ element, lanes }) => (
        <span key={element} class={`cell ${lanes === '' ? 'idle' : `paper-${paper}`}`}>
          <span>{element}</span>
          <span class="by">{lanes}</span>
        </span>
      ))}
    </li>
  );
}

/** The sectors that a step touches, each with its elements and the lanes that read them. */
export function SectorRows({ step }: { readonly step: AccessStep }): JSX.Element {
  return (
    <details>
      <summary>Sectors of this step, and what of them is used</summary>
      <ol class="sectors">
        {sectorWords(step).map((sector) => (
          <Sector key={sector.number} {...sector} />
        ))}
      </ol>
    </details>
  );
}
