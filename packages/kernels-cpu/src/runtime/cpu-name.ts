/** The name of the CPU where the host tells it (Node), else the kind of host. */
export async function cpuName(): Promise<string> {
  if (typeof process !== 'undefined' && process.versions?.node !== undefined) {
    // Not imported, because bundlers for the web refuse Node's modules or warn about them.
    const os = process.getBuiltinModule('node:os');
    return os.cpus()[0]?.model.trim() ?? os.arch();
  }
  return 'the CPU of this browser';
}
