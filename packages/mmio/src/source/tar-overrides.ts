import { damagedArchive } from './tar-header.ts';

/** What blocks before a member say of it in place of its header. */
export interface TarOverrides {
  readonly path?: string;
  readonly size?: number;
  /** The member's bytes leave out holes, and a list elsewhere says where. */
  readonly sparse?: boolean;
}

/** Longest body of such a block that is kept. */
export const OVERRIDE_BYTES = 65536;

/** Members that are no members but tell about the next one (`x`, `L`, `K`) or all that follow (`g`). */
export function isOverride(kind: string): boolean {
  return 'xgLK'.includes(kind);
}

/** `18 path=some/name\n…`: lengths count bytes, themselves and the line feed included. */
function paxRecords(body: Uint8Array): Map<string, string> {
  const records = new Map<string, string>();
  const decoder = new TextDecoder();
  for (let p = 0; p < body.length && body[p] !== 0;) {
    const blank = body.indexOf(32, p);
    const length = Number(decoder.decode(body.subarray(p, Math.max(p, blank))));
    const equals = body.indexOf(61, blank);
    const end = p + length;
    if (
      blank < 0 ||
      !Number.isInteger(length) ||
      equals < 0 ||
      equals >= end ||
      end > body.length ||
      body[end - 1] !== 10
    ) {
      throw damagedArchive('A header of the tar archive is damaged: its list of attributes is cut or wrong.');
    }
    records.set(decoder.decode(body.subarray(blank + 1, equals)), decoder.decode(body.subarray(equals + 1, end - 1)));
    p = end;
  }
  return records;
}

function ofPax(body: Uint8Array): TarOverrides {
  const records = paxRecords(body);
  const path = records.get('GNU.sparse.name') ?? records.get('path');
  const digits = records.get('size');
  if (digits !== undefined && !/^\d{1,15}$/.test(digits))
    throw damagedArchive('A header of the tar archive is damaged: its size is not a number.');
  return {
    ...(path === undefined || path === '' ? {} : { path }),
    ...(digits === undefined ? {} : { size: Number(digits) }),
    ...([...records.keys()].some((key) => key.startsWith('GNU.sparse.')) ? { sparse: true } : {}),
  };
}

/** What the body of such a block says. An empty name says nothing; `K` names what a link leads to. Errors: `MMIO.ARCHIVE`. */
export function overridesOf(kind: string, body: Uint8Array): TarOverrides {
  if (kind === 'x' || kind === 'g') return ofPax(body);
  const path = new TextDecoder().decode(body).replace(/\0.*$/s, '');
  return kind === 'K' || path === '' ? {} : { path };
}
