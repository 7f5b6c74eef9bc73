// A kernel with its uniforms written into its text: what reading them costs, measured by leaving it out. For the bench alone.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const textOf = (source) => (source.kind === 'text' ? source.text : readFileSync(fileURLToPath(source.url), 'utf8'));

/** `what`: `launch` (sizes of the matrix), `scalars` (alpha 1, beta 0), or `both`. Of programs of one source, in f32. */
export function constantVariant(kernel, what) {
  return {
    ...kernel,
    id: `${kernel.id}+${what}`,
    program: (context, params) => {
      const program = kernel.program(context, params);
      const folder = new URL('arithmetic/', new URL('../', program.source[0].url));
      const scalars = what === 'launch'
        ? readFileSync(new URL('scalars.wgsl', folder), 'utf8')
        : `struct Scalars { alpha: f32, beta: f32, alphaLow: f32, betaLow: f32, zero: u32 }
const scalars = Scalars(1.0, 0.0, 0.0, 0.0, 0u);
fn readsY() -> bool { return false; }`;
      const [dispatch] = program.dispatches;
      let text = [scalars, readFileSync(new URL('f32.wgsl', folder), 'utf8'), ...program.source.map(textOf)].join('\n');
      const numbers = what === 'scalars' ? dispatch.numbers : undefined;
      if (numbers === undefined) text = text.replace(/@group\(0\) @binding\(\d+\) var<uniform> launch: Launch;/, `const launch = Launch(${dispatch.numbers.map((n) => `${n}u`).join(', ')});`);
      return { ...program, arithmetic: false, source: { kind: 'text', text }, dispatches: [{ ...dispatch, numbers }] };
    },
  };
}
