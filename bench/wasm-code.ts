// What V8 compiles WebAssembly to: the machine code of the exported functions of a module, as a disassembler of GNU's tells it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** An instruction in AT&T's words, or the label of the next one. */
export interface Instruction {
  readonly label?: string;
  readonly text: string;
}

const EXPORTS = 7;

/** Names of exported functions by their numbers, of a module's section of exports. */
function exportedFunctions(bytes: Uint8Array): ReadonlyMap<number, string> {
  let at = 8;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const section = number();
    const size = number();
    if (section !== EXPORTS) {
      at += size;
      continue;
    }
    const names = new Map<number, string>();
    for (let left = number(); left > 0; left--) {
      const length = number();
      const name = new TextDecoder().decode(bytes.subarray(at, at + length));
      at += length;
      const kind = number();
      const index = number();
      if (kind === 0) names.set(index, name);
    }
    return names;
  }
  return new Map();
}

/** Bytes of instructions of each function that Node says it compiled. */
function compiled(file: string): ReadonlyMap<number, Uint8Array> {
  const program = `new WebAssembly.Module(require('fs').readFileSync(${JSON.stringify(file)}))`;
  const said = execFileSync(
    process.execPath,
    ['--no-liftoff', '--no-wasm-lazy-compilation', '--print-wasm-code', '-e', program],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  return new Map(
    said.split('--- WebAssembly code ---').flatMap((text) => {
      const index = /^index: (\d+)$/mu.exec(text)?.[1];
      const hex = [...text.matchAll(/^0x[0-9a-f]+\s+[0-9a-f]+\s+([0-9a-f]+)\s/gmu)].map(([, one = '']) => one).join('');
      return index === undefined ? [] : [[Number(index), Uint8Array.from(Buffer.from(hex, 'hex'))] as const];
    }),
  );
}

/** Instructions of each exported function of a module. Errors: those of Node and objdump. */
export function wasmFunctions(file: string): ReadonlyMap<string, readonly Instruction[]> {
  const names = exportedFunctions(readFileSync(file));
  const folder = mkdtempSync(join(tmpdir(), 'spmv-wasm-'));
  try {
    return new Map(
      [...compiled(file)].flatMap(([index, bytes]) => {
        const name = names.get(index);
        if (name === undefined) return [];
        const raw = join(folder, `${index}.bin`);
        writeFileSync(raw, bytes);
        const flags = ['-D', '-b', 'binary', '-m', 'i386:x86-64', '--no-show-raw-insn', raw];
        const lines = [
          ...execFileSync('objdump', flags, { encoding: 'utf8' }).matchAll(/^\s*([0-9a-f]+):\s+(.*?)\s*$/gmu),
        ];
        const targets = new Set(lines.flatMap(([, , text = '']) => /^j\w+\s+0x([0-9a-f]+)/u.exec(text)?.[1] ?? []));
        return [
          [
            name,
            lines.flatMap(([, address = '', text = '']) => [
              ...(targets.has(address) ? [{ label: `.L${address}`, text: '' }] : []),
              { text: text.replace(/^(j\w+)\s+0x([0-9a-f]+)/u, '$1 .L$2') },
            ]),
          ] as const,
        ];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
