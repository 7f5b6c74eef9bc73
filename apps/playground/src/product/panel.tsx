import { formatBytes } from '@spmv/core';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PanelProps } from '../panel.ts';
import { countOf, grouped, significant } from '../ui/format-number.ts';
import { Terms } from '../ui/terms.tsx';
import { GrowthChart } from './growth-chart.tsx';
import type { ProductFacts, ProductRow } from './multiply.ts';
import { OverviewPicture } from './overview-picture.tsx';
import './product.css';
import { useProduct } from './use-product.ts';

/** Bytes of an entry in CSR, f64. */
const ENTRY_BYTES = 12;
/** Milliseconds in which all rows are played. */
const PLAY_MS = 6000;
/** Rows of B that are named. */
const NAMED = 6;

/** The row that an address says, of those that there are: the last one where it says none. */
function rowOf(text: string | undefined, rows: number): number {
  const row = Number(text);
  return text === undefined || !Number.isInteger(row) ? rows - 1 : Math.min(Math.max(row, 0), rows - 1);
}

/** What A is multiplied by: as an address says, else the second matrix, else A where that can be, else its transpose. */
function rightOf(text: string | undefined, hasSecond: boolean, isSquare: boolean): 'second' | 'same' | 'transpose' {
  if (text === 'same' || text === 'transpose') return text;
  if (hasSecond) return 'second';
  return isSquare ? 'same' : 'transpose';
}

function rowWords({ row, brings, terms, entries }: ProductRow): string {
  if (brings.length === 0) return `Row ${grouped(row)} of A is empty, and so is that of C.`;
  const named = brings.slice(0, NAMED).map((one) => `${significant(one.value)} × row ${grouped(one.row)}`);
  const more = brings.length > NAMED ? ` + ${brings.length - NAMED} more` : '';
  return `Row ${grouped(row)} of C = ${named.join(' + ')}${more} of B: ${countOf(terms, 'term', 'terms')}, which fall on ${countOf(entries, 'column', 'columns')}.`;
}

function Facts({ facts, nnz }: { readonly facts: ProductFacts; readonly nnz: number }): JSX.Element {
  const { termStart, rowStart, shape, symbolicMs, numericMs } = facts;
  const [terms, entries] = [termStart[shape.rows] ?? 0, rowStart[shape.rows] ?? 0];
  const ms = (time: number): string => `${significant(time)} ms`;
  const lines: readonly (readonly [string, string])[] = [
    ['C', `${grouped(shape.rows)} × ${grouped(shape.cols)}, ${countOf(entries, 'entry', 'entries')}`],
    ['beside A', nnz === 0 ? 'A is empty' : `${significant(entries / nnz)} times as many entries`],
    ['terms', `${grouped(terms)}: a multiplication and an addition each`],
    ['terms an entry', entries === 0 ? 'none' : significant(terms / entries)],
    ['symbolic phase', `${ms(symbolicMs)}: how long each row is, so that memory can be taken`],
    [
      'numeric phase',
      `${ms(numericMs)}: columns and values, ${significant((2 * terms) / Math.max(1e-6, numericMs) / 1e6)} GFLOP/s`,
    ],
    [
      'memory',
      `${formatBytes(ENTRY_BYTES * entries)} for entries; without the symbolic phase it would be ${formatBytes(ENTRY_BYTES * terms)}, room for every term`,
    ],
  ];
  return <Terms lines={lines} />;
}

/** A product of the two matrices, or of one with itself: how C grows row by row, and what its two phases find out. */
export function Panel({ matrix, beside, choices, choose }: PanelProps): JSX.Element {
  const { rows, cols } = matrix.summary.shape;
  const choice = rightOf(choices['right'], beside !== undefined, rows === cols);
  const B = choice === 'second' && beside ? beside : matrix;
  const [isPlaying, setPlaying] = useState(false);
  const [played, setPlayed] = useState(0);
  const row = isPlaying ? played : rowOf(choices['row'], rows);
  const state = useProduct(matrix, B, choice === 'transpose', row);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const began = performance.now();
    let frame = requestAnimationFrame(function draw(now) {
      const at = Math.min(rows - 1, Math.floor((rows * Math.max(0, now - began)) / PLAY_MS));
      setPlayed(at);
      if (at < rows - 1) {
        frame = requestAnimationFrame(draw);
        return;
      }
      setPlaying(false);
      choose({ row: '' });
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);
  const names = [matrix.summary.name, B.summary.name] as const;
  return (
    <div class="product">
      <p>
        Row i of C = A·B is the sum of those rows of B that row i of A names, each times its entry (Gustavson 1978).{' '}
        {!beside && 'To multiply by another one, choose a second matrix above.'}
      </p>
      <label class="right">
        <span>B is</span>
        <select value={choice} onChange={({ currentTarget }) => choose({ right: currentTarget.value, row: '' })}>
          {beside && <option value="second">the second matrix, {beside.summary.name}</option>}
          <option value="same">A itself</option>
          <option value="transpose">the transpose of A</option>
        </select>
      </label>
      {state.status === 'waiting' && <p role="status">Multiplying…</p>}
      {state.status === 'failed' && (
        <p role="alert">
          {state.problem.message} {state.problem.fix}{' '}
          {choice !== 'transpose' && (
            <button type="button" onClick={() => choose({ right: 'transpose', row: '' })}>
              Multiply by the transpose of A
            </button>
          )}
        </p>
      )}
      {state.status === 'multiplied' && rows === 0 && <p>A has no rows, and so has C.</p>}
      {state.status === 'multiplied' && (
        <>
          {rows > 0 && (
            <>
              <div class="controls">
                <button
                  type="button"
                  class="primary"
                  onClick={() => {
                    if (isPlaying) choose({ row: String(row) });
                    setPlayed(0);
                    setPlaying(!isPlaying);
                  }}
                >
                  {isPlaying ? 'Stop' : 'Watch C grow'}
                </button>
                <label>
                  <span>Row of C: {grouped(row)}</span>
                  <input
                    type="range"
                    min={0}
                    max={rows - 1}
                    value={row}
                    onInput={({ currentTarget }) => {
                      setPlaying(false);
                      choose({ row: currentTarget.value });
                    }}
                  />
                </label>
              </div>
              <p class="row-words" {...(isPlaying ? {} : { role: 'status' })}>
                {state.row ? rowWords(state.row) : ''}
              </p>
            </>
          )}
          <div class="pictures">
            <OverviewPicture
              title="A"
              label={`A, ${names[0]}, with row ${row} marked`}
              {...matrix.summary}
              marked={[row]}
            />
            <OverviewPicture
              title="B"
              label={`B, ${choice === 'transpose' ? 'the transpose of ' : ''}${names[1]}, with the rows marked that come together`}
              {...state.facts.right}
              marked={state.row?.brings.map((one) => one.row) ?? []}
            />
            <OverviewPicture
              title={`C after row ${grouped(row)}`}
              label={`C up to row ${row}`}
              shape={state.facts.shape}
              overview={state.facts.overview}
              upTo={row + 1}
              marked={[row]}
            />
          </div>
          <div class="phases">
            <GrowthChart facts={state.facts} upTo={Math.min(rows, row + 1)} />
            <Facts facts={state.facts} nnz={matrix.summary.nnz} />
          </div>
        </>
      )}
    </div>
  );
}
