import { isSpmvError } from '@spmv/core';
import { damagedArchive, parseTarHeader, TAR_BLOCK } from './tar-header.ts';
import type { TarOverrides } from './tar-overrides.ts';
import { isOverride, OVERRIDE_BYTES, overridesOf } from './tar-overrides.ts';

export interface TarMember {
  /** As the archive writes it, less a leading `./`. Only a name: nothing is ever opened by it. */
  readonly path: string;
  readonly size: number;
}

export interface UntarOptions {
  /** Sees every regular file and says whether its bytes are handed on. */
  readonly wants: (member: TarMember) => boolean;
  /** Told when the archive breaks off after a wanted member was handed on whole. */
  readonly onCut: (what: string) => void;
}

/** The part of the archive that is read next. */
type Part =
  | { readonly kind: 'header' }
  | { readonly kind: 'skip' | 'wanted' }
  | { readonly kind: 'override'; readonly type: string; readonly body: Uint8Array };

/** Takes the pieces of an archive, cut anywhere. */
interface TarReader {
  /** Bytes of the wanted member among those of `chunk` from `from` on, and where to go on. */
  take(chunk: Uint8Array, from: number): { readonly next: number; readonly wanted?: Uint8Array };
  /** Whether the mark of the end was read. */
  ended(): boolean;
  /** Whether it stands between two members. */
  between(): boolean;
  /** Whether a wanted member was read to its end. */
  complete(): boolean;
}

function createTarReader(wants: UntarOptions['wants']): TarReader {
  const header = new Uint8Array(TAR_BLOCK);
  let part: Part = { kind: 'header' };
  let filled = 0;
  let left = 0;
  let padding = 0;
  let always: TarOverrides = {};
  let next: TarOverrides = {};
  let complete = false;
  let ended = false;

  function takeHeader(): void {
    filled = 0;
    if (header.every((byte) => byte === 0)) {
      ended = true;
      return;
    }
    const found = parseTarHeader(header);
    const about: TarOverrides = isOverride(found.kind) ? {} : { ...always, ...next };
    left = about.size ?? found.size;
    padding = (TAR_BLOCK - (left % TAR_BLOCK)) % TAR_BLOCK;
    if (isOverride(found.kind)) {
      if (left > OVERRIDE_BYTES) throw damagedArchive('A header of the tar archive is larger than 64 KiB.');
      part = { kind: 'override', type: found.kind, body: new Uint8Array(left) };
    } else {
      next = {};
      const path = (about.path ?? found.path).replace(/^(?:\.\/)+/, '');
      const sparse = found.kind === 'S' || about.sparse === true;
      const isFile = (found.kind === '0' || found.kind === '7' || sparse) && !path.endsWith('/');
      const wanted = isFile && wants({ path, size: left });
      if (wanted && sparse)
        throw damagedArchive(
          `‘${path.slice(0, 80)}’ is a sparse file of the tar archive (stored without its holes), and such files are not read.`,
        );
      part = { kind: wanted ? 'wanted' : 'skip' };
    }
    if (left === 0) endMember();
  }

  function endMember(): void {
    if (part.kind === 'override') {
      const found = overridesOf(part.type, part.body);
      if (part.type === 'g') always = { ...always, ...found };
      else next = { ...next, ...found };
    }
    if (part.kind === 'wanted') complete = true;
    part = { kind: 'header' };
  }

  return {
    take(chunk, from) {
      const rest = chunk.length - from;
      if (part.kind !== 'header') {
        const count = Math.min(left, rest);
        const piece = chunk.subarray(from, from + count);
        if (part.kind === 'override') part.body.set(piece, part.body.length - left);
        const wanted = part.kind === 'wanted' ? { wanted: piece } : {};
        left -= count;
        if (left === 0) endMember();
        return { next: from + count, ...wanted };
      }
      if (padding > 0) {
        const count = Math.min(padding, rest);
        padding -= count;
        return { next: from + count };
      }
      const count = Math.min(TAR_BLOCK - filled, rest);
      header.set(chunk.subarray(from, from + count), filled);
      filled += count;
      if (filled === TAR_BLOCK) takeHeader();
      return { next: from + count };
    },
    ended: () => ended,
    between: () => part.kind === 'header' && filled === 0 && padding === 0,
    complete: () => complete,
  };
}

/**
 * Walks an archive of `tar`: v7, ustar, pax, and those of GNU tar, old and new. Hands on the bytes of wanted files; links, devices and
 * folders are passed over, files with holes refused. Memory: one block and one long name.
 *
 * Errors: `MMIO.ARCHIVE` (damaged, or cut short before a wanted file was whole); those of `chunks`. Once a wanted file was handed on,
 * an archive that breaks off is not an error but told to `onCut`.
 */
export async function* untar(
  chunks: AsyncIterable<Uint8Array>,
  { wants, onCut }: UntarOptions,
): AsyncGenerator<Uint8Array> {
  const reader = createTarReader(wants);
  try {
    for await (const chunk of chunks) {
      // After its end the rest is read all the same: only then does the gzip around it say whether it was whole.
      for (let p = 0; p < chunk.length && !reader.ended();) {
        const { next, wanted } = reader.take(chunk, p);
        if (wanted !== undefined) yield wanted;
        p = next;
      }
    }
  } catch (error) {
    if (!reader.complete() || !(isSpmvError(error, 'MMIO.GZIP') || isSpmvError(error, 'MMIO.ARCHIVE'))) throw error;
    onCut(`the archive is damaged or cut short after the member that was read: ${error.message}`);
    return;
  }
  if (reader.ended()) return;
  if (!reader.complete() && !reader.between()) throw damagedArchive('The tar archive is cut short.');
  onCut(
    reader.complete() ? 'the archive is cut short after the member that was read' : 'the archive has no end marker',
  );
}
