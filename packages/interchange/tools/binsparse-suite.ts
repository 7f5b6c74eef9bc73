// The three commands that the conformance suite of Binsparse (Binsparse/binsparse-tests) asks of an implementation, for NPZ. To run it:
//   export NPY_TO_BINSPARSE="node --conditions=@spmv/source …/tools/binsparse-suite.ts npy_to_binsparse"   and so on for the other two
//   pytest -m npz binsparse_tests/test_executables.py
import { createWriteStream, openAsBlob, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  arraysOfTensor,
  type BinsparseHeader,
  type BinsparseTensor,
  type NpyArray,
  readBinsparseTensor,
  readNpy,
  tensorOfArray,
  writeBinsparseTensor,
  writeNpy,
} from '../src/index.ts';

const array = async (path: string): Promise<NpyArray> => readNpy(await openAsBlob(path), { name: path });

async function save(tensor: BinsparseTensor, path: string): Promise<void> {
  await pipeline(Readable.from(writeBinsparseTensor(tensor)), createWriteStream(path));
}

const COMMANDS: Readonly<Record<string, (paths: readonly string[]) => Promise<void>>> = {
  async npy_to_binsparse([tensorIn = '', patternIn = '', fillIn = '', headerIn = '', tensorOut = '']) {
    const header = JSON.parse(readFileSync(headerIn, 'utf8')) as BinsparseHeader;
    await save(
      tensorOfArray(await array(tensorIn), await array(patternIn), { fill: await array(fillIn), header }),
      tensorOut,
    );
  },
  async binsparse_to_npy([tensorIn = '', tensorOut = '', patternOut = '', fillOut = '']) {
    const arrays = arraysOfTensor(await readBinsparseTensor(await openAsBlob(tensorIn)));
    for (const [made, path] of [
      [arrays.array, tensorOut],
      [arrays.pattern, patternOut],
      [arrays.fill, fillOut],
    ] as const)
      writeFileSync(path, Buffer.concat(writeNpy(made)));
  },
  async binsparse_to_binsparse([tensorIn = '', tensorOut = '']) {
    await save(await readBinsparseTensor(await openAsBlob(tensorIn)), tensorOut);
  },
};

const [name = '', ...paths] = process.argv.slice(2);
const command = COMMANDS[name];
if (command === undefined) throw new Error(`There is no command '${name}', only ${Object.keys(COMMANDS).join(', ')}.`);
await command(paths);
