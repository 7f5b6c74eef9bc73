import type { JSX } from 'preact';
import { countOf } from '../ui/format-number.ts';
import type { SolvedWay } from './solve-matrix.ts';

/** Size of the chart, and what of it is for numbers. */
const [WIDTH, HEIGHT, LEFT, BELOW, ROUND] = [400, 250, 46, 28, 7];
/** Decades of the residual from 1 down, where nothing is lower. */
const LOWEST = -12;

/** 0, and whole powers of ten, or of two where there are few. */
function ticksTo(most: number): readonly number[] {
  const base = most > 64 ? 10 : 2;
  return [0, ...Array.from({ length: 12 }, (_, k) => base ** k).filter((tick) => tick <= most)];
}

/** Iterations on a logarithmic axis that begins at 0. */
function across(iteration: number, most: number): number {
  return LEFT + ((WIDTH - LEFT - ROUND) * Math.log(1 + iteration)) / Math.log(1 + Math.max(1, most));
}

/** The lowest decade of what is shown, a multiple of 4: a direct way ends near 1e-16. */
export function lowestOf(all: readonly Pick<SolvedWay, 'relativeResidual' | 'history'>[]): number {
  const residuals = all.flatMap(({ relativeResidual, history }) => [
    relativeResidual,
    ...history.map(({ residual }) => residual),
  ]);
  const least = Math.min(1, ...residuals.filter((one) => one > 0));
  return Math.min(LOWEST, Math.max(-20, 4 * Math.floor(Math.log10(least) / 4)));
}

/** What is left of b after each iteration, for each way to solve; a direct one has no iterations, and is a point. */
export function ResidualChart({ all }: { readonly all: readonly SolvedWay[] }): JSX.Element {
  const most = Math.max(1, ...all.map(({ iterations }) => iterations));
  const lowest = lowestOf(all);
  const down = (residual: number): number => {
    const log = Math.min(1, Math.max(lowest, Math.log10(residual)));
    return ROUND + ((1 - log) / (1 - lowest)) * (HEIGHT - BELOW - 2 * ROUND);
  };
  return (
    <figure class="residuals">
      <figcaption>
        ‖b − Ax‖ / ‖b‖ after so many iterations. Both axes are logarithmic; dots are computed from x.
        <span class="legend">
          {all.map(({ id, title }, k) => (
            <span key={id}>
              <span class={`key way-${k}`} aria-hidden="true" /> {title}
            </span>
          ))}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={all
          .map(({ title, iterations }) => `${title}: ${countOf(iterations, 'iteration', 'iterations')}`)
          .join('; ')}
      >
        {Array.from({ length: 1 - lowest / 4 }, (_, k) => -4 * k).map((power) => (
          <g key={power}>
            <path class="grid-line" d={`M${LEFT} ${down(10 ** power)}H${WIDTH}`} />
            <text x={LEFT - 6} y={down(10 ** power) + 4} text-anchor="end">
              {power === 0 ? '1' : `1e${power}`}
            </text>
          </g>
        ))}
        {ticksTo(most).map((tick) => (
          <text
            key={tick}
            x={across(tick, most)}
            y={HEIGHT - BELOW + 20}
            text-anchor={across(tick, most) > WIDTH - 16 ? 'end' : 'middle'}
          >
            {tick}
          </text>
        ))}
        {all.map(({ id, history, iterations, relativeResidual }, k) => {
          const end = [across(iterations, most), down(relativeResidual)] as const;
          const points = history.map(
            (check) => `${across(check.iteration, most).toFixed(1)} ${down(check.residual).toFixed(1)}`,
          );
          return (
            <g key={id} class={`way way-${k}`}>
              {points.length > 1 && <path d={`M${points.join('L')}`} />}
              <circle cx={end[0]} cy={end[1]} r={5} />
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
