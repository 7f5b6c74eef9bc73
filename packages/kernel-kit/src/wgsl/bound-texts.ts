import type { GpuSource, WgslBinding, WgslDispatch } from '@spmv/core';

/** A buffer as a text calls it and as a program does. */
export interface NamedBuffer {
  readonly name: string;
  readonly buffer: string;
  /** As WGSL calls it, or the backend's arithmetic: `u32`, `vec4<u32>`, `Value`, `Value4`, `Sum`. */
  readonly element: string;
  readonly access: WgslBinding['access'];
  /** Which of its elements are bound, when not all. */
  readonly window?: WgslBinding['window'];
}

/** A buffer that a text reads: the operand or array of its name, unless another is said. */
export function reads(name: string, element: NamedBuffer['element'], buffer: string = name): NamedBuffer {
  return { name, buffer, element, access: 'read' };
}

/** A buffer that a text writes. */
export function writes(name: string, element: NamedBuffer['element'] = 'Value', buffer: string = name): NamedBuffer {
  return { name, buffer, element, access: 'read_write' };
}

/** A file as a text. */
export function fileText(url: URL): GpuSource {
  return { kind: 'url', url: url.href };
}

/** The buffers at bindings 1, 2, …, and after them the uniform of numbers where there are any, in words of WGSL. */
function declarations(buffers: readonly NamedBuffer[], hasNumbers: boolean): string {
  const lines = buffers.map(
    ({ name, element, access }, at) =>
      `@group(0) @binding(${at + 1}) var<storage, ${access}> ${name}: array<${element}>;`,
  );
  const numbers = hasNumbers ? [`@group(0) @binding(${buffers.length + 1}) var<uniform> launch: Launch;`] : [];
  return [...lines, ...numbers, ''].join('\n');
}

/** Texts over these buffers, and their bindings. They declare `Launch`, the uniform of numbers, unless `hasNumbers` is false. */
export function boundTexts(
  buffers: readonly NamedBuffer[],
  words: string,
  texts: readonly GpuSource[],
  hasNumbers = true,
): Pick<WgslDispatch, 'source' | 'bindings'> {
  return {
    source: [{ kind: 'text', text: `${declarations(buffers, hasNumbers)}${words}` }, ...texts],
    bindings: buffers.map(({ buffer, access }) => ({ buffer, access })),
  };
}

/** A dispatch by names: its texts declare none of what is named here. */
export interface NamedDispatch extends Pick<WgslDispatch, 'entryPoint' | 'groups'> {
  readonly buffers: readonly NamedBuffer[];
  /** Pipeline-overridable constants, `u32` or `bool`. */
  readonly constants?: Readonly<Record<string, number | boolean>>;
  /** Words of the uniform `launch`, `u32`; without any there is none. */
  readonly numbers?: Readonly<Record<string, number>>;
  readonly texts: readonly GpuSource[];
}

/** The dispatch, with everything declared that is named. */
export function namedDispatch({
  entryPoint,
  buffers,
  constants = {},
  numbers = {},
  texts,
  groups,
}: NamedDispatch): WgslDispatch {
  const words = Object.keys(numbers);
  const overrides = Object.entries(constants).map(
    ([name, value]) => `override ${name}: ${typeof value === 'boolean' ? 'bool' : 'u32'};\n`,
  );
  const launch = words.length === 0 ? '' : `struct Launch { ${words.map((name) => `${name}: u32`).join(', ')} }\n`;
  const declared = `${overrides.join('')}${launch}${declarations(buffers, words.length > 0)}`;
  return {
    entryPoint,
    source: [{ kind: 'text', text: declared }, ...texts],
    bindings: buffers.map(({ buffer, access, window }) =>
      window === undefined ? { buffer, access } : { buffer, access, window },
    ),
    constants: Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, Number(value)])),
    ...(words.length === 0 ? {} : { numbers: Object.values(numbers) }),
    groups,
  };
}
