// Every reader of the package, the files that its fuzzing begins with, and the tokens that its format is made of.
import { readFileSync } from 'node:fs';
import { deflateSync, gunzipSync, inflateSync } from 'node:zlib';
import type { FileBytes, FileMatrix } from '@spmv/core';
import {
  denseOf,
  npyArray,
  plugin,
  readBinsparse,
  readBinsparseTensor,
  readHarwellBoeing,
  readMatlab,
  readNpy,
  readSciPyNpz,
  sciPyEntries,
  sciPyStored,
  writeNpy,
} from '../../src/index.ts';
import { layoutOf, type NpyType } from '../../src/npy/element-type.ts';
import { memoryBytes } from '../../src/source/bytes.ts';
import { writeZip } from '../../src/zip/write-zip.ts';
import { archiveOf, membersOf } from '../archives.ts';
import { fromBase64, joined } from '../bytes.ts';
import { BOEING_SEEDS, BOEING_VECTOR_SEEDS, BOEING_WORDS } from './boeing-seeds.ts';

/** Limits that a fuzzed file may not exceed, so that what is read is bounded. */
const limits = { entries: 1 << 20, bytes: 1 << 24 } as const;

/** One way to read bytes, and what to begin with. */
export interface FuzzSubject {
  readonly seeds: readonly Uint8Array[];
  /** Put into the bytes beside numbers. */
  readonly words: readonly Uint8Array[];
  read(bytes: Uint8Array | FileBytes): Promise<FileMatrix>;
  /** The file around what was mutated. Default: itself. */
  around?(bytes: Uint8Array): Promise<Uint8Array>;
  /** The reader asks for a piece of any length, so that pieces may be short. */
  readonly anyPiece?: true;
  /** Errors name a line. */
  readonly lines?: true;
}

const encoded = (texts: readonly string[]): readonly Uint8Array[] =>
  texts.map((text) => new TextEncoder().encode(text));

function recorded(name: string): readonly unknown[] {
  const bytes = readFileSync(new URL(`../../fixtures/${name}`, import.meta.url));
  const text = name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  return (JSON.parse(text.toString()) as { readonly cases: readonly unknown[] }).cases;
}

function files(name: string): readonly Uint8Array[] {
  return (recorded(name) as readonly { readonly file: string }[]).map(({ file }) => fromBase64(file));
}

const NPY_WORDS = encoded([
  "'|O'",
  "'<f8'",
  "'>c16'",
  "'<U9'",
  '(',
  ')',
  '-1',
  '99999999999999999999',
  '2147483648',
  '9007199254740993',
  'True',
  '(2, 2)',
  '(0, 0)',
  '{',
  "'",
]);

/** Arrays of a matrix in CSR, of which one at a time is mutated while the archive around it is whole. */
async function npyMembers(): Promise<FuzzSubject> {
  const members = await membersOf({});
  const names = Object.keys(members);
  return {
    // The first byte says which array it is.
    seeds: names.map((name, k) => Uint8Array.of(k, ...members[name])),
    words: NPY_WORDS,
    around: (bytes) => archiveOf({ ...members, [names[(bytes[0] ?? 0) % names.length]]: bytes.subarray(1) }, false),
    read: async (bytes) => sciPyEntries(await readSciPyNpz(bytes, { limits })),
  };
}

const TYPES = { pointers_to_1: 'int32', indices_1: 'int32', values: 'float64' };
const DESCRIPTOR_WORDS = encoded([
  '"COO"',
  '"DMATR"',
  '"DCSR"',
  '"custom"',
  'iso[',
  'complex[',
  ']',
  '1e9',
  '-1',
  '9007199254740993',
  '2147483648',
  'null',
  '"structure":"symmetric_lower",',
  '"fill":true,',
  '"index_base":1,',
  '"transpose":[1,0],',
  '{',
  '[',
  '"',
]);

