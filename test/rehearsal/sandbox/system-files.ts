import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { run } from '../../../layers/run.ts';

/** The C library's parts that are loaded by name, and so not listed by who needs them. */
const LOADED_BY_NAME = ['librt.so.1', 'libresolv.so.2', 'libnss_files.so.2', 'libnss_dns.so.2'];

const ETC = {
  passwd: 'root:x:0:0:root:/root:/bin/bash\nsbx_user1051:x:993:990::/home/sbx_user1051:/sbin/nologin\n',
  group: 'root:x:0:\nsbx_user1051:x:990:\n',
  hosts: '127.0.0.1 localhost\n',
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  'resolv.conf': 'nameserver 169.254.78.1\n',
};

/** What is there beside functions and layers: the libraries that Node.js needs, as Amazon Linux has them, and /etc. */
export async function copySystemFiles(folder: string, node: string): Promise<void> {
  const [lib, etc] = [join(folder, 'lib64'), join(folder, 'etc')];
  await Promise.all([mkdir(lib, { recursive: true }), mkdir(etc, { recursive: true })]);
  const needed = await librariesOf(node);
  const [libc = ''] = needed.filter((path) => basename(path) === 'libc.so.6');
  const others = LOADED_BY_NAME.map((name) => join(libc, '..', name));
  await Promise.all([...needed, ...others].map((path) => copyFile(path, join(lib, basename(path)))));
  await Promise.all(Object.entries(ETC).map(([name, text]) => writeFile(join(etc, name), text)));
}

/** The libraries that a program is linked with, and its loader. */
async function librariesOf(program: string): Promise<string[]> {
  const lines = (await run('ldd', [program])).split('\n');
  return lines.flatMap((line) => /(?:=> )?(\/\S+) \(/.exec(line)?.[1] ?? []);
}
