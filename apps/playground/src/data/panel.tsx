import type { JSX } from 'preact';
import type { PanelProps } from '../panel.ts';
import './data.css';
import { MatrixColumn } from './matrix-column.tsx';
import { StorageSection } from './storage-section.tsx';

/** What a matrix looks like, and what each format would store of it; a second one beside it. */
export function Panel({ matrix, beside, choices, choose, linkTo }: PanelProps): JSX.Element {
  const shown = [{ matrix, view: 'view' }, ...(beside ? [{ matrix: beside, view: 'viewBeside' }] : [])];
  return (
    <div class={beside ? 'data-panel two' : 'data-panel'}>
      {shown.map((each) => (
        <section key={each.view} aria-label={each.matrix.summary.name}>
          {beside && <h2 class="matrix-name">{each.matrix.summary.name}</h2>}
          <MatrixColumn matrix={each.matrix} view={each.view} choices={choices} choose={choose} linkTo={linkTo} />
          <h3>Storage in every format</h3>
          <StorageSection matrix={each.matrix} choices={choices} choose={choose} />
        </section>
      ))}
    </div>
  );
}
