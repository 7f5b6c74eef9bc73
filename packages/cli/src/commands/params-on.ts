import type { Axis, ParamValue } from '@spmv/core';
import { parseParamValue } from '@spmv/core';
import { usageError } from '../cli-error.ts';
import type { CommandSelection } from '../session/selection.ts';

/** The parameters of a selection that these axes have, one value each. Errors: usage, when one has several values. */
export function paramsOn(
  selection: CommandSelection,
  axes: Readonly<Record<string, Axis>>,
): Record<string, ParamValue> {
  return Object.fromEntries(
    Object.entries(axes).flatMap(([name, axis]): [string, ParamValue][] => {
      const texts = selection.params[name];
      if (!texts) return [];
      if (texts.length > 1)
        throw usageError(
          `${name} has ${texts.length} values, but one is needed.`,
          `Write --param ${name}=${texts[0] ?? ''}.`,
        );
      return [[name, parseParamValue(axis, texts[0] ?? '')]];
    }),
  );
}
