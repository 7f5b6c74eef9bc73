import type { JSX } from 'preact';
import type { ShippedMatrix } from '../state/bundled.ts';

/** Matrices to begin with, each with what it teaches and where that is seen. */
const LESSONS: readonly (readonly [name: string, lesson: string, panel: string])[] = [
  ['cavity10', 'Finite elements: blocks of entries, and formats that use them', 'data'],
  ['adder_dcop_32', 'One row of 1 310 entries among rows of 6: why padding is hopeless', 'data'],
  ['olm1000', 'A band: diagonals need no index for each entry', 'data'],
  ['Harvard500', 'A web graph: a few long rows, and a warp that waits for them', 'teach'],
  ['cage4', 'Nine rows: each format’s arrays, small enough to read', 'teach'],
  ['dw2048', 'Even rows of about 5: padding costs little. Does it win?', 'run'],
  ['west2021', 'Short scattered rows: x is read from all over', 'data'],
  ['well1850', 'Least squares: taller than wide', 'data'],
];

/** What there is to see, while nothing is chosen yet: pictures of real matrices, each a link. */
export function Lessons({ matrices }: { readonly matrices: readonly ShippedMatrix[] }): JSX.Element {
  const shown = LESSONS.flatMap(([name, lesson, panel]) => {
    const matrix = matrices.find((one) => one.name === name);
    return matrix ? [{ matrix, lesson, fragment: `#${new URLSearchParams({ matrix: name, panel }).toString()}` }] : [];
  });
  if (shown.length === 0) return <></>;
  return (
    <section aria-labelledby="lessons">
      <h2 id="lessons">Begin with a real one</h2>
      <ul class="lessons">
        {shown.map(({ matrix, lesson, fragment }) => (
          <li key={matrix.name}>
            <a href={fragment}>
              <span class="thumb">
                <span style={{ maskImage: `url("${matrix.picture}")` }} />
              </span>
              <span class="lesson">
                <strong>{matrix.name}</strong> <span>{lesson}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p>
        Or <a href="#matrix=Harvard500&panel=product">watch a sparse product grow</a>, or{' '}
        <a href="#matrix=gen%3Astencil5%3Fn%3D32&panel=solve">draw a Poisson problem</a> and see who solves it.
      </p>
    </section>
  );
}
