// Shared libraries that have the symbols which another library names, and nothing behind them.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';

const output = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });

/** Names of dynamic symbols with their versions: those that a library defines, or those that it lacks. */
function symbolsOf(library: string, kind: 'defined' | 'undefined'): ReadonlyMap<string, string | undefined> {
  const lines = output('nm', '--dynamic', `--${kind}-only`, '--format=posix', library).split('\n');
  return new Map(
    lines.map((line): [string, string | undefined] => {
      const [name = '', version] = (line.split(' ')[0] ?? '').split(/@+/);
      return [name, version];
    }),
  );
}

/**
 * Makes at `target` a library of the name `soname` with every symbol of `original` that `user` names, in its version. Whoever calls one ends with a trap: the library is there so that `user`
 * loads without all that it could do.
 */
export function makeStub(soname: string, original: string, user: string, target: string): void {
  const defined = symbolsOf(original, 'defined');
  const wanted = [...symbolsOf(user, 'undefined')].filter(([name]) => name !== '' && defined.has(name));
  const source = `${target}.c`;
  writeFileSync(source, wanted.map(([name]) => `void ${name}(void) { __builtin_trap(); }\n`).join(''));
  const versions = new Map<string, string[]>();
  for (const [name, version] of wanted)
    if (version !== undefined) versions.set(version, [...(versions.get(version) ?? []), name]);
  const script = `${target}.map`;
  const lines = [...versions].map(
    ([version, names]) => `${version} { ${names.map((name) => `${name};`).join(' ')} };\n`,
  );
  writeFileSync(script, lines.join(''));
  const flags = versions.size > 0 ? [`-Wl,--version-script=${script}`] : [];
  execFileSync('gcc', [
    '-shared',
    '-nostdlib',
    '-fno-builtin',
    `-Wl,-soname,${soname}`,
    ...flags,
    '-o',
    target,
    source,
  ]);
  rmSync(source);
  rmSync(script);
}