interface SuiteCase {
  readonly name: string;
  readonly expected: {
    readonly header: unknown;
    readonly arrays: Readonly<Record<string, readonly [type: NpyType, shape: readonly number[], bytes: string]>>;
  };
}

async function withDescriptor(arrays: SuiteCase['expected']['arrays'], json: Uint8Array): Promise<Uint8Array> {
  const members = Object.entries(arrays).map(([name, [type, shape, text]]) => {
    const bytes = fromBase64(text);
    const layout = layoutOf(type);
    if (layout === undefined) throw new Error(type);
    const data = new layout.array(bytes.buffer, 0, bytes.length / layout.array.BYTES_PER_ELEMENT);
    return { name: `${name}.npy`, parts: writeNpy(npyArray(type, shape, data)) };
  });
  return joined(writeZip([...members, { name: 'binsparse.json', parts: [json] }], false));
}

/** A descriptor of the conformance suite is mutated, its arrays are as they were: those of the case that its first two bytes name. */
function suiteDescriptors(): FuzzSubject {
  const cases = (recorded('binsparse-suite.json.gz') as readonly SuiteCase[]).filter(
    ({ name }) => name.startsWith('custom_') && name.includes('mixed'),
  );
  const json = ({ expected }: SuiteCase): Uint8Array =>
    new TextEncoder().encode(JSON.stringify({ binsparse: expected.header }));
  return {
    seeds: cases.map((one, k) => Uint8Array.of(k & 255, k >> 8, ...json(one))),
    words: DESCRIPTOR_WORDS,
    around: (bytes) => {
      const one = cases[((bytes[0] ?? 0) + 256 * (bytes[1] ?? 0)) % cases.length];
      return withDescriptor(one.expected.arrays, bytes.subarray(2));
    },
    read: async (bytes) => {
      const tensor = await readBinsparseTensor(bytes, { limits });
      const count = tensor.values.shape[0];
      for (const [d, list] of tensor.indices.entries()) {
        const beyond = list.some((index) => !(index >= 0 && index < tensor.shape[d]));
        if (list.length !== count || beyond) throw new Error(`dimension ${d} has an index outside`);
      }
      return readBinsparse(bytes, { limits });
    },
  };
}

async function descriptors(): Promise<FuzzSubject> {
  const { indptr, indices, data } = await membersOf({});
  const parts = { 'pointers_to_1.npy': indptr, 'indices_1.npy': indices, 'values.npy': data };
  const members = Object.entries(parts).map(([name, bytes]) => ({ name, parts: [bytes] }));
  const json = { version: '0.1.0', format: 'CSR', shape: [2, 3], number_of_stored_values: 3, data_types: TYPES };
  return {
    seeds: encoded([JSON.stringify({ binsparse: json }), JSON.stringify({ binsparse: { ...json, attrs: {} } })]),
    words: DESCRIPTOR_WORDS,
    around: (bytes) => joined(writeZip([...members, { name: 'binsparse.json', parts: [bytes] }], false)),
    read: (bytes) => readBinsparse(bytes, { limits }),
  };
}

/** The elements inside a compressed variable of MATLAB, compressed again after they were mutated. */
function packedVariables(seeds: readonly Uint8Array[]): FuzzSubject {
  const packed = seeds.filter((seed) => seed[128] === 15 || seed[131] === 15);
  const order = (little: boolean) => (at: number, value: number, into: DataView) => into.setUint32(at, value, little);
  return {
    seeds: packed.map((seed) => Uint8Array.of(...seed.subarray(0, 128), ...inflateSync(seed.subarray(136)))),
    words: [],
    around: (bytes) => {
      const body = deflateSync(bytes.subarray(128));
      const tag = new DataView(new ArrayBuffer(8));
      const put = order(bytes[126] === 0x49);
      put(0, 15, tag);
      put(4, body.length, tag);
      return Promise.resolve(
        Uint8Array.of(...bytes.subarray(0, 128), ...new Uint8Array(tag.buffer), ...new Uint8Array(body)),
      );
    },
    read: (bytes) => readMatlab(bytes, { limits }),
  };
}

