import { withStack } from './leaks.ts';
import type { MemoryReader } from './memory/memory-reader.ts';
import type { OpenMatrix } from './open-matrix.ts';
import type { AnyOpenOptions } from './open-options.ts';
import type { ArraySource } from './source/array-source.ts';
import type { FileSource } from './source/file-source.ts';
import type { InOrder } from './source/taken.ts';
import { isInOtherMemory, taken } from './source/taken.ts';

/** What opens matrices, and where a host has it, what takes their entries. */
export interface Opener {
  readonly openMatrix: OpenMatrix;
  readonly inOrder?: InOrder;
}

/** Opens what was there at the call, whatever is loaded first; memory of others after its reader where that has to be loaded, too. */
export function atOnce(
  load: () => Opener | Promise<Opener>,
  reader: MemoryReader | (() => Promise<MemoryReader>),
): OpenMatrix {
  let opens: Opener | undefined;
  const open = async (source: ArraySource | FileSource, asked?: AnyOpenOptions): Promise<unknown> => {
    const options = withStack(asked);
    const loaded = typeof reader === 'function' && isInOtherMemory(source) ? await reader() : reader;
    const given = taken(
      source,
      typeof loaded === 'function' ? undefined : loaded,
      asked?.copy !== false,
      opens?.inOrder,
    );
    // To import what is there already takes as long as a product with ten thousand entries.
    const opening = opens ?? load();
    opens = opening instanceof Promise ? await opening : opening;
    return opens.openMatrix(given, options as AnyOpenOptions);
  };
  return open as OpenMatrix;
}
