// Gets what native kernels are compiled with, and run with elsewhere than here, from the system's package manager. As root on Debian.
// Usage: node tools/release/system.ts
import { execFileSync } from 'node:child_process';
import process from 'node:process';

const DEBIAN = ['g++', 'g++-aarch64-linux-gnu', 'libhwy-dev', 'qemu-user-static'];

/** Commands by `process.platform`. */
const COMMANDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  linux: [
    ['apt-get', 'update'],
    ['apt-get', 'install', '--yes', '--no-install-recommends', ...DEBIAN],
  ],
  darwin: [['brew', 'install', 'highway']],
};

for (const [command = '', ...args] of COMMANDS[process.platform] ?? [])
  execFileSync(command, args, { stdio: 'inherit' });
