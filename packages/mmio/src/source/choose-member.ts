import type { TarMember } from './untar.ts';

export interface MemberChoice {
  /** Whether this member is the one to read; the first that is. */
  readonly wants: (member: TarMember) => boolean;
  /** Every `.mtx` member seen, in order. */
  readonly seen: () => readonly string[];
  readonly chosen: () => string | undefined;
  /** Whether the chosen path is there once more: nothing says which of the two is meant. */
  readonly isTwice: () => boolean;
  /** Says so when others could have been meant as well. */
  readonly passedOver: () => readonly string[];
}

/** `Name/Name.mtx`, or a `.mtx` that stands in no folder: the matrix of a SuiteSparse archive. */
function isMain(path: string): boolean {
  const parts = path.split('/');
  const file = parts.at(-1) as string;
  return parts.length === 1 || file === `${parts.at(-2)}.mtx`;
}

/** Picks the main matrix of an archive, or the member asked for by path or file name, with or without `.mtx`. */
export function chooseMember(asked: string | undefined): MemberChoice {
  const seen: string[] = [];
  const others: string[] = [];
  let chosen: string | undefined;
  return {
    wants({ path }) {
      if (!path.toLowerCase().endsWith('.mtx')) return false;
      seen.push(path);
      const file = path.split('/').at(-1) as string;
      const fits =
        asked === undefined ? isMain(path) : [path, file, path.slice(0, -4), file.slice(0, -4)].includes(asked);
      if (!fits) return false;
      if (chosen !== undefined) {
        others.push(path);
        return false;
      }
      chosen = path;
      return true;
    },
    seen: () => seen,
    chosen: () => chosen,
    isTwice: () => chosen !== undefined && others.includes(chosen),
    passedOver: () =>
      others.length === 0
        ? []
        : [
            `the archive has ${others.length + 1} matrices, and ‘${chosen ?? ''}’ is read; choose another with the option member, in the command --member: ${others.slice(0, 20).join(', ')}`,
          ],
  };
}
