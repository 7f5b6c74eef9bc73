import { encode } from './helpers.ts';

/** What a header holds beside path, size and type, and how. */
export interface MemberOptions {
  /** Default `0`, a regular file. */
  readonly kind?: string;
  /** Magic and version. Default that of ustar; '' for v7. */
  readonly magic?: string;
  readonly prefix?: string;
  /** Size as the header states it; default the body's. */
  readonly size?: number;
  /** Writes the size in base 256. */
  readonly binary?: boolean;
}

/** One member of an archive. */
export function tarMember(path: string, body: Uint8Array | string, options: MemberOptions | string = {}): Uint8Array {
  const {
    kind = '0',
    magic = 'ustar\u000000',
    prefix = '',
    size,
    binary = false,
  } = typeof options === 'string' ? { kind: options } : options;
  const bytes = typeof body === 'string' ? encode(body) : body;
  const block = new Uint8Array(512 + Math.ceil(bytes.length / 512) * 512);
  const put = (text: string, at: number): void => block.set(encode(text), at);
  put(path.slice(0, 100), 0);
  put('0000644\0', 100);
  const stated = size ?? bytes.length;
  if (binary) {
    block[124] = 0x80;
    for (let p = 0, rest = stated; p < 8; p++, rest = Math.floor(rest / 256)) block[135 - p] = rest % 256;
  } else put(`${stated.toString(8).padStart(11, '0')}\0`, 124);
  put('        ', 148);
  put(kind, 156);
  put(magic, 257);
  put(prefix, 345);
  const sum = block.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  block.set(bytes, 512);
  return block;
}

/** The members and the mark of the end. */
export function tar(...members: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from([...members, new Uint8Array(1024)].flatMap((member) => [...member]));
}

/** `18 path=some/name\n`, its own length counted. */
export function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = encode(rest).length;
  let length = bytes + 1;
  while (String(length).length + bytes !== length) length = String(length).length + bytes;
  return `${length}${rest}`;
}
