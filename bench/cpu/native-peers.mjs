// A running bench/peers/native, asked for products by name.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../peers/dist/', import.meta.url));
/** Built here, and built elsewhere with libraries that this machine lacks; a peer in both is the first one's. */
const PROGRAMS = ['native', 'native-libraries'];

async function openProgram(program, matrixFile, threads, env) {
  const child = spawn(program, [matrixFile, String(threads)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (line) => {
    child.stdin.write(`${line}\n`);
    const { value } = await lines.next();
    if (value === undefined || value.startsWith('error')) throw new Error(`native peer: ${value ?? 'it ended'}`);
    return value.trim();
  };
  return { names: (await ask('peers')).split(' '), ask, close: () => child.stdin.end() };
}

/** The peers over one matrix file and a number of threads, or undefined where none was built. `env` is set beside this process's own. */
export async function openNative(matrixFile, threads, env = {}) {
  const programs = [];
  for (const program of PROGRAMS.map((name) => FOLDER + name).filter((path) => existsSync(path)))
    programs.push(await openProgram(program, matrixFile, threads, env));
  if (programs.length === 0) return undefined;
  return {
    names: [...new Set(programs.flatMap(({ names }) => names))],
    /** The process that a peer runs in: the threads of one look for work for a while after its product. */
    programOf: (name) => programs.findIndex(({ names }) => names.includes(name)),
    /** Microseconds of each of `runs` products after one that is dropped. */
    async time(name, runs) {
      const { ask } = programs.find(({ names }) => names.includes(name));
      return Float64Array.from((await ask(`${name} ${runs}`)).split(' '), Number);
    },
    close: () => programs.forEach(({ close }) => close()),
  };
}
