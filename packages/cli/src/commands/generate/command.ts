import type { CommandDefinition } from '../command.ts';
import type { GenerateFlags } from './run.ts';

export const generate: CommandDefinition = {
  name: 'generate',
  examples: [
    ['spmv generate stencil27 n=8 --out stencil.mtx.gz', 'a matrix'],
    ['spmv generate vector length=100 seed=1', 'the x that bench and validate use'],
  ],
  obeys: ['plugin'],
  writes: ['out'],
  declare(command, dispatch) {
    command
      .argument('<name>', 'a generator of spmv matrices, or vector')
      .argument('[key=value...]', 'its options')
      .description('a seeded matrix or vector as Matrix Market')
      .option('-o, --out <file>', '.mtx, .mtx.gz, .npz, .npy, what plugins write, or -', '-')
      .action((name: string, options: string[], flags: GenerateFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, name, options, flags)),
      );
  },
};
