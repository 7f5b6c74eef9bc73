import { SpmvError } from '@spmv/core';
import type { ReadOptions } from '../model/options.ts';
import type { MemberChoice } from './choose-member.ts';
import { chooseMember } from './choose-member.ts';
import { fileTypeOf, isMatrixMarket } from './file-head.ts';
import { type Inflate, inflateGuarded, isGzip } from './inflate.ts';
import type { OtherFile, Others } from './other-file.ts';
import { peek } from './peek.ts';
import type { OpenSource } from './source.ts';
import { isTar } from './tar-header.ts';
import { untar } from './untar.ts';

/** The text of one file, out of whatever it came packed in. */
export interface OpenText {
  /** None where the file is of another type. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Length of the text, when the source is plain and its size is known. */
  readonly textBytes?: number;
  /** `.mtx` members of an archive apart from the one read; complete once `chunks` is read to the end. */
  readonly companions: () => readonly string[];
  /** What is odd about an archive that was read all the same; complete once `chunks` is read to the end. */
  readonly remarks: () => readonly string[];
  /** The error of an archive in which nothing was chosen, or of which one of two of the same name would be; complete once `chunks` is read to the end. */
  readonly wrongChoice: () => SpmvError | undefined;
  /** The file of another type that it is, or that an archive without Matrix Market holds; complete once `chunks` is read to the end. */
  readonly other: () => OtherFile | undefined;
}

const none = (): readonly string[] => [];
async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Unpacks gzip and tar by their magic bytes. Errors: `MMIO.GZIP`, `MMIO.ARCHIVE`, `MMIO.LIMIT`, while reading; `MMIO.ARCHIVE` for a member of what is no archive. */
export async function openText(
  source: OpenSource,
  options: ReadOptions,
  inflate: Inflate,
  others?: Others,
): Promise<OpenText> {
  const outer = await peek(source.chunks, BLOCK_OF_TAR);
  const packed = isGzip(outer.head);
  const inner = packed ? await peek(inflateGuarded(outer.chunks, inflate, options.limits?.bytes), BLOCK_OF_TAR) : outer;
  if (isTar(inner.head)) return openTar(inner.chunks, options, others);
  if (options.member !== undefined) throw noArchive(options.member);
  const name = (others?.name ?? '').replace(/\.gz$/i, '');
  const type =
    others && !isMatrixMarket(inner.head, name) ? fileTypeOf(inner.head, name, await others.find()) : undefined;
  const other = type && { type, member: '', isPacked: packed, chunks: inner.chunks };
  return {
    chunks: other ? nothing() : inner.chunks,
    ...(!packed && source.totalBytes !== undefined ? { textBytes: source.totalBytes } : {}),
    companions: none,
    remarks: none,
    wrongChoice: () => undefined,
    other: () => other,
  };
}

/** The text of an archive. Where a file of another type comes before it, that is kept until it is known whether there is a text. */
async function openTar(
  chunks: AsyncIterable<Uint8Array>,
  { member: asked }: ReadOptions,
  asOther: Others | undefined,
): Promise<OpenText> {
  const types = (await asOther?.find()) ?? [];
  const [market, others] = [['.mtx'], types.flatMap(({ endings }) => endings)].map((endings) =>
    chooseMember(asked, endings),
  ) as [MemberChoice, MemberChoice];
  const [cut, kept]: [string[], Uint8Array[]] = [[], []];
  async function* text(): AsyncGenerator<Uint8Array> {
    let isMarket = false;
    const wants: MemberChoice['wants'] = (member) => {
      isMarket = market.wants(member);
      if (isMarket) kept.length = 0;
      return isMarket || (others.wants(member) && market.chosen() === undefined);
    };
    for await (const piece of untar(chunks, { wants, onCut: (what) => cut.push(what) })) {
      if (isMarket) yield piece;
      // A source may fill the same memory again.
      else kept.push(piece.slice());
    }
  }
  async function* keptOnce(): AsyncGenerator<Uint8Array> {
    for (let piece = kept.shift(); piece; piece = kept.shift()) yield piece;
  }
  const choice = (): MemberChoice => (market.chosen() === undefined && others.chosen() !== undefined ? others : market);
  return {
    chunks: text(),
    remarks: () => [...cut, ...choice().passedOver()],
    companions: () => market.seen().filter((path) => path !== market.chosen()),
    wrongChoice() {
      const path = choice().chosen();
      if (path === undefined) return noMember([...market.seen(), ...others.seen()], asked);
      return choice().isTwice() ? twice(path) : undefined;
    },
    other() {
      const member = choice() === others ? others.chosen() : undefined;
      const type = types.find(({ endings }) => endings.some((ending) => member?.toLowerCase().endsWith(ending)));
      return member !== undefined && type ? { type, member, isPacked: true, chunks: keptOnce() } : undefined;
    },
  };
}

const BLOCK_OF_TAR = 512;

function twice(path: string): SpmvError {
  return new SpmvError('MMIO.ARCHIVE', `The archive holds ‘${path}’ more than once.`, {
    fix: 'Make the archive anew, or take out the file that is meant.',
    details: { member: path },
  });
}

function noArchive(member: string): SpmvError {
  return new SpmvError('MMIO.ARCHIVE', `The file is no archive, so it has no member ‘${member}’.`, {
    fix: 'Leave out the option member, in the command --member.',
    details: { member },
  });
}

function noMember(seen: readonly string[], asked: string | undefined): SpmvError {
  const wanted = asked === undefined ? 'no Name/Name.mtx' : `no member ‘${asked}’`;
  return new SpmvError(
    'MMIO.ARCHIVE',
    `The archive has ${wanted}; the matrices in it are: ${seen.slice(0, 20).join(', ') || 'none'}.`,
    {
      fix:
        seen.length > 0
          ? `Choose one of them with the option member, in the command --member ${seen[0] ?? ''}.`
          : 'Use an archive that holds a matrix, such as a .mtx file.',
      details: { members: seen },
    },
  );
}
