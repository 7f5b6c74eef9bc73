import type { CooMatrix } from '@spmv/core';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Bar } from '../ui/bar.tsx';
import { countOf } from '../ui/format-number.ts';
import type { FormatParams, Taught } from './taught.ts';
import { TAUGHT } from './taught.ts';
import type { ShownTrace } from './trace-window.ts';
import { useTrace } from './use-trace.ts';

interface Counted {
  readonly taught: Taught;
  readonly loaded: number;
  readonly stored: number;
}

interface Props {
  readonly coo: CooMatrix;
  readonly params: FormatParams;
}

function countedOf(taught: Taught, { counts }: ShownTrace): Counted {
  return { taught, loaded: counts.load.sectors, stored: counts.store.sectors };
}

/** Traces the kernels one after the other, and tells what was counted so far. */
function Counting({ coo, params, onCount }: Props & { onCount(all: readonly Counted[]): void }): JSX.Element {
  const [ended, setEnded] = useState(0);
  const [all, setAll] = useState<readonly Counted[]>([]);
  const next = TAUGHT[ended];
  const tracing = useTrace(next && coo, next?.name ?? '', params);
  useEffect(() => {
    if (!next || tracing.status === 'waiting') return;
    const found = tracing.status === 'traced' ? [...all, countedOf(next, tracing.trace)] : all;
    setAll(found);
    onCount(found);
    setEnded(ended + 1);
  }, [tracing]);
  if (next) return <p role="status">Running {next.title}…</p>;
  const left = TAUGHT.length - all.length;
  return left === 0 ? (
    <></>
  ) : (
    <p role="alert">{countOf(left, 'kernel was', 'kernels were')} not counted: the steps below say why.</p>
  );
}

/** How many sectors each kernel moves for the same product: what a layout is chosen for. Nothing is run before it is asked for. */
export function SectorChart({ coo, params }: Props): JSX.Element {
  const [of, setOf] = useState<Props>();
  const [counted, setCounted] = useState<readonly Counted[]>([]);
  const isOf = of?.coo === coo && of.params === params;
  const most = Math.max(1, ...counted.map(({ loaded, stored }) => loaded + stored));
  const least = [...counted].sort((a, b) => a.loaded + a.stored - b.loaded - b.stored);
  return (
    <section aria-label="Sectors of every kernel">
      <h3>The point of it: sectors of every kernel</h3>
      <p>
        One product with what is above, {coo.shape.rows} × {coo.shape.cols}: rows that go on beyond it are not padded to
        their whole length. A warp moves whole sectors of 32 bytes, so a layout whose neighbours in memory are read by
        neighbouring lanes moves fewer: that is coalescing.
      </p>
      {!isOf && (
        <button
          type="button"
          onClick={() => {
            setCounted([]);
            setOf({ coo, params });
          }}
        >
          Count them for all {TAUGHT.length} kernels
        </button>
      )}
      {isOf && <Counting coo={coo} params={params} onCount={setCounted} />}
      {isOf && counted.length > 0 && (
        <table class="bars">
          <tbody>
            {least.map(({ taught, loaded, stored }) => (
              <tr key={taught.name}>
                <th scope="row">{taught.title}</th>
                <td class="number">{countOf(loaded + stored, 'sector', 'sectors')}</td>
                <td class="bar-cell">
                  <Bar share={(loaded + stored) / most} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
