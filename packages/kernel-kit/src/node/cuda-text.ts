import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CudaModule } from '@spmv/core';
import type { CudaEntries } from '../cuda/cuda-entries.ts';
import { cudaEntries } from '../cuda/cuda-entries.ts';
import { cudaModules } from '../cuda/cuda-modules.ts';

/** CUDA C++ with its own `#include "…"` lines replaced by those files' text: what is in `folder`, then in `headers`; one that is nowhere is left to the compiler. */
async function inlineIncludes(
  text: string,
  folder: string,
  headers: readonly string[],
  seen: Set<string> = new Set(),
): Promise<string> {
  const parts: string[] = [];
  for (const line of text.split('\n')) {
    const name = /^\s*#include\s+"([^"]+)"/.exec(line)?.[1];
    const file = name === undefined ? undefined : [folder, ...headers].map((at) => join(at, name)).find(existsSync);
    if (file === undefined) parts.push(line === '#pragma once' ? '' : line);
    else if (!seen.has(file)) {
      seen.add(file);
      parts.push(await inlineIncludes(await readFile(file, 'utf8'), dirname(file), headers, seen));
    }
  }
  return parts.join('\n');
}

/** The text of a module in CUDA C++, its own headers in it, as NVRTC sees one text alone; `undefined` where there is no such file. */
export async function cudaText({ source, headers = [] }: CudaModule): Promise<string | undefined> {
  const file = source.kind === 'url' ? fileURLToPath(source.url) : undefined;
  if (file !== undefined && !existsSync(file)) return undefined;
  const text = source.kind === 'text' ? source.text : await readFile(file as string, 'utf8');
  return inlineIncludes(
    text,
    file === undefined ? '.' : dirname(file),
    headers.map((url) => fileURLToPath(url)),
  );
}

/** The entry points of the source of modules, which is one of them or lies where `cudaModules` has it; `undefined` where it is not there. */
export async function sourceEntries(modules: readonly CudaModule[]): Promise<CudaEntries | undefined> {
  const first = modules[0]?.source;
  const [url, stem = 'kernel'] = (first?.kind === 'url' && /^.*\/([^/.]+)\.[^/]*$/u.exec(first.url)) || [];
  const built = url === undefined ? undefined : cudaModules(url, stem).at(-1);
  const written = modules.find(({ language }) => language === 'cuda-c++') ?? built;
  const text = written && (await cudaText(written));
  return text === undefined ? undefined : cudaEntries(`${stem}.cu`, text);
}
