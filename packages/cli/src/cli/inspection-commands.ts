import type { Command } from 'commander';
import type { ConformFlags } from '../commands/conform.ts';
import type { DoctorFlags } from '../commands/doctor.ts';
import { collectRaw, parsePositive } from '../commands/selection-options.ts';
import type { Dispatch } from './dispatch.ts';

/** Commands that look at what is installed and at the machine. */
export function addInspectionCommands(program: Command, dispatch: Dispatch): void {
  program
    .command('backends')
    .description('backends: installed, available, or why not and how to fix it')
    .action(() => dispatch(async (context) => (await import('../commands/backends.ts')).run(context)));
  program
    .command('formats')
    .description('storage formats installed, their parameters and kernels')
    .action(() => dispatch(async (context) => (await import('../commands/formats.ts')).run(context)));
  program
    .command('kernels')
    .description('kernels installed, their precisions, and the backends that run them')
    .action(() => dispatch(async (context) => (await import('../commands/kernels.ts')).run(context)));
  program
    .command('matrices')
    .description('matrices that come with the command, and generators')
    .action(() => dispatch(async (context) => (await import('../commands/matrices.ts')).run(context)));
  program
    .command('doctor')
    .description('machine, runtime, plugins, and a tiny product on each backend')
    .option('--device <backend=name>', 'the device of a backend to try (repeatable)', collectRaw)
    .option('--strict', 'what is unavailable is a failure')
    .action((flags: DoctorFlags) =>
      dispatch(async (context) => (await import('../commands/doctor.ts')).run(context, flags)),
    );
  program
    .command('conform')
    .argument('<plugin>', 'a package or path')
    .argument('[matrices...]', 'to try where the kit has none that its formats accept')
    .description('run the conformance kit on an installed plugin')
    .option('--strict', 'what is unavailable, or was not tried, is a failure')
    .option('--tier <name>', 'quick, full or large', 'quick')
    .option('--out <file.json>', 'where the report is kept', 'conformance.json')
    .option('--timeout <seconds>', 'most that one case may take', parsePositive, 120)
    .action((plugin: string, matrices: string[], flags: ConformFlags) =>
      dispatch(async (context) => (await import('../commands/conform.ts')).run(context, plugin, matrices, flags)),
    );
}
