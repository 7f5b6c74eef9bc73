import { SpmvError } from '@spmv/core';
import type { ReadOptions } from '../model/options.ts';
import { chooseMember } from './choose-member.ts';
import { type Inflate, inflateGuarded, isGzip } from './inflate.ts';
import { peek } from './peek.ts';
import type { OpenSource } from './source.ts';
import { isTar } from './tar-header.ts';
import { untar } from './untar.ts';

/** The text of one file, out of whatever it came packed in. */
export interface OpenText {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Length of the text, when the source is plain and its size is known. */
  readonly textBytes?: number;
  /** `.mtx` members of an archive apart from the one read; complete once `chunks` is read to the end. */
  readonly companions: () => readonly string[];
  /** What is odd about an archive that was read all the same; complete once `chunks` is read to the end. */
  readonly remarks: () => readonly string[];
  /** The error of an archive in which nothing was chosen, or of which one of two of the same name would be; complete once `chunks` is read to the end. */
  readonly wrongChoice: () => SpmvError | undefined;
}

/** Unpacks gzip and tar by their magic bytes. Errors: `MMIO.GZIP`, `MMIO.ARCHIVE`, `MMIO.LIMIT`, while reading. */
export async function openText(source: OpenSource, options: ReadOptions, inflate: Inflate): Promise<OpenText> {
  const outer = await peek(source.chunks, BLOCK_OF_TAR);
  const packed = isGzip(outer.head);
  const inner = packed ? await peek(inflateGuarded(outer.chunks, inflate, options.limits?.bytes), BLOCK_OF_TAR) : outer;
  if (!isTar(inner.head)) {
    const plain = !packed && source.totalBytes !== undefined ? { textBytes: source.totalBytes } : {};
    return { chunks: inner.chunks, ...plain, companions: () => [], remarks: () => [], wrongChoice: () => undefined };
  }
  const choice = chooseMember(options.member);
  const cut: string[] = [];
  return {
    chunks: untar(inner.chunks, { wants: choice.wants, onCut: (what) => cut.push(what) }),
    remarks: () => [...cut, ...choice.passedOver()],
    companions: () => choice.seen().filter((path) => path !== choice.chosen()),
    wrongChoice: () =>
      choice.chosen() === undefined
        ? noMember(choice.seen(), options.member)
        : choice.isTwice()
          ? twice(choice.chosen() ?? '')
          : undefined,
  };
}

const BLOCK_OF_TAR = 512;

function twice(path: string): SpmvError {
  return new SpmvError('MMIO.ARCHIVE', `The archive holds ‘${path}’ more than once.`, {
    fix: 'Make the archive anew, or take out the file that is meant.',
    details: { member: path },
  });
}

function noMember(seen: readonly string[], asked: string | undefined): SpmvError {
  const wanted = asked === undefined ? 'no Name/Name.mtx' : `no member ‘${asked}’`;
  return new SpmvError(
    'MMIO.ARCHIVE',
    `The archive has ${wanted}; its .mtx files are: ${seen.slice(0, 20).join(', ') || 'none'}.`,
    {
      fix:
        seen.length > 0
          ? `Choose one of them with the option member, in the command --member ${seen[0] ?? ''}.`
          : 'Use an archive that holds a .mtx file.',
      details: { members: seen },
    },
  );
}
