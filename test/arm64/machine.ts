import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { resolvePackages, unpackPackages } from '../../layers/debian/packages.ts';
import { BUILD, layersFor } from '../../layers/folders.ts';
import type { Platform } from '../../layers/platform.ts';
import { Progress } from '../../layers/progress.ts';
import { run } from '../../layers/run.ts';

const ROOT = join(BUILD, '..');
/** Debian's kernel, what Node and the tests start, and a compiler for the attackers. */
const PACKAGES = [
  ...['base-files', 'bash', 'busybox-static', 'coreutils', 'dash', 'findutils', 'grep', 'mount', 'procps', 'sed'],
  ...['gcc', 'libatomic1', 'libc6-dev', 'libstdc++6', 'util-linux'],
];
/** Of the kernel's modules those without which no disk is found. */
const MODULES = ['virtio_pci', 'virtio_blk', 'ext4'];
/** The sources that tests and the service are made of. */
const SOURCES = ['bin', 'client', 'docs', 'functions', 'layers', 'lib', 'local', 'smoke', 'test', 'web'];

/** A machine's kernel, what it starts first, and its disk. */
export interface Machine {
  readonly kernel: string;
  readonly firstFiles: string;
  readonly disk: string;
}

/** Makes a machine of Debian's packages, with this checkout, its layers and packages from npm. */
export async function makeMachine(platform: Platform, packages: string): Promise<Machine> {
  const folder = join(BUILD, 'machines', platform.debian);
  const machine = {
    kernel: join(folder, 'kernel'),
    firstFiles: join(folder, 'first-files'),
    disk: join(folder, 'disk'),
  };
  if (existsSync(machine.disk)) return machine;
  await rm(folder, { recursive: true, force: true });
  const root = join(folder, 'root');
  await unpackRoot(platform, folder, root);
  await copyFile(await kernelIn(root), machine.kernel);
  await writeFirstFiles(root, join(folder, 'first'), machine.firstFiles);
  await copyCheckout(platform, packages, join(root, 'srv'));
  await run('truncate', ['--size', '8G', machine.disk]);
  await run('mke2fs', ['-q', '-t', 'ext4', '-d', root, machine.disk]);
  await rm(root, { recursive: true });
  return machine;
}

async function unpackRoot(platform: Platform, folder: string, root: string): Promise<void> {
  const progress = new Progress(`machine ${platform.debian}`);
  const packages = await resolvePackages([`linux-image-${platform.debian}`, ...PACKAGES], platform);
  await unpackPackages(packages, join(folder, 'packages'), platform, progress);
  await mkdir(root, { recursive: true });
  for (const { name } of packages) await run('cp', ['-a', `${join(folder, 'packages', name)}/.`, root]);
  await rm(join(folder, 'packages'), { recursive: true });
  await writeFile(join(root, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\ntester:x:1000:1000::/tmp:/bin/sh\n');
  await writeFile(join(root, 'etc/group'), 'root:x:0:\ntester:x:1000:\n');
  await writeFile(join(root, 'etc/hostname'), 'emulated\n');
  await writeFile(join(root, 'etc/hosts'), '127.0.0.1 localhost emulated\n');
  await copyFile(new URL('start.sh', import.meta.url), join(root, 'usr/sbin/start'));
}

async function kernelIn(root: string): Promise<string> {
  const name = (await readdir(join(root, 'boot'))).find((file) => file.startsWith('vmlinuz-'));
  return join(root, 'boot', name ?? 'vmlinuz');
}

/** What finds the disk: a shell, and the modules of the kernel in the order in which they need each other. */
async function writeFirstFiles(root: string, folder: string, target: string): Promise<void> {
  const [release = ''] = await readdir(join(root, 'usr/lib/modules'));
  await run('depmod', ['-b', join(root, 'usr'), release]).catch(() => run('depmod', ['-b', root, release]));
  const known = await run('modprobe', ['-d', root, '-S', release, '-a', '--show-depends', ...MODULES]);
  const modules = [...new Set([...known.matchAll(/^insmod (\S+)/gm)].map(([, path = '']) => path))];
  for (const name of ['bin', 'modules', 'dev', 'proc', 'disk']) await mkdir(join(folder, name), { recursive: true });
  await copyFile(join(root, 'usr/bin/busybox'), join(folder, 'bin/busybox'));
  for (const path of modules)
    await run('sh', ['-c', `xz -dc '${path}' > '${join(folder, 'modules', basename(path, '.xz'))}'`]);
  const lines = modules.map((path) => `/bin/busybox insmod /modules/${basename(path, '.xz')}`);
  const init = [
    '#!/bin/busybox sh',
    ...lines,
    '/bin/busybox mount -t devtmpfs dev /dev',
    'until [ -b /dev/vda ]; do /bin/busybox sleep 1; done',
    '/bin/busybox mount -t ext4 /dev/vda /disk',
    '/bin/busybox mount --move /dev /disk/dev',
    'exec /bin/busybox switch_root /disk /bin/sh /usr/sbin/start',
    '',
  ];
  await writeFile(join(folder, 'init'), init.join('\n'), { mode: 0o755 });
  await run('sh', ['-c', `find . | cpio --quiet -o -H newc > '${target}'`], { cwd: folder });
}

async function copyCheckout(platform: Platform, packages: string, target: string): Promise<void> {
  const options = { recursive: true, verbatimSymlinks: true };
  for (const name of SOURCES) await cp(join(ROOT, name), join(target, name), options);
  for (const name of ['.gitignore', 'package.json', 'package-lock.json', 'vitest.config.ts', 'README.md'])
    await copyFile(join(ROOT, name), join(target, name));
  await cp(packages, join(target, 'node_modules'), options);
  const layers = layersFor(platform.architecture);
  await cp(layers, join(target, 'build', basename(layers)), options);
}
