import type { JSX } from 'preact';

/** Places to begin: what they show, and their address. */
const EXAMPLES: readonly (readonly [text: string, fragment: string])[] = [
  ['A finite-element matrix: its picture and what every format stores', '#matrix=cavity10'],
  ['One long row among short ones: why padding is hopeless', '#matrix=adder_dcop_32'],
  ['A grid beside a web graph', '#matrix=gen%3Astencil5%3Fn%3D20&beside=Harvard500'],
  [
    'A band of five diagonals: CSR or DIA?',
    '#matrix=gen%3Abanded%3Frows%3D10000%26lower%3D2%26upper%3D2&data.format=csr&data.versus=dia',
  ],
];

/** What there is to see, while nothing is chosen yet. */
export function Examples(): JSX.Element {
  return (
    <section aria-labelledby="examples">
      <h2 id="examples">Or begin with one of these</h2>
      <ul class="examples">
        {EXAMPLES.map(([text, fragment]) => (
          <li key={fragment}>
            <a href={fragment}>{text}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
