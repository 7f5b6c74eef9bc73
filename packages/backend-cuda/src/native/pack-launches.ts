import type { RoutineArgument, NativeBuffer, NativeLaunch, GpuModule } from './addon.ts';

/** Launches as numbers, and lists of what the numbers name. */
export type PackedLaunches = readonly [
  words: Float64Array,
  names: readonly string[],
  modules: readonly GpuModule[],
  buffers: readonly NativeBuffer[],
];

/** Kinds of arguments, in the order of `Argument::Kind` in addon/product.h; `value` becomes one of the last two. */
const KINDS = ['buffer', 'operand', 'scalar', 'pair', 'piece', 'i32', 'i64', 'value'] as const;
const KIND_OF = Object.fromEntries(KINDS.map((kind, k) => [kind, k])) as Readonly<
  Record<(typeof KINDS)[number], number>
>;

/** Each thing once, and where it is. */
function numbered<T>(): { readonly list: T[]; placeOf(one: T): number } {
  const list: T[] = [];
  const places = new Map<T, number>();
  return {
    list,
    placeOf(one) {
      let place = places.get(one);
      if (place === undefined) {
        place = list.push(one) - 1;
        places.set(one, place);
      }
      return place;
    },
  };
}

/**
 * Launches as the addon takes them: a call of Node-API for each argument would take longer than a small product. Numbers of a launch: module, name, grid, block, bytes of shared memory, 1 where it goes beside,
 * arguments; of an argument: its kind, its value, and of an operand bytes from its beginning.
 */
export function packLaunches(launches: readonly NativeLaunch[]): PackedLaunches {
  const words: number[] = [];
  const [names, modules, buffers] = [numbered<string>(), numbered<GpuModule>(), numbered<NativeBuffer>()];
  const put = (argument: RoutineArgument): void => {
    if ('i32' in argument) words.push(KIND_OF.i32, argument.i32);
    else if ('operand' in argument) words.push(KIND_OF.operand, argument.operand, argument.byteOffset ?? 0);
    else if ('scalar' in argument) words.push(KIND_OF.scalar, argument.scalar);
    else if ('i64' in argument) words.push(KIND_OF.i64, argument.i64);
    else if ('pair' in argument) words.push(KIND_OF.pair, argument.pair);
    else if ('piece' in argument) words.push(KIND_OF.piece, argument.piece);
    else if ('value' in argument) words.push(KIND_OF.value, argument.value);
    else words.push(KIND_OF.buffer, buffers.placeOf(argument));
  };
  for (const { module, entryPoint, grid, block, sharedBytes, beside, arguments: list } of launches) {
    words.push(modules.placeOf(module), names.placeOf(entryPoint), grid[0], grid[1], grid[2]);
    words.push(block[0], block[1], block[2], sharedBytes, beside ? 1 : 0, list.length);
    for (const argument of list) put(argument);
  }
  return [Float64Array.from(words), names.list, modules.list, buffers.list];
}
