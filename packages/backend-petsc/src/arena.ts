import { withSpmvErrors } from './errors.ts';
import type { PetscAddon, NativeArena } from './native.ts';

/** A piece of the shared memory. */
export interface Region {
  readonly offset: number;
  readonly bytes: number;
}

/** The shared memory, divided into pieces of whole pages. */
export interface Arena {
  readonly native: NativeArena;
  /** Zeros. Errors: `BACKEND.OUT_OF_MEMORY`, with `what` needs them. */
  allocate(what: string, bytes: number): Region;
  free(region: Region): void;
  /** The bytes of a piece as Node sees them, until {@link Arena.hide}. */
  view(region: Region): ArrayBuffer;
  hide(buffer: ArrayBuffer): void;
  close(): void;
}

const PAGE = 4096;
/** Where pieces begin: behind the ring. */
const BEGIN = 2 ** 20;

/** A new arena in the file `path`, on the file system of `folder`. Errors: `BACKEND.OUT_OF_MEMORY`, `BACKEND.FAILED`. */
export function createArena(addon: PetscAddon, path: string, folder: string): Arena {
  const native = withSpmvErrors(folder, 'the ring', BEGIN, () => addon.create(path));
  const free: Region[] = [];
  const shown = new Set<ArrayBuffer>();
  let end = BEGIN;
  const place = (bytes: number): number => {
    const at = free.findIndex((region) => region.bytes >= bytes);
    const found = free[at];
    if (!found) return end;
    if (found.bytes === bytes) free.splice(at, 1);
    else free[at] = { offset: found.offset + bytes, bytes: found.bytes - bytes };
    return found.offset;
  };
  const giveBack = ({ offset, bytes }: Region): void => {
    const at = free.findIndex((region) => region.offset > offset);
    const index = at < 0 ? free.length : at;
    const [before, after] = [free[index - 1], free[index]];
    const joinsBefore = before !== undefined && before.offset + before.bytes === offset;
    const joinsAfter = after !== undefined && offset + bytes === after.offset;
    const first = joinsBefore ? before.offset : offset;
    const last = joinsAfter ? after.offset + after.bytes : offset + bytes;
    free.splice(index - Number(joinsBefore), Number(joinsBefore) + Number(joinsAfter), {
      offset: first,
      bytes: last - first,
    });
  };
  return {
    native,
    allocate(what, wanted) {
      const bytes = Math.max(1, Math.ceil(wanted / PAGE)) * PAGE;
      const region: Region = { offset: place(bytes), bytes };
      try {
        withSpmvErrors(folder, what, wanted, () => addon.reserve(native, region.offset, bytes));
      } catch (error) {
        if (region.offset < end) giveBack(region);
        throw error;
      }
      end = Math.max(end, region.offset + bytes);
      return region;
    },
    free(region) {
      withSpmvErrors(folder, 'a hole', region.bytes, () => addon.release(native, region.offset, region.bytes));
      giveBack(region);
    },
    view(region) {
      const buffer = withSpmvErrors(folder, 'a view', region.bytes, () =>
        addon.view(native, region.offset, region.bytes),
      );
      shown.add(buffer);
      return buffer;
    },
    hide(buffer) {
      shown.delete(buffer);
      addon.detach(buffer);
    },
    close() {
      for (const buffer of shown) addon.detach(buffer);
      shown.clear();
      addon.close(native);
    },
  };
}
