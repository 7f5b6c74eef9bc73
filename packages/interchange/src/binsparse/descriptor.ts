import type { FileLimits, FileMatrix } from '@spmv/core';
import { INDEX_LIMIT } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import { readMember, textOf } from '../scipy/read-scipy.ts';
import { readExactly } from '../source/bytes.ts';
import type { Archive } from '../zip/archive.ts';

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
}

/** Members that the descriptor is looked for in: an array that holds text, as NumPy writes it, or the text itself. */
const ARRAY = 'binsparse';
const TEXTS: readonly string[] = ['binsparse.json', 'binsparse'];
const LONGEST_JSON = 2 ** 20;

/** Whether an archive is of Binsparse. */
export function hasDescriptor({ names }: Archive): boolean {
  return names.includes(`${ARRAY}.npy`) || TEXTS.some((name) => names.includes(name));
}

function wrong(what: string, details: Readonly<Record<string, unknown>> = {}): Error {
  return fileError('FILE.FORMAT', {
    member: ARRAY,
    what,
    fix: 'Write the file again with a program that keeps to the specification of Binsparse.',
    details,
  });
}

function unsupported(what: string): Error {
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

function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function parsed(text: string): Readonly<Record<string, unknown>> {
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

function formatOf({ format, custom }: Readonly<Record<string, unknown>>): BinsparseFormat {
  if (typeof format !== 'string')
    throw custom === undefined ? wrong('the descriptor has no format') : unsupported('custom formats are not read');
  const name = Object.hasOwn(ALIASES, format) ? ALIASES[format] : format;
  if (FORMATS.includes(name as BinsparseFormat)) return name as BinsparseFormat;
  throw unsupported(`the format '${format.slice(0, 40)}' is not read`);
}

function shapeOf(shape: unknown, format: BinsparseFormat): FileMatrix['shape'] {
  const wanted = format.endsWith('VEC') ? 1 : 2;
  const isShape =
    Array.isArray(shape) && shape.every((length) => Number.isSafeInteger(length) && (length as number) >= 0);
  if (!isShape || shape.length !== wanted)
    throw wrong(
      `the shape ${JSON.stringify(shape ?? null).slice(0, 60)} is not ${wanted === 1 ? 'that of a vector' : 'that of a matrix'}`,
    );
  const [rows = 0, cols = 1] = shape as readonly number[];
  if (Math.max(rows, cols) > INDEX_LIMIT) {
    throw fileError('FILE.LIMIT', {
      member: ARRAY,
      what: `${rows} × ${cols} has more rows or columns than ${INDEX_LIMIT}`,
      fix: 'Divide the matrix into blocks.',
      details: { limit: INDEX_LIMIT },
    });
  }
  return { rows, cols };
}

/** Refuses versions whose meaning is not known: anything of 0 and 1 is read. */
function versionOf(version: unknown): string {
  if (typeof version !== 'string' || !/^\d+\.\d+/.test(version))
    throw wrong(`the version ${JSON.stringify(version ?? null).slice(0, 40)} is none`);
  if (Number(version.split('.', 1)[0]) > 1)
    throw unsupported(`version ${version.slice(0, 20)} of Binsparse is newer than this reader`);
  return version;
}

function structureOf(
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

/** Reads and checks the descriptor of an archive. Errors: `FILE.FORMAT`, `FILE.UNSUPPORTED`, `FILE.LIMIT`. */
export async function readDescriptor(archive: Archive, limits: FileLimits): Promise<BinsparseDescriptor> {
  const json = parsed(await readText(archive, limits));
  const format = formatOf(json);
  const shape = shapeOf(json['shape'], format);
  const { number_of_stored_values: count, data_types: types, fill = false } = json;
  if (!Number.isSafeInteger(count) || (count as number) < 0) throw wrong('number_of_stored_values is no count');
  const known = objectOf(types);
  if (known === undefined || Object.values(known).some((type) => typeof type !== 'string'))
    throw wrong('data_types names no types of arrays');
  if (typeof fill !== 'boolean') throw wrong('fill is neither true nor false');
  return {
    version: versionOf(json['version']),
    format,
    shape,
    count: count as number,
    types: known as Readonly<Record<string, string>>,
    ...structureOf(json['structure'], shape),
    fill,
  };
}
