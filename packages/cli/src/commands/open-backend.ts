import type { Registry } from '@spmv/core';
import { backendObstacle } from '@spmv/core';
import type { OpenBackend } from '@spmv/engine';
import { CliError } from '../cli-error.ts';
import { noteLeftOut } from '../discovery/left-out.ts';
import type { Needs } from '../discovery/needed.ts';
import { loadNeeded } from '../discovery/needed.ts';
import type { Context } from '../documents/context.ts';
import { versionsOf } from '../documents/versions.ts';
import { checkedSelection } from '../session/check-selection.ts';
import { openBackends } from '../session/open-backends.ts';
import { EXIT } from '../exit-codes.ts';
import type { CommandSelection } from '../session/selection.ts';

/** One backend, opened with what is installed for it. */
export interface OpenOne {
  readonly opened: OpenBackend;
  readonly registry: Registry;
  /** Of the plugins that run. */
  readonly versions: Readonly<Record<string, string>>;
  /** With its names checked. */
  readonly selection: CommandSelection;
  dispose(): Promise<void>;
}

/** Opens the one backend that a command was told to use. Errors: usage, unavailable with what it lacks. */
export async function openOne(
  context: Context,
  backend: string,
  asked: CommandSelection,
  needs: Needs,
): Promise<OpenOne> {
  const installation = await loadNeeded(await context.discover(), { ...needs, backends: [backend] });
  noteLeftOut(context.terminal, installation);
  const { registry } = installation;
  const selection = checkedSelection(registry, asked);
  const descriptor = registry.backends.find(({ id }) => id === backend);
  const [precision] = selection.precisions ?? [];
  // Said before a driver is looked for, which would not help.
  const obstacle = descriptor && precision && backendObstacle(descriptor, precision);
  if (obstacle) throw obstacle;
  const backends = await openBackends(installation, selection, context.stopwatch);
  const [opened] = backends.open;
  const [closed] = backends.closed;
  if (!opened)
    throw new CliError(
      EXIT.unavailable,
      `Backend '${backend}' is unavailable: ${closed?.reason ?? ''}`,
      closed?.fix ?? '',
    );
  return {
    opened,
    registry,
    versions: versionsOf(installation),
    selection,
    dispose: () => backends.dispose(),
  };
}
