// Downloads the Debian packages of the Vulkan and EGL loaders, for hosts that have a GPU driver and nothing else.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGES = ['libvulkan1', 'libegl1', 'libglvnd0', 'libopengl0', 'libgl1', 'libglx0', 'libgles2'];

/** Fills `folder` with one .deb each for amd64, whatever this machine is; keeps what is there. */
export function downloadVulkanLoader(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const have = readdirSync(folder);
  const missing = PACKAGES.filter((name) => !have.some((file) => file.startsWith(`${name}_`)));
  if (missing.length === 0) return;
  const lists = join(tmpdir(), 'spmv-apt-amd64');
  if (!existsSync(join(lists, 'partial'))) mkdirSync(join(lists, 'partial'), { recursive: true });
  const options = ['-oAPT::Architecture=amd64', '-oAPT::Architectures=amd64', `-oDir::State::Lists=${lists}`];
  execFileSync('apt-get', ['-qq', ...options, 'update'], { stdio: 'inherit' });
  execFileSync('apt-get', ['-qq', ...options, 'download', ...missing], { cwd: folder, stdio: 'inherit' });
}
