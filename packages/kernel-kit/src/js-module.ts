import type { JsPass } from '@spmv/core';

/** A module of JavaScript in a bundle whose modules do not know their place, as workers of Cloudflare are. */
export interface BundledModule {
  /** For people. */
  readonly href: string;
  /** What it exports. */
  readonly functions: Readonly<Record<string, unknown>>;
}

/** A module with functions of kernels: its URL, or itself. */
export type JsModule = URL | BundledModule;

/** The module that is a namespace of another one; `name` for people. */
export function bundledModule(name: string, functions: BundledModule['functions']): BundledModule {
  return { href: `bundled:${name}`, functions };
}

/** What a pass says of its module. */
export function inModule(module: JsModule): Pick<JsPass, 'module' | 'functions'> {
  return { module: module.href, ...('functions' in module ? { functions: module.functions } : {}) };
}

/** A pass of `module` over `count` units of rows, divided by `work` where it is named. */
export function jsPass(
  module: JsModule,
  name: string,
  count: number,
  numbers: Readonly<Record<string, number>>,
  work?: string,
): JsPass {
  const partition = { unit: 'rows', count, ...(work === undefined ? {} : { work }) };
  return { ...inModule(module), export: name, partition, numbers };
}
