/** The processor's name where the host tells it (Node), else what kind of host this is. */
export async function cpuName(): Promise<string> {
  if (typeof process !== 'undefined' && process.versions?.node !== undefined) {
    // Not imported: bundlers for the web refuse Node's modules, or warn of them.
    const os = process.getBuiltinModule('node:os');
    return os.cpus()[0]?.model.trim() ?? os.arch();
  }
  return 'the CPU of this browser';
}
