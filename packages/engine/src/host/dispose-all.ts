/** Disposes of everything, one after another; one that fails keeps no other from it. Throws what failed, at the end. */
export async function disposeAll(all: Iterable<{ dispose(): Promise<void> }>): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all) await one.dispose().catch((error: unknown) => failures.push(error));
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1)
    throw new AggregateError(
      failures,
      failures.map((error) => (error instanceof Error ? error.message : String(error))).join('; '),
    );
}
