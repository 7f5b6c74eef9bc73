/** What a process of its own found out about Dawn. */
export interface DawnAnswer {
  readonly adapter: boolean;
  /** What Dawn said on standard error, warnings alone, one after another. */
  readonly words: string;
}

/** Asks for an adapter and prints whether there is one. Arguments: the module, Dawn's options as JSON. */
const PROGRAM = `
const { create } = await import(process.argv[1]);
const gpu = create(JSON.parse(process.argv[2]));
let found = null;
for (const options of [{}, { powerPreference: 'high-performance' }, { forceFallbackAdapter: true }]) found ??= await gpu.requestAdapter(options).catch(() => null);
process.stdout.write(found === null ? 'none' : 'some', () => process.exit(0));
`;

/**
 * Whether Dawn offers an adapter, from a process whose standard error is kept: for machines on which it is likely to complain. `undefined`
 * where no such process can be had.
 */
export async function askDawn(options: readonly string[]): Promise<DawnAnswer | undefined> {
  // Not imported: bundlers for the web refuse Node's modules, or warn of them.
  const { execFile } = process.getBuiltinModule('node:child_process');
  const module = process.getBuiltinModule('node:url').pathToFileURL(
    process
      .getBuiltinModule('node:module')
      .createRequire(import.meta.url)
      .resolve('webgpu'),
  ).href;
  return new Promise((resolve) => {
    const args = ['--input-type=module', '--eval', PROGRAM, module, JSON.stringify(options)];
    execFile(
      process.execPath,
      args,
      { timeout: 20_000, env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
      (_error, stdout, stderr) => {
        if (stdout !== 'none' && stdout !== 'some') return resolve(undefined);
        const warnings = stderr
          .split('\n')
          .filter((line) => /^(?:warning|error):/iu.test(line))
          .map((line) => line.trim());
        resolve({ adapter: stdout === 'some', words: [...new Set(warnings)].join(' ') });
      },
    );
  });
}
