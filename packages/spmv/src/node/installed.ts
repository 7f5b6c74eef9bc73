import type { Plugin } from '@spmv/core';
import { isNotInstalled, isSpmvError } from '@spmv/core';
import { nativeLevels, plugin as native } from '@spmv/kernels-native';
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

/** Native kernels, where their binary is installed: solvers take kernels by what is registered, and try none. */
function nativeHere(): readonly Plugin[] {
  try {
    return nativeLevels().length > 0 ? [native] : [];
  } catch (error) {
    if (isSpmvError(error, 'BACKEND.UNAVAILABLE')) return [];
    throw error;
  }
}

/** Plugins of what is installed here. */
export async function installed(): Promise<readonly Plugin[]> {
  const beside = await Promise.all(BESIDE.map(pluginOf));
  return [...everywhere, ...nativeHere(), ...beside.filter((plugin) => plugin !== undefined)];
}
