import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useAnswer } from '../matrix/use-answer.ts';
import type { PanelProps } from '../panel.ts';
import { grouped, significant } from '../ui/format-number.ts';
import type { Walls } from './domain.ts';
import { gridSide, wallsOf, wallsText, withoutWalls } from './domain.ts';
import { DomainPicture } from './domain-picture.tsx';
import { ResidualChart } from './residual-chart.tsx';
import './solve.css';
import type { SolvedWay } from './solve-matrix.ts';
import { quickest, totalMs } from './total-time.ts';
import { useSolutions } from './use-solutions.ts';

/** A wall across the middle with a gap. */
function gapWall(side: number): Uint8Array {
  const [middle, gap] = [Math.floor(side / 2), Math.floor(side / 4)];
  return Uint8Array.from({ length: side * side }, (_, k) =>
    Math.floor(k / side) === middle && k % side !== gap ? 1 : 0,
  );
}

const ms = (time: number): string => `${significant(time)} ms`;

/** Which way was quickest in all, and where another one with fewer iterations spent its time. */
function Quickest({ all }: { readonly all: readonly SolvedWay[] }): JSX.Element {
  const least = quickest(all);
  if (!least) return <></>;
  const fewest = all
    .filter(({ converged, history }) => converged && history.length > 1)
    .toSorted((a, b) => a.iterations - b.iterations)[0];
  return (
    <>
      <p>
        Quickest in all here: {least.title}, {ms(totalMs(least))}.
      </p>
      {fewest && fewest !== least && (
        <p class="quiet">
          {fewest.title} has fewer iterations, {fewest.iterations}, and spends {ms(fewest.setupMs)} of its{' '}
          {ms(totalMs(fewest))} before the first: a set-up pays on larger matrices, and for further b.
        </p>
      )}
    </>
  );
}

function Results({ all }: { readonly all: readonly SolvedWay[] }): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Ways to solve, scrolls sideways">
      <table>
        <thead>
          <tr>
            <th scope="col">Way</th>
            <th scope="col" class="number">
              Total time
            </th>
            <th scope="col" class="number">
              Iterations
            </th>
            <th scope="col" class="number">
              Setup time
            </th>
            <th scope="col" class="number">
              Solve time
            </th>
            <th scope="col" class="number">
              ‖b − Ax‖ / ‖b‖
            </th>
            <th scope="col">How it ended</th>
          </tr>
        </thead>
        <tbody>
          {all.map((solved, k) => {
            const { id, title, converged, iterations, setupMs, iterationMs, relativeResidual, message } = solved;
            return (
              <tr key={id}>
                <th scope="row">
                  <span class={`key way-${k}`} aria-hidden="true" /> {title}
                </th>
                <td class="number">{ms(totalMs(solved))}</td>
                <td class="number">{grouped(iterations)}</td>
                <td class="number">{ms(setupMs)}</td>
                <td class="number">{ms(iterationMs)}</td>
                <td class={converged ? 'number' : 'number missed'}>
                  {relativeResidual.toExponential(1)}
                  {!converged && ', not reached'}
                </td>
                <td>{message}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Ax = b by each method that fits, side by side. Of a square grid: the Poisson problem, with walls that are drawn. */
export function Panel({ matrix, choices, choose }: PanelProps): JSX.Element {
  const { name, shape } = matrix.summary;
  const grid = gridSide(name);
  const side = grid !== undefined && grid * grid === shape.rows ? grid : undefined;
  const text = choices['walls'];
  // Walls before each change, the latest last.
  const [earlier, setEarlier] = useState<readonly string[]>([]);
  const draw = (next: Walls): void => {
    setEarlier([...earlier, text ?? '']);
    choose({ walls: wallsText(next) });
  };
  const walls = useMemo(() => (side === undefined ? undefined : wallsOf(text, side)), [side, text]);
  const whole = useAnswer(matrix, 'coo', null);
  const coo = whole.status === 'answered' ? whole.reply : undefined;
  const left = useMemo(() => (coo && walls ? withoutWalls(coo, walls) : undefined), [coo, walls]);
  const system = left ? left.coo : walls ? undefined : coo;
  const isEmpty = system !== undefined && system.shape.rows === 0;
  const [{ solved, failed, doing }, stop] = useSolutions(isEmpty ? undefined : system);
  const best = solved.find(({ converged }) => converged) ?? solved[0];
  const x = useMemo(() => {
    if (!left || !best || best.x.length !== left.places.length) return undefined;
    const all = new Float64Array(shape.rows);
    left.places.forEach((place, k) => {
      all[place] = best.x[k] as number;
    });
    return all;
  }, [left, best]);
  return (
    <div class="solve">
      <p>
        Solves A·x = b, every element of b being 1, until a hundred-millionth of b is left, by each method that fits
        {system ? `: ${grouped(system.shape.rows)} equations` : ''}.{' '}
        {side === undefined && (
          <>
            On a grid it is a problem that one can draw on:{' '}
            <a href="#matrix=gen%3Astencil5%3Fn%3D32&panel=solve">try it</a>.
          </>
        )}
      </p>
      {whole.status === 'failed' && <p role="alert">{whole.problem.message}</p>}
      {isEmpty && <p>Nothing is left to solve: there is no equation.</p>}
      <div class={walls && side !== undefined ? 'beside' : ''}>
        {walls && side !== undefined && (
          <div>
            <DomainPicture side={side} walls={walls} x={x} onWalls={draw} />
            <div class="controls">
              <button type="button" onClick={() => draw(gapWall(side))}>
                A wall with a gap
              </button>
              <button type="button" disabled={!walls.includes(1)} onClick={() => draw(new Uint8Array(walls.length))}>
                No walls
              </button>
              <button
                type="button"
                disabled={earlier.length === 0}
                onClick={() => {
                  choose({ walls: earlier.at(-1) ?? '' });
                  setEarlier(earlier.slice(0, -1));
                }}
              >
                Undo
              </button>
            </div>
          </div>
        )}
        <div>
          {!isEmpty && (
            <p role="status" class="doing">
              {doing === undefined ? 'Done.' : `${doing}…`}
              {doing !== undefined && (
                <>
                  {' '}
                  <button type="button" onClick={stop}>
                    Stop
                  </button>
                </>
              )}
            </p>
          )}
          <Quickest all={solved} />
          {solved.length > 0 && <ResidualChart all={solved} />}
        </div>
      </div>
      {solved.length > 0 && <Results all={solved} />}
      {failed.map(({ title, problem }) => (
        <p key={title} role="alert">
          {title}: {problem.message} {problem.fix}
        </p>
      ))}
    </div>
  );
}
