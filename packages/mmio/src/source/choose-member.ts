import type { TarMember } from './untar.ts';

export interface MemberChoice {
  /** Whether this member is the one to read; the first that is. */
  readonly wants: (member: TarMember) => boolean;
  /** Every member with one of the endings that was seen, in order. */
  readonly seen: () => readonly string[];
  readonly chosen: () => string | undefined;
  /** Whether the chosen path is there once more: nothing says which of the two is meant. */
  readonly isTwice: () => boolean;
  /** Says so when others could have been meant as well. */
  readonly passedOver: () => readonly string[];
}

/** `Name/Name.mtx`, or a file that stands in no folder: the matrix of a SuiteSparse archive. */
function isMain(path: string, ending: string): boolean {
  const parts = path.split('/');
  return parts.length === 1 || (parts.at(-1) as string).slice(0, -ending.length) === parts.at(-2);
}

/** Picks the main matrix of an archive among the files of these endings, or the member asked for by path or file name, with or without its ending. */
export function chooseMember(asked: string | undefined, endings: readonly string[]): MemberChoice {
  const seen: string[] = [];
  const others: string[] = [];
  let chosen: string | undefined;
  return {
    wants({ path }) {
      const ending = endings.find((one) => path.toLowerCase().endsWith(one));
      if (ending === undefined) return false;
      seen.push(path);
      const names = [path, path.split('/').at(-1) as string];
      const fits =
        asked === undefined
          ? isMain(path, ending)
          : names.some((name) => name === asked || name.slice(0, -ending.length) === asked);
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
