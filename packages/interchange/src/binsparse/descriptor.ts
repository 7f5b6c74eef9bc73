import type { FileLimits, FileMatrix } from '@spmv/core';
import { INDEX_LIMIT } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import { readMember, textOf } from '../scipy/read-scipy.ts';
import { readExactly } from '../source/bytes.ts';
import type { Archive } from '../zip/archive.ts';

/** The JSON of a file: the keys of the specification, and whatever else is there. */
export type BinsparseHeader = Readonly<Record<string, unknown>>;

/** How Binsparse stores a matrix or a vector, aliases resolved. */
export type BinsparseFormat = 'DVEC' | 'DMATR' | 'DMATC' | 'CVEC' | 'CSR' | 'CSC' | 'DCSR' | 'DCSC' | 'COOR' | 'COOC';

/** Other names of formats. */
const ALIASES: Readonly<Record<string, BinsparseFormat>> = { DMAT: 'DMATR', COO: 'COOR' };
const FORMATS: readonly BinsparseFormat[] = [
  'DVEC',
  'DMATR',
  'DMATC',
  'CVEC',
  'CSR',
  'CSC',
  'DCSR',
  'DCSC',
  'COOR',
  'COOC',
];

const STRUCTURES: Readonly<Record<string, readonly [symmetry: FileMatrix['symmetry'], triangle: 'lower' | 'upper']>> = {
  symmetric_lower: ['symmetric', 'lower'],
  symmetric_upper: ['symmetric', 'upper'],
  hermitian_lower: ['hermitian', 'lower'],
  hermitian_upper: ['hermitian', 'upper'],
  skew_symmetric_lower: ['skew-symmetric', 'lower'],
  skew_symmetric_upper: ['skew-symmetric', 'upper'],
};

/** What the JSON of a file says, checked. */
export interface BinsparseDescriptor {
  readonly version: string;
  readonly format: BinsparseFormat;
  /** Of a vector, rows × 1. */
  readonly shape: FileMatrix['shape'];
  /** Stored values: of a dense format every element. */
  readonly count: number;
  /** Type of each array, such as `iso[complex[float64]]`. */
  readonly types: Readonly<Record<string, string>>;
  readonly symmetry: FileMatrix['symmetry'];
  /** Where entries off the diagonal are, unless the matrix is general. */
  readonly triangle: 'lower' | 'upper' | undefined;
  /** An array fill_value says what is where nothing is stored. */
  readonly fill: boolean;
  /** What the first index is. */
  readonly indexBase: 0 | 1;
}

/** Members that the descriptor is looked for in: an array that holds text, as NumPy writes it, or the text itself. */
const ARRAY = 'binsparse';
const TEXTS: readonly string[] = ['binsparse.json', 'binsparse'];
const LONGEST_JSON = 2 ** 20;

/** Whether an archive is of Binsparse. */
export function hasDescriptor({ names }: Archive): boolean {
  return names.includes(`${ARRAY}.npy`) || TEXTS.some((name) => names.includes(name));
}

/** A descriptor that contradicts the specification. */
export function wrong(what: string, details: Readonly<Record<string, unknown>> = {}): Error {
  return fileError('FILE.FORMAT', {
    member: ARRAY,
    what,
    fix: 'Write the file again with a program that keeps to the specification of Binsparse.',
    details,
  });
}

/** A descriptor that says what is not read. */
export function unsupported(what: string): Error {
  return fileError('FILE.UNSUPPORTED', {
    member: ARRAY,
    what,
    fix: `Write it in one of: ${FORMATS.join(', ')}.`,
  });
}

async function readText(archive: Archive, limits: FileLimits): Promise<string> {
  const array = await readMember(archive, ARRAY, {
    ...limits,
    bytes: Math.min(limits.bytes ?? Infinity, 4 * LONGEST_JSON),
  });
  if (array !== undefined) {
    const text = array.shape.length === 0 ? textOf(array) : undefined;
    if (text === undefined)
      throw wrong(`the descriptor is an array of type ${array.type} and ${array.shape.length} dimensions, not a text`);
    return text;
  }
  for (const name of TEXTS) {
    const member = await archive.open(name);
    if (member === undefined) continue;
    const length = member.end - member.at;
    if (length > LONGEST_JSON) throw wrong(`the descriptor is ${length} bytes long, more than ${LONGEST_JSON}`);
    const bytes = await readExactly(member.bytes, { at: member.at, length, of: 'the descriptor', member: name });
    member.checksum?.add(bytes);
    member.checksum?.compare();
    return new TextDecoder().decode(bytes);
  }
  throw wrong('the archive has no descriptor');
}

