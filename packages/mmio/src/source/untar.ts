import { SpmvError } from '@spmv/core';

export interface TarMember {
  readonly path: string;
  readonly size: number;
}

const BLOCK = 512;

export function isTar(head: Uint8Array): boolean {
  return head.length >= 263 && String.fromCharCode(...head.subarray(257, 262)) === 'ustar';
}

function fail(what: string): never {
  throw new SpmvError('MMIO.ARCHIVE', what, { fix: 'Fetch the archive again, or extract it and read the .mtx file.' });
}

function text(block: Uint8Array, from: number, length: number): string {
  const field = block.subarray(from, from + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
}

function octal(block: Uint8Array, from: number, length: number): number {
  if (((block[from] as number) & 0x80) !== 0) {
    let value = 0;
    for (let p = from + 4; p < from + length; p++) value = value * 256 + (block[p] as number);
    return value;
  }
  const digits = text(block, from, length).trim();
  if (!/^[0-7]*$/.test(digits)) fail('A header of the tar archive is damaged: its size is no octal number.');
  return Number.parseInt(digits === '' ? '0' : digits, 8);
}

function checkSum(block: Uint8Array): boolean {
  let sum = 0;
  for (let p = 0; p < BLOCK; p++) sum += p >= 148 && p < 156 ? 32 : (block[p] as number);
  return sum === octal(block, 148, 8);
}

/** Whether a member's path stays inside the archive's folder. */
function staysInside(path: string): boolean {
  return !path.startsWith('/') && !path.includes('\\') && !path.split('/').includes('..');
}

/** `path=` of a pax header, which replaces the path of the next member. */
function paxPath(body: string): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(body)?.[1];
}

/**
 * Walks a ustar, pax or GNU tar archive. `wants` sees every regular file and says whether its bytes are handed on; all others are
 * skipped, links and devices too. Memory: one block. Errors: `MMIO.ARCHIVE` (damaged, cut short, a path that leaves the archive).
 */
export async function* untar(chunks: AsyncIterable<Uint8Array>, wants: (member: TarMember) => boolean): AsyncGenerator<Uint8Array> {
  const header = new Uint8Array(BLOCK);
  let filled = 0;
  let left = 0;
  let padding = 0;
  let handOn = false;
  let longName: Uint8Array[] | undefined;
  let longKind = '';
  let nextPath: string | undefined;
  let ended = false;

  function takeHeader(): void {
    if (header.every((byte) => byte === 0)) {
      ended = true;
      return;
    }
    if (!checkSum(header)) fail('A header of the tar archive is damaged: its checksum is wrong.');
    const kind = String.fromCharCode(header[156] as number);
    left = octal(header, 124, 12);
    padding = (BLOCK - (left % BLOCK)) % BLOCK;
    handOn = false;
    if (kind === 'x' || kind === 'L') {
      if (left > 65536) fail('A header of the tar archive is larger than 64 KiB.');
      longName = [];
      longKind = kind;
      return;
    }
    if (kind === 'g') return;
    const prefix = text(header, 345, 155);
    const path = nextPath ?? (prefix === '' ? text(header, 0, 100) : `${prefix}/${text(header, 0, 100)}`);
    nextPath = undefined;
    if (kind !== '0' && kind !== '\0') return;
    if (!staysInside(path)) fail(`The tar archive has a member outside its folder: ‘${path.slice(0, 80)}’.`);
    handOn = wants({ path: path.replace(/^(?:\.\/)+/, ''), size: left });
  }

  function endMember(): void {
    if (longName === undefined) return;
    const all = new Uint8Array(longName.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of longName) {
      all.set(piece, at);
      at += piece.length;
    }
    const body = new TextDecoder().decode(all);
    nextPath = longKind === 'x' ? (paxPath(body) ?? nextPath) : body.replace(/\0.*$/s, '');
    longName = undefined;
  }

  for await (const chunk of chunks) {
    let p = 0;
    while (p < chunk.length && !ended) {
      if (left > 0) {
        const take = Math.min(left, chunk.length - p);
        const piece = chunk.subarray(p, p + take);
        longName?.push(piece.slice());
        if (handOn) yield piece;
        left -= take;
        p += take;
        if (left === 0) endMember();
      } else if (padding > 0) {
        const take = Math.min(padding, chunk.length - p);
        padding -= take;
        p += take;
      } else {
        const take = Math.min(BLOCK - filled, chunk.length - p);
        header.set(chunk.subarray(p, p + take), filled);
        filled += take;
        p += take;
        if (filled === BLOCK) {
          filled = 0;
          takeHeader();
        }
      }
    }
    if (ended) return;
  }
  if (left > 0 || filled > 0) fail('The tar archive is cut short.');
}
