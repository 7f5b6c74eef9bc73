import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { ROOT, type Tarball } from './pack-all.ts';

/** What npm's users would trip over in a packed package: broken `exports`, missing files and, unless it is to be `quick`, types that do not resolve. */
export async function checkTarball(tarball: Tarball, quick = false): Promise<readonly string[]> {
  const [packaging, types] = await Promise.all([packagingOf(tarball), quick ? [] : typesOf(tarball)]);
  return [...packaging, ...types];
}

async function packagingOf({ file }: Tarball): Promise<readonly string[]> {
  const bytes = readFileSync(file);
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  const { browser } = (pkg ?? {}) as { readonly browser?: unknown };
  // `exports` and `imports` have no word for "leave this file out": they would need an empty file in its place.
  const leavesOutOnly =
    typeof browser === 'object' && browser !== null && Object.values(browser).every((by) => by === false);
  const told = messages.filter(({ code }) => !(code === 'USE_EXPORTS_OR_IMPORTS_BROWSER' && leavesOutOnly));
  return told.map((message) => `publint: ${formatMessage(message, pkg ?? {}, { color: false }) ?? message.code}`);
}

/** Are the types wrong? Packages are ES modules only, so how CommonJS of old resolves them does not count. */
async function typesOf({ file }: Tarball): Promise<readonly string[]> {
  const attw = join(ROOT, 'node_modules', '.bin', 'attw');
  try {
    await promisify(execFile)(attw, [file, '--profile', 'esm-only', '--format', 'ascii', '--no-color', '--no-emoji'], {
      cwd: ROOT,
    });
    return [];
  } catch (error) {
    const { stdout, message } = error as { readonly stdout?: string; readonly message: string };
    return [`attw: ${stdout?.trim() ?? message}`];
  }
}
