function createCpuName(): () => Promise<string> {
  let known: string | undefined;
  return async () => {
    if (typeof process === 'undefined' || process.versions?.node === undefined) return 'the CPU of this browser';
    // Not imported, because bundlers for the web refuse Node's modules or warn about them.
    const os = process.getBuiltinModule('node:os');
    return (known ??= os.cpus()[0]?.model.trim() ?? os.arch());
  };
}

/** The name of the CPU where the host tells it (Node), else the kind of host. Node is asked once: it reads files for each core. */
export const cpuName: () => Promise<string> = createCpuName();
