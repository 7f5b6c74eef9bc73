import type { ToldAgreement } from '@spmv/engine';
import { significant } from '@spmv/engine/basics';
import type { JSX } from 'preact';

/** Shades from nothing to disagreement, each of half a decade. */
const SHADES = 8;

function shadeOf(ratio: number | undefined): Readonly<Record<string, string>> {
  if (ratio === undefined || !(ratio > 0)) return {};
  const step = ratio > 1 ? 2 * SHADES : Math.max(1, SHADES - Math.floor(-2 * Math.log10(ratio)));
  return { background: `color-mix(in srgb, var(${ratio > 1 ? '--ink-bad' : '--ink-link'}) ${4 * step}%, transparent)` };
}

/** Backends as rows and columns, darker the farther their results are apart. */
export function AgreementView({ reports }: { readonly reports: readonly ToldAgreement[] }): JSX.Element | null {
  const several = reports.filter(({ members }) => members.length > 1);
  if (several.length === 0) return null;
  return (
    <details class="agreement">
      <summary>Backends against one another</summary>
      <p>The largest difference of an element, in units of both error bounds: up to 1 they agree.</p>
      {several.map(({ precision, members, pairs, said }) => (
        <figure key={precision}>
          <div class="scroll">
            <table>
              <caption>{precision}</caption>
              <thead>
                <tr>
                  {['backend', ...members].map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {members.map((row) => (
                  <tr key={row}>
                    <th scope="row">{row}</th>
                    {members.map((column) => {
                      const pair = pairs.find(
                        ({ members: [a, b] }) => (a === row && b === column) || (a === column && b === row),
                      );
                      return (
                        <td key={column} style={shadeOf(pair?.ratio)}>
                          {pair ? significant(pair.ratio) : ''}
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <figcaption>{said.join('. ')}.</figcaption>
        </figure>
      ))}
    </details>
  );
}
