import type { Plugin } from '@spmv/core';
import { isNotInstalled } from '@spmv/core';
import { plugin as native } from '@spmv/kernels-native';
import { everywhere } from '../plugins.ts';

/** What may be installed beside this package. */
const BESIDE = ['@spmv/backend-cuda'];

/** A package's plugin; undefined where it is not installed. Errors: those of a package that is there and does not load. */
async function pluginOf(name: string): Promise<Plugin | undefined> {
  try {
    return (
      (await import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ name)) as {
        readonly plugin: Plugin;
      }
    ).plugin;
  } catch (error) {
    if (isNotInstalled(error, name)) return undefined;
    throw error;
  }
}

/** Plugins of what is installed here. */
export async function installed(): Promise<readonly Plugin[]> {
  const beside = await Promise.all(BESIDE.map(pluginOf));
  return [...everywhere, native, ...beside.filter((plugin) => plugin !== undefined)];
}