/** An object of JSON, or `undefined`. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function parsed(text: string): BinsparseHeader {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw wrong(`the descriptor is no JSON: ${(cause as Error).message}`);
  }
  const whole = objectOf(value);
  // Some writers leave the name out that keeps it apart from other metadata.
  const own = objectOf(whole?.['binsparse']) ?? whole;
  if (own === undefined) throw wrong('the descriptor is no object');
  return own;
}

/** The format that a descriptor names, or `custom`. Errors: `FILE.FORMAT`, `FILE.UNSUPPORTED`. */
export function formatOf({ format, custom }: BinsparseHeader): BinsparseFormat | 'custom' {
  if (typeof format !== 'string' && custom === undefined) throw wrong('the descriptor has no format');
  if (typeof format !== 'string' || format === 'custom') return 'custom';
  const name = Object.hasOwn(ALIASES, format) ? ALIASES[format] : format;
  if (FORMATS.includes(name as BinsparseFormat)) return name as BinsparseFormat;
  throw unsupported(`the format '${format.slice(0, 40)}' is not read`);
}

/** The length of each dimension, of a tensor of `rank` dimensions. Errors: `FILE.FORMAT`, `FILE.LIMIT`. */
export function lengthsOf({ shape }: BinsparseHeader, rank: number): readonly number[] {
  const isShape =
    Array.isArray(shape) && shape.every((length) => Number.isSafeInteger(length) && (length as number) >= 0);
  if (!isShape || shape.length !== rank) {
    const wanted = rank === 1 ? 'that of a vector' : rank === 2 ? 'that of a matrix' : `one of ${rank} dimensions`;
    throw wrong(`the shape ${JSON.stringify(shape ?? null).slice(0, 60)} is not ${wanted}`);
  }
  const lengths = shape as readonly number[];
  if (Math.max(0, ...lengths) > INDEX_LIMIT) {
    throw fileError('FILE.LIMIT', {
      member: ARRAY,
      what: `${lengths.join(' × ')} has a dimension longer than ${INDEX_LIMIT}`,
      fix: 'Divide the matrix into blocks.',
      details: { limit: INDEX_LIMIT },
    });
  }
  return lengths;
}

/** 1 where indices and positions begin at 1, as version 0.1 allowed and drafts of 0.1.0 no more. Errors: `FILE.FORMAT`. */
function indexBaseOf({ index_base: base = 0 }: BinsparseHeader): 0 | 1 {
  if (base === 0 || base === 1) return base;
  throw wrong(`index_base is ${JSON.stringify(base).slice(0, 40)}, neither 0 nor 1`);
}

/** Refuses versions whose meaning is not known: anything of 0 and 1 is read. */
function versionOf(version: unknown): string {
  if (typeof version !== 'string' || !/^\d+\.\d+/.test(version))
    throw wrong(`the version ${JSON.stringify(version ?? null).slice(0, 40)} is none`);
  if (Number(version.split('.', 1)[0]) > 1)
    throw unsupported(`version ${version.slice(0, 20)} of Binsparse is newer than this reader`);
  return version;
}

/** The symmetry that a structure stands for. Errors: `FILE.FORMAT`, `FILE.UNSUPPORTED`. */
export function structureOf(
  structure: unknown,
  { rows, cols }: FileMatrix['shape'],
): Pick<BinsparseDescriptor, 'symmetry' | 'triangle'> {
  if (structure === undefined || structure === null) return { symmetry: 'general', triangle: undefined };
  if (typeof structure !== 'string' || !Object.hasOwn(STRUCTURES, structure))
    throw unsupported(`the structure ${JSON.stringify(structure).slice(0, 40)} is not known`);
  if (rows !== cols) throw wrong(`the structure is ${structure}, but the matrix has ${rows} rows and ${cols} columns`);
  const [symmetry, triangle] = STRUCTURES[structure] as (typeof STRUCTURES)[string];
  return { symmetry, triangle };
}

/** What every descriptor says, whatever the format. */
export type CommonDescriptor = Pick<BinsparseDescriptor, 'version' | 'count' | 'types' | 'fill' | 'indexBase'>;

/** Checks what every descriptor says. Errors: `FILE.FORMAT`, `FILE.UNSUPPORTED`. */
export function commonOf(header: BinsparseHeader): CommonDescriptor {
  const { number_of_stored_values: count, data_types: types, fill = false } = header;
  if (!Number.isSafeInteger(count) || (count as number) < 0) throw wrong('number_of_stored_values is no count');
  const known = objectOf(types);
  if (known === undefined || Object.values(known).some((type) => typeof type !== 'string'))
    throw wrong('data_types names no types of arrays');
  if (typeof fill !== 'boolean') throw wrong('fill is neither true nor false');
  return {
    version: versionOf(header['version']),
    count: count as number,
    types: known as Readonly<Record<string, string>>,
    fill,
    indexBase: indexBaseOf(header),
  };
}

/** Reads the JSON of an archive. Errors: `FILE.FORMAT`, and those of the archive. */
export async function readHeaderJson(archive: Archive, limits: FileLimits): Promise<BinsparseHeader> {
  return parsed(await readText(archive, limits));
}

/** Checks the descriptor of a predefined format. Errors: `FILE.FORMAT`, `FILE.UNSUPPORTED`, `FILE.LIMIT`. */
export function descriptorOf(header: BinsparseHeader, format: BinsparseFormat): BinsparseDescriptor {
  const [rows = 0, cols = 1] = lengthsOf(header, format.endsWith('VEC') ? 1 : 2);
  const shape = { rows, cols };
  return { ...commonOf(header), format, shape, ...structureOf(header['structure'], shape) };
}
