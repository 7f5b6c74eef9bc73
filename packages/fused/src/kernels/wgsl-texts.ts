import type { GpuSource, WgslBinding, WgslDispatch } from '@spmv/core';
import type { Ending } from '../endings.ts';
import { sumsOf } from '../endings.ts';

/** A buffer as a text calls it and as a program does. */
export interface NamedBuffer {
  readonly name: string;
  readonly buffer: string;
  readonly element: 'Value' | 'Sum' | 'u32' | 'i32';
  readonly access: WgslBinding['access'];
}

export function reads(name: string, element: NamedBuffer['element'], buffer: string = name): NamedBuffer {
  return { name, buffer, element, access: 'read' };
}

export function writes(name: string, element: NamedBuffer['element'] = 'Value', buffer: string = name): NamedBuffer {
  return { name, buffer, element, access: 'read_write' };
}

export function fileText(url: URL): GpuSource {
  return { kind: 'url', url: url.href };
}

/** The buffers at bindings 1, 2, …, and after them the uniform of numbers, in words of WGSL. */
function declarations(buffers: readonly NamedBuffer[]): string {
  const lines = buffers.map(
    ({ name, element, access }, at) =>
      `@group(0) @binding(${at + 1}) var<storage, ${access}> ${name}: array<${element}>;`,
  );
  return [...lines, `@group(0) @binding(${buffers.length + 1}) var<uniform> launch: Launch;`, ''].join('\n');
}

/** Texts over these buffers, and their bindings. */
export function boundTexts(
  buffers: readonly NamedBuffer[],
  words: string,
  texts: readonly GpuSource[],
): Pick<WgslDispatch, 'source' | 'bindings'> {
  return {
    source: [{ kind: 'text', text: `${declarations(buffers)}${words}` }, ...texts],
    bindings: buffers.map(({ buffer, access }) => ({ buffer, access })),
  };
}

const TERM = { s: 'product(result, z[row])', t: 'product(result, result)' } as const;

/** What an ending declares and is: its buffers besides y, words that its text needs, and the text. */
export function endingText(ending: Ending): {
  readonly buffers: readonly NamedBuffer[];
  readonly words: string;
  readonly texts: readonly GpuSource[];
} {
  const endRow = fileText(new URL('../../src/kernels/end-row.wgsl', import.meta.url));
  if (ending === 'axpy') {
    const update = fileText(new URL('../../src/kernels/end-in-update.wgsl', import.meta.url));
    return { buffers: [reads('gamma', 'Value'), writes('w')], words: '', texts: [endRow, update] };
  }
  const sums = sumsOf(ending);
  const terms = sums.map((name, n) => `  own[${n}] = addSums(own[${n}], ${TERM[name]});\n`);
  return {
    buffers: [...(sums.includes('s') ? [reads('z', 'Value')] : []), writes('sums', 'Sum', 'scratch.sums')],
    words: `const SUMS = ${sums.length}u;\nfn addTerms(row: u32, result: Sum) {\n${terms.join('')}}\n`,
    texts: [endRow, fileText(new URL('../../src/kernels/end-in-sums.wgsl', import.meta.url))],
  };
}

/** The dispatch that adds up what `groups` workgroups left; none where the ending has no sums. */
export function totalDispatches(ending: Ending, groups: number, blockSize: number): readonly WgslDispatch[] {
  const sums = sumsOf(ending);
  if (sums.length === 0) return [];
  const buffers = [reads('sums', 'Sum', 'scratch.sums'), ...sums.map((name) => writes(name))];
  const puts = sums.map((name, n) => `  if (n == ${n}) { ${name}[0] = narrowed(sum); }\n`);
  return [
    {
      entryPoint: 'total',
      ...boundTexts(buffers, `const SUMS = ${sums.length}u;\nfn put(n: u32, sum: Sum) {\n${puts.join('')}}\n`, [
        fileText(new URL('../../src/kernels/total.wgsl', import.meta.url)),
      ]),
      constants: { blockSize },
      numbers: [groups],
      groups: 1,
    },
  ];
}
