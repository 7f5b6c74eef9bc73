import { Argument } from 'commander';
import type { CommandDefinition } from '../command.ts';
import type { Shell } from './scripts.ts';
import { SHELLS } from './scripts.ts';

export const completion: CommandDefinition = {
  name: 'completion',
  examples: [
    ['spmv completion bash', 'eval "$(spmv completion bash)" in ~/.bashrc makes Tab complete names'],
    ['spmv completion zsh', 'eval "$(spmv completion zsh)" in ~/.zshrc does the same'],
    ['spmv completion fish', 'into ~/.config/fish/completions/spmv.fish'],
  ],
  obeys: ['json'],
  declare(command, dispatch) {
    command
      .addArgument(new Argument('<shell>', 'whose script').choices(SHELLS))
      .description('print the script that makes a shell complete commands, flags and names')
      .action((shell: Shell) => dispatch(async (context) => (await import('./run.ts')).run(context, shell)));
  },
};
