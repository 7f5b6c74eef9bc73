import { isNotInstalled } from '@spmv/core';
import { describe, expect, it } from 'vitest';

const name = '@spmv/backend-cuda';
const failing = (code: string, message: string): Error => Object.assign(new Error(message), { code });

describe('a package that is not installed', () => {
  it.each([
    [
      'Node',
      'ERR_MODULE_NOT_FOUND',
      `Cannot find package '${name}' imported from /app/node_modules/spmv/dist/node/installed.js`,
    ],
    ['require and webpack', 'MODULE_NOT_FOUND', `Cannot find module '${name}'`],
    ['Jest', 'MODULE_NOT_FOUND', `Cannot find module '${name}' from 'node_modules/spmv/dist/node/installed.js'`],
    [
      "Plug'n'Play",
      'MODULE_NOT_FOUND',
      `spmv tried to access ${name} (a peer dependency) but it isn't provided by your application`,
    ],
    [
      "Plug'n'Play, undeclared",
      'MODULE_NOT_FOUND',
      `spmv tried to access ${name}, but it isn't declared in its dependencies`,
    ],
  ])('is told by %s', (_, code, message) => {
    expect(isNotInstalled(failing(code, message), name)).toBe(true);
  });

  it('is told by Node itself', async () => {
    const missing = '@spmv/of-nobody';
    const error: unknown = await import(/* @vite-ignore */ missing).catch((cause: unknown) => cause);
    expect(isNotInstalled(error, missing)).toBe(true);
  });

  it.each([
    [
      'that lacks another',
      'ERR_MODULE_NOT_FOUND',
      `Cannot find package 'koffi' imported from /app/node_modules/${name}/dist/index.js`,
    ],
    [
      "that lacks another in Plug'n'Play",
      'MODULE_NOT_FOUND',
      `${name} tried to access koffi, but it isn't declared in its dependencies`,
    ],
    [
      'that lacks a file',
      'ERR_MODULE_NOT_FOUND',
      `Cannot find module '/app/node_modules/${name}/dist/index.js' imported from /app/a.js`,
    ],
    ['that throws', 'ERR_INVALID_ARG', `Cannot find module '${name}'`],
  ])('is no package %s', (_, code, message) => {
    expect(isNotInstalled(failing(code, message), name)).toBe(false);
  });

  it('is no other thing that is thrown', () => {
    for (const thrown of [undefined, null, 'MODULE_NOT_FOUND', new Error(name)])
      expect(isNotInstalled(thrown, name)).toBe(false);
  });
});
