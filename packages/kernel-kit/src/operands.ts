import type { BufferName } from '@spmv/core';

/**
 * An array that a kernel reads, as authors name it: `rowStart` of the stored matrix, `auxiliary.tiles` of what `analyse` made,
 * `scratch.partials` of scratch memory. Where names are compared, with a name of its own where a parameter has one: `tiles = auxiliary.columnTiles`.
 */
export type ArrayName = string;

/** What a program calls that array. */
export function bufferOf(name: ArrayName): BufferName {
  return name.startsWith('auxiliary.') || name.startsWith('scratch.') ? name : `A.${name}`;
}

/** The same with the name of its parameter, where it has one of its own: `tiles = A.columnTiles` of `tiles = columnTiles`. */
export function namedBuffer(array: ArrayName): string {
  const [name = '', parameter] = array.split(' = ').reverse();
  return `${parameter === undefined ? '' : `${parameter} = `}${bufferOf(name)}`;
}

/** Arguments by the names of parameters: `values` of `A.values`, `x` of `x`, and a name of its own where one is said, `tiles = auxiliary.columnTiles`. */
export function namedArguments(texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts.map((text) => {
      const [argument, name] = text.split(' = ').reverse() as [string, string?];
      return [name ?? argument.slice(argument.indexOf('.') + 1), argument];
    }),
  );
}
