import type { Axis, BackendDescriptor, Params, ParamValue, SparseFormat, SpmvKernel } from '@spmv/core';
import { parseParamValue } from '@spmv/core';
import { usageError } from '../cli-error.ts';
import type { Selection } from '../engine/selection.ts';

/** The parameters of a selection, one value each, for the one format and kernel that run. Errors: usage, when there are several values. */
export function singleParams(selection: Selection, format: SparseFormat, kernel: SpmvKernel, backend: BackendDescriptor): { readonly format: Params; readonly launch: Params } {
  const pick = (axes: Readonly<Record<string, Axis>>): Record<string, ParamValue> =>
    Object.fromEntries(Object.entries(axes).flatMap(([name, axis]): [string, ParamValue][] => {
      const texts = selection.params[name];
      if (!texts) return [];
      if (texts.length > 1) throw usageError(`${name} has ${texts.length} values; one product takes one.`, `Write --param ${name}=${texts[0] ?? ''}.`);
      return [[name, parseParamValue(axis, texts[0] ?? '')]];
    }));
  return { format: pick(format.params.axes), launch: { ...pick(kernel.params.axes), ...pick(backend.launchParams.axes) } };
}
