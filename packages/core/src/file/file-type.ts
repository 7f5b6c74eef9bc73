import type { Params, ParamSpace } from '../params/param-space.ts';
import type { FileMatrix } from './file-matrix.ts';

/** Bytes that can be read at any place: a file, or memory. */
export interface FileBytes {
  readonly size: number;
  /**
   * Up to `length` bytes from byte `at` on: fewer only where the file ends. They stay what they are. `seen` may be handed the same bytes piece by
   * piece, in their order, while others are still being read.
   */
  read(at: number, length: number, seen?: (piece: Uint8Array) => void): Promise<Uint8Array>;
}

/** Bounds on what a file may ask for. */
export interface FileLimits {
  /** Most stored entries or elements of an array. Default 2³¹ − 1. */
  readonly entries?: number;
  /** Most bytes, after decompression. Default 2³⁶; compressed data may by default also not exceed 2²⁶ bytes + 100 times its own size. */
  readonly bytes?: number;
}

/** How a file is to be read. */
export interface FileReadOptions {
  readonly limits: FileLimits;
  /** Which matrix of a file that has several, for types with `parts`. Default: the one that is usually meant. */
  readonly part?: string;
  /** Checked between pieces. */
  readonly signal?: { readonly aborted: boolean; readonly reason?: unknown };
}

/**
 * A type of files that hold matrices: what a plugin brings so that every command reads and writes them. Matrix Market, which the command
 * knows itself, is none of them, and no type takes a file from it.
 */
export interface FileType {
  readonly kind: 'file';
  /** `vendor/name`. */
  readonly id: string;
  readonly title: string;
  /** Endings of names with their dot, in lower case: how a file to be written says its type, and a file without marks of its own. */
  readonly endings: readonly string[];
  /** Whether a file is of this type, by its first bytes (512, or all) and its name in lower case. Throws nothing. */
  recognises(head: Uint8Array, name: string): boolean;
  /** What a part of such a file is called, for people: `rhs, the right-hand sides`. Absent: it has one matrix. */
  readonly parts?: string;
  /** Errors: `FILE.*`, or codes of its own namespace, with the byte or line at fault. */
  read(bytes: FileBytes, options: FileReadOptions): Promise<FileMatrix>;
  /** Absent: such files are only read. */
  readonly write?: FileWriter;
}

/** Writes files of a type. */
export interface FileWriter {
  /** How it may be written. */
  readonly params: ParamSpace;
  /**
   * The bytes of a file. Entries come sorted by row, then column, no position twice, symmetry expanded; a dense matrix has no positions.
   * Memory beside the matrix: one copy of it at most. Errors: `FILE.WRITE` for what such a file cannot hold.
   */
  chunks(matrix: FileMatrix, params: Params): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** The type whose ending is the longest that a name has, in any case: `.bsp.npz` says more than `.npz`. */
export function fileTypeOf<T extends Pick<FileType, 'endings'>>(name: string, types: readonly T[]): T | undefined {
  const lower = name.toLowerCase();
  let [best, length]: [T | undefined, number] = [undefined, 0];
  for (const type of types) {
    for (const ending of type.endings) {
      if (ending.length > length && lower.endsWith(ending)) [best, length] = [type, ending.length];
    }
  }
  return best;
}
