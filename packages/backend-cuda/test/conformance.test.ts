import { plugin as formatsPlugin } from '@spmv/formats';
import { backendCases, register } from '@spmv/testkit';
import { cuda } from '../src/descriptor.ts';
import plugin from '../src/plugin.ts';
import { runner, triable } from '../../../tools/runner.ts';

// On a machine without a GPU the kit still checks declarations, programs and parameters; the rest says unavailable.
register(
  await triable(
    [cuda],
    backendCases(cuda, {
      formats: formatsPlugin.formats ?? [],
      kernels: (plugin.kernels ?? []).filter((kernel) => kernel.operation === 'spmv'),
    }),
  ),
  runner,
);
