import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { askQpdf } from '../pdfs/ask-qpdf.ts';
import { linkedPdf } from '../pdfs/linked.ts';
import { committed } from '../support/committed.ts';
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

  it('makes data of a scanned table by its searchable copy', async () => {
    await writeFile(folder.file('scan.jpg'), committed('scans/table.jpg'));
    const at = { cwd: folder.path, url: service.origin };
    for (const args of [
      ['scan.jpg', 'scan.pdf'],
      ['scan.pdf', 'local.json', '--local'],
    ])
      expect(await runFc(args, at)).toMatchObject({ code: 0, stderr: '' });
    const [{ rows }] = JSON.parse(await readFile(folder.file('local.json'), 'utf8'));
    expect(rows).toContainEqual(['Pears', 35, 412]);
  });

  it('refuses in the words of the service, and leaves nothing running', async () => {
    await writeFile(folder.file('a.txt'), 'words');
    const at = { cwd: folder.path };
    const local = await runFc(['a.txt', 'b.mp4', '--local'], at);
    const remote = await runFc(['a.txt', 'b.mp4'], { ...at, url: service.origin });
    expect(local).toEqual(remote);
    expect(local).toMatchObject({ code: 1, stderr: expect.stringContaining('It can be converted to:') });
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

const fc = (...args: string[]) => runFc(args, { cwd: folder.path, url: service.origin });
const pagesOf = async (name: string) =>
  Number((await askQpdf(['--show-npages'], await readFile(folder.file(name)))).stdout);

describe('fc merge', { timeout: 60_000 }, () => {
  it('joins PDF files and pictures in the order in which they are named', async () => {
    await writeFile(folder.file('b.pdf'), linkedPdf('B'));
    await writeFile(folder.file('.a.jpg'), await photo());
    expect(await fc('merge', 'b.pdf', '.a.jpg', 'b.pdf', '--out', 'c.pdf')).toMatchObject({ code: 0, stderr: '' });
    expect(await pagesOf('c.pdf')).toBe(7);
  });

  it('wants a place for the PDF, and files that are there', async () => {
    await writeFile(folder.file('b.pdf'), linkedPdf('B'));
    expect((await fc('merge', 'b.pdf', 'b.pdf')).code).toBe(2);
    expect((await fc('merge', 'b.pdf', 'none.pdf', '--out', 'd.pdf')).code).toBe(1);
  });
});
