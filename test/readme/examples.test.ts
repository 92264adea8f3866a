import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { useFolder } from '../cli/run-fc.ts';
import { useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';

const ROOT = join(import.meta.dirname, '../..');
const ADDRESS = 'http://localhost:3000';
const PDF = /^%PDF-/;

const service = useLocalService();
const folder = useFolder();
const run = promisify(execFile);

/** The example of the manual below a heading, with the address of the service under test. */
async function example(heading: string, language: string): Promise<string> {
  const text = await readFile(join(ROOT, 'docs/how-to/ways-in.md'), 'utf8');
  const section = text.split(`## ${heading}\n`)[1]?.split(/^##/m)[0] ?? '';
  const code = section.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';
  expect(code).not.toBe('');
  return code.replaceAll(ADDRESS, service.origin);
}

/** `fc` on the PATH, as `npm link` puts it there; and the service where it is looked for. */
async function surroundings() {
  await mkdir(folder.file('bin'));
  await writeFile(folder.file('bin/fc'), `#!/bin/sh\nexec "${process.execPath}" "${ROOT}/bin/fc.ts" "$@"\n`);
  await chmod(folder.file('bin/fc'), 0o755);
  const env = {
    ...process.env,
    FILE_CONVERSION_URL: service.origin,
    PATH: `${folder.file('bin')}:${process.env.PATH}`,
  };
  return { cwd: folder.path, env };
}

beforeEach(async () => {
  await writeFile(folder.file('notes.md'), '# Notes\n\nSome words.\n');
});

describe('the example of the manual', () => {
  it('for a shell', async () => {
    for (const name of ['a.png', 'b.png'])
      await writeFile(
        folder.file(name),
        await sharp(await photo())
          .png()
          .toBuffer(),
      );
    const { stdout } = await run('sh', ['-ec', await example('From a shell', 'sh')], await surroundings());
    expect(stdout.trim().split('\n')).toHaveLength(2);
    expect(await readFile(folder.file('notes.pdf'), 'latin1')).toMatch(PDF);
    expect(await readFile(folder.file('notes.html'), 'utf8')).toContain('Some words.');
    expect(await readFile(folder.file('notes.docx'), 'latin1')).toMatch(/^PK/);
    expect(await sharp(folder.file('smaller/b.webp')).metadata()).toMatchObject({ width: 320 });
  });

  it('for JavaScript', async () => {
    const at = await surroundings();
    await run('npm', ['pack', '--pack-destination', folder.path], { cwd: join(ROOT, 'client') });
    const [archive = ''] = (await folder.names()).filter((name) => name.endsWith('.tgz'));
    await run('tar', ['-xzf', archive], at);
    await cp(folder.file('package'), folder.file('node_modules/file-conversion-client'), { recursive: true });
    await writeFile(folder.file('example.mjs'), await example('From JavaScript', 'js'));
    await run(process.execPath, ['example.mjs'], at);
    expect(await readFile(folder.file('notes.pdf'), 'latin1')).toMatch(PDF);
  });

  it('for Python', async () => {
    await writeFile(folder.file('example.py'), await example('From Python', 'python'));
    await run('python3', ['example.py'], await surroundings());
    expect(await readFile(folder.file('notes.pdf'), 'latin1')).toMatch(PDF);
  });

  it('for curl', async () => {
    await run('sh', ['-ec', await example('With curl', 'sh')], await surroundings());
    expect(await readFile(folder.file('notes.pdf'), 'latin1')).toMatch(PDF);
  });
});

describe('the tutorial', () => {
  it('works as it stands, from the first file to the one that is polled for', async () => {
    const text = await readFile(join(ROOT, 'docs/tutorial.md'), 'utf8');
    const [, ...blocks] = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);
    const commands = blocks.join('').replaceAll(ADDRESS, service.origin);
    const { stdout } = await run('sh', ['-ec', commands], await surroundings());
    expect(await readFile(folder.file('first.pdf'), 'latin1')).toMatch(PDF);
    expect(stdout).toContain('"page_size":"A5"');
    expect(stdout).toMatch(/"Conversion status","data":\{[^{]*"status":"(?:processing|ready)"/);
  });
});