/** As the command reads: the type is found by its first bytes, or by a name; a part is asked for where the type has any. */
function anyType(seeds: readonly Uint8Array[]): FuzzSubject {
  const types = plugin.files ?? [];
  const names = types.flatMap(({ endings }) => endings).map((ending) => `matrix${ending}`);
  return {
    seeds,
    words: [...NPY_WORDS, ...DESCRIPTOR_WORDS, ...encoded(BOEING_WORDS)],
    read: async (source) => {
      const bytes = source instanceof Uint8Array ? memoryBytes(source) : source;
      const head = await bytes.read(0, 512);
      const name = names[bytes.size % names.length];
      const type = types.find((one) => one.recognises(head, name)) ?? types[0];
      if (type === undefined) throw new Error('no type of file');
      const part = type.parts === undefined || bytes.size % 2 === 0 ? {} : { part: bytes.size % 3 === 0 ? 'rhs' : 'A' };
      return type.read(bytes, { limits, ...part });
    },
  };
}

/** All subjects by name. */
export async function fuzzSubjects(): Promise<Readonly<Record<string, FuzzSubject>>> {
  const npy = files('numpy.json').filter((bytes) => bytes.length < 500);
  const [npz, binsparse, matlab] = [files('scipy.json'), files('binsparse.json'), files('matlab.json')];
  const boeing = [
    ...encoded(BOEING_SEEDS),
    ...encoded((recorded('harwell-boeing.json') as readonly { readonly text: string }[]).map(({ text }) => text)),
  ];
  const text = { words: encoded(BOEING_WORDS), anyPiece: true, lines: true } as const;
  return {
    npy: { seeds: npy, words: NPY_WORDS, read: async (bytes) => denseOf(await readNpy(bytes, { limits })) },
    npz: {
      seeds: npz,
      words: NPY_WORDS,
      read: async (bytes) => sciPyEntries(await readSciPyNpz(bytes, { limits })),
    },
    'npz, arrays': await npyMembers(),
    'npz, as stored': {
      ...(await npyMembers()),
      read: async (bytes) => {
        const { shape, arrays } = sciPyStored(await readSciPyNpz(bytes, { limits }));
        const [rowStart, colIndex, values] = [arrays['rowStart'], arrays['colIndex'], arrays['values']];
        const rowIndex = new Int32Array(colIndex?.length ?? 0);
        for (let i = 0; i < shape.rows; i++) rowIndex.fill(i, rowStart?.[i], rowStart?.[i + 1]);
        return {
          shape,
          positions: { rowIndex, colIndex: colIndex as Int32Array },
          values: values as Float64Array,
          field: 'real',
          symmetry: 'general',
          about: '',
        };
      },
    },
    binsparse: { seeds: binsparse, words: NPY_WORDS, read: (bytes) => readBinsparse(bytes, { limits }) },
    'binsparse, descriptor': await descriptors(),
    'binsparse, tensor': suiteDescriptors(),
    boeing: { ...text, seeds: boeing, read: (bytes) => readHarwellBoeing(bytes, { limits }) },
    'boeing#rhs': {
      ...text,
      seeds: encoded(BOEING_VECTOR_SEEDS),
      read: (bytes) => readHarwellBoeing(bytes, { limits, part: 'rhs' }),
    },
    matlab: { seeds: matlab, words: [], read: (bytes) => readMatlab(bytes, { limits }) },
    'matlab#part': { seeds: matlab, words: [], read: (bytes) => readMatlab(bytes, { limits, part: 'A' }) },
    'matlab, compressed': packedVariables(matlab),
    'any type': anyType([...npy.slice(0, 20), ...npz.slice(0, 20), ...binsparse.slice(0, 20), ...matlab, ...boeing]),
  };
}
