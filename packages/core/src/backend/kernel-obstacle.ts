import type { Precision } from '../data/precision.ts';
import { PRECISION_NAMES, PRECISIONS } from '../data/precision.ts';
import { shown } from '../errors/shown.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { DeviceInfo } from './device-info.ts';

/** An error of namespace KERNEL. */
export function kernelError(code: string, message: string, fix: string): SpmvError {
  return new SpmvError(`KERNEL.${code}`, message, { fix });
}

/** What to ask for in place of a precision: those of numbers of the same kind, real or complex, where there are any. */
function insteadOf(asked: Precision, precisions: readonly Precision[]): string {
  const { components } = PRECISIONS[asked];
  const alike = precisions.filter((one) => PRECISIONS[one].components === components);
  return `Ask for one of: ${[...new Set(alike.length > 0 ? alike : precisions)].join(', ')}.`;
}

/** Errors: `PARAM.OUT_OF_RANGE` for what is no precision, whoever asked without types. */
export function checkPrecision({ precisions }: DeviceInfo, asked: unknown): void {
  if (typeof asked === 'string' && Object.hasOwn(PRECISIONS, asked)) return;
  throw new SpmvError('PARAM.OUT_OF_RANGE', `There is no precision ${shown(asked)}.`, {
    fix: `Give the name of one, of this device one of: ${precisions.join(', ')}.`,
  });
}

/** Why this device has no vectors of a precision, as an error not thrown, or `undefined`. */
export function precisionObstacle(device: DeviceInfo, precision: Precision): SpmvError | undefined {
  if (device.precisions.includes(precision)) return undefined;
  return new SpmvError('KERNEL.PRECISION_UNSUPPORTED', `${device.name} does not compute in ${precision}.`, {
    fix: insteadOf(precision, device.precisions),
    details: { precision, available: device.precisions },
  });
}

/**
 * Why no device of a backend computes in a precision, as an error not thrown, or `undefined`: that its languages have no numbers of 64 bits is known before one is opened.
 * A language of another plugin may have anything.
 */
export function backendObstacle(
  { id, targets }: { readonly id: string; readonly targets: readonly string[] },
  precision: Precision,
): SpmvError | undefined {
  const among = (one: Precision): boolean => targets.some((target) => Object.hasOwn(PRECISIONS[one].targets, target));
  const available = PRECISION_NAMES.filter(among);
  const isDouble = precision === 'f64' || precision === 'c128';
  if (!isDouble || available.length === 0 || available.includes(precision)) return undefined;
  const besides = precision === 'f64' && available.includes('c64') ? ' For complex numbers ask for c64.' : '';
  return new SpmvError(
    'KERNEL.PRECISION_UNSUPPORTED',
    `Backend '${id}' computes in ${precision} on no device: ${targets.join(', ')} has no floating-point numbers of 64 bits.`,
    { fix: insteadOf(precision, available) + besides, details: { precision, available } },
  );
}

/**
 * Why `kernel` cannot run on this device in this precision, as an error not thrown, or `undefined`.
 * Looks at targets, precision and capabilities, not at a matrix.
 */
export function kernelObstacle(
  kernel: Pick<Kernel, 'id' | 'target' | 'precisions' | 'requires'>,
  backend: { readonly id: string; readonly targets: readonly string[] },
  device: DeviceInfo,
  precision: Precision,
): SpmvError | undefined {
  if (!backend.targets.includes(kernel.target)) {
    return kernelError(
      'WRONG_TARGET',
      `Kernel '${kernel.id}' is written in ${kernel.target}; backend '${backend.id}' runs ${backend.targets.join(', ')}.`,
      "Choose a kernel of one of the backend's targets.",
    );
  }
  const lacking = precisionObstacle(device, precision);
  if (lacking) return lacking;
  if (!kernel.precisions.some((p) => p.precision === precision)) {
    return kernelError(
      'PRECISION_UNSUPPORTED',
      `Kernel '${kernel.id}' does not compute in ${precision}.`,
      insteadOf(
        precision,
        kernel.precisions.map((one) => one.precision),
      ),
    );
  }
  const missing = kernel.requires.filter((capability) => !device.capabilities.includes(capability));
  if (missing.length === 0) return undefined;
  return kernelError(
    'MISSING_CAPABILITY',
    `Kernel '${kernel.id}' needs ${missing.join(', ')}, which ${device.name} does not have.`,
    'Choose another kernel of this format.',
  );
}
