import type { FileType } from '@spmv/core';

/** A file of another type than Matrix Market, out of whatever it came packed in, for its type to read. */
export interface OtherFile {
  readonly type: FileType;
  /** The member of an archive; '' for a file by itself. */
  readonly member: string;
  /** Whether `chunks` are unpacked: what is not may be read at any place of the source instead. */
  readonly isPacked: boolean;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Finds the types of files besides Matrix Market. Asked only about what is not Matrix Market by its first bytes, and about archives. */
export type FindFileTypes = () => Promise<readonly FileType[]>;

/** How a file of another type is told. */
export interface Others {
  /** Of the file: its ending may say its type. */
  readonly name: string;
  readonly find: FindFileTypes;
}
