import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';
import { runFc, useFolder } from './run-fc.ts';

const service = useLocalService();
const folder = useFolder();

const SAMPLES = [
  { source: 'a.jpg', content: () => photo(64, 48), target: 'webp', options: ['--set', 'width=20'] },
  { source: 'a.md', content: async () => '# A title\n\n- one\n- two\n', target: 'rst', options: [] },
  { source: 'a.csv', content: async () => 'name,count\nsmoke,3\n', target: 'json', options: [] },
];

describe('fc --local', () => {
  it.each(SAMPLES)(
    'makes of $source the $target that the service makes',
    async ({ source, content, target, options }) => {
      await writeFile(folder.file(source), await content());
      const at = { cwd: folder.path };
      const local = await runFc([source, `local.${target}`, '--local', ...options], at);
      expect([local.code, local.stderr]).toEqual([0, '']);
      const remote = await runFc([source, `remote.${target}`, ...options], { ...at, url: service.origin });
      expect([remote.code, remote.stderr]).toEqual([0, '']);
      expect(await readFile(folder.file(`local.${target}`))).toEqual(await readFile(folder.file(`remote.${target}`)));
    },
  );

  it('refuses in the words of the service, and leaves nothing running', async () => {
    await writeFile(folder.file('a.txt'), 'words');
    const at = { cwd: folder.path };
    const local = await runFc(['a.txt', 'b.mp4', '--local'], at);
    const remote = await runFc(['a.txt', 'b.mp4'], { ...at, url: service.origin });
    expect(local).toEqual(remote);
    expect(local).toMatchObject({ code: 1, stderr: expect.stringContaining('It can be converted to:') });
  });

  it('lists the formats of the engines of this machine', async () => {
    const local = await runFc(['formats', '--json', '--local'], { cwd: folder.path });
    const remote = await runFc(['formats', '--json'], { cwd: folder.path, url: service.origin });
    expect(JSON.parse(local.stdout.toString())).toEqual(JSON.parse(remote.stdout.toString()));
  });
});

describe('the package of fc', () => {
  it('can be packed, and runs without the checkout; --local explains what it needs', async () => {
    const run = promisify(execFile); // asynchronously, since the service runs in this process
    await run('npm', ['pack', '--pack-destination', folder.path], { cwd: 'cli' });
    const [archive = ''] = await folder.names();
    await run('tar', ['-xzf', archive], { cwd: folder.path });
    await writeFile(folder.file('a.md'), '# A\n');
    const fc = [folder.file('package/dist/fc.js'), 'a.md', 'b.html'];
    const outside = { cwd: folder.path, env: { FILE_CONVERSION_URL: service.origin } };
    expect(await run(process.execPath, fc, outside)).toEqual({ stdout: '', stderr: '' });
    expect(await readFile(folder.file('b.html'), 'utf8')).toContain('A');
    await expect(run(process.execPath, [...fc, '--local'], outside)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('checkout'),
    });
  });
});
