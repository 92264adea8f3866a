import { execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sharp as pictures } from '../../functions/engines/sharp.ts';
import { useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';
import { useFolder } from './run-fc.ts';

const service = useLocalService({ engines: [pictures] });
const folder = useFolder();
let assistant: Client;

beforeEach(async () => {
  await mkdir(folder.file('mine'));
  await writeFile(folder.file('secret.jpg'), await photo(64, 48));
  await writeFile(folder.file('mine/a.jpg'), await photo(64, 48));
  assistant = new Client({ name: 'test', version: '1.0.0' });
  await assistant.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(import.meta.dirname, '../../bin/fc.ts'), 'mcp', 'mine', '--url', service.origin],
      cwd: folder.path,
    }),
  );
});

afterEach(() => assistant.close());

async function call(name: string, args: Record<string, unknown> = {}): Promise<{ failed: boolean; text: string }> {
  const { content, isError } = await assistant.callTool({ name, arguments: args });
  const [first] = content;
  return { failed: isError === true, text: first?.type === 'text' ? first.text : '' };
}

describe('fc mcp', () => {
  it('has tools to convert and join files, list formats, and tell its state', async () => {
    const { tools } = await assistant.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(['convert', 'formats', 'merge', 'status']);
    expect((await call('formats')).text).toMatch(/^image\n/);
    expect((await call('formats', { format: 'webp' })).text).toContain('width  1..16384 px');
    expect((await call('status')).text).toContain(folder.file('mine'));
  });

  it('writes the result beside the file, or to the given path', async () => {
    const made = await call('convert', { path: 'a.jpg', to: 'webp', options: { width: 10 } });
    expect(made).toEqual({ failed: false, text: expect.stringContaining(folder.file('mine/a.webp')) });
    expect(await sharp(folder.file('mine/a.webp')).metadata()).toMatchObject({ format: 'webp', width: 10 });
    expect(await call('convert', { path: 'a.jpg', to: 'webp', output: 'b.webp' })).toMatchObject({ failed: false });
    expect(await readFile(folder.file('mine/b.webp'))).toHaveProperty('length');
  });

  it('overwrites only with overwrite', async () => {
    await writeFile(folder.file('mine/a.png'), 'mine');
    const args = { path: 'a.jpg', to: 'png' };
    expect(await call('convert', args)).toMatchObject({ failed: true, text: expect.stringContaining('set overwrite') });
    expect(await readFile(folder.file('mine/a.png'), 'utf8')).toBe('mine');
    expect(await call('convert', { ...args, overwrite: true })).toMatchObject({ failed: false });
  });

  it('reads and writes in the folders that it was given, and nowhere else', async () => {
    await symlink(folder.file('secret.jpg'), folder.file('mine/link.jpg'));
    await symlink(folder.path, folder.file('mine/out'));
    const refusals = [
      { path: '../secret.jpg', to: 'png' },
      { path: folder.file('secret.jpg'), to: 'png' },
      { path: 'link.jpg', to: 'png' },
      { path: 'out/secret.jpg', to: 'png' },
      { path: 'a.jpg', to: 'png', output: '../a.png' },
      { path: 'a.jpg', to: 'png', output: 'out/a.png' },
      { path: 'a.jpg', to: '/../../../a' },
      { path: 'nothing.jpg', to: 'png' },
    ];
    for (const refusal of refusals)
      expect([refusal, await call('convert', refusal)]).toMatchObject([refusal, { failed: true }]);
    expect(await folder.names()).toEqual(['mine', 'secret.jpg']);
  });

  it('reads nothing but files, such as no named pipe', async () => {
    execFileSync('mkfifo', [folder.file('mine/pipe.jpg')]);
    const failed = { failed: true, text: expect.stringContaining('"pipe.jpg" is not a file.') };
    expect(await call('convert', { path: 'pipe.jpg', to: 'png' })).toEqual(failed);
  });

  it('returns errors, so that an assistant can act on them', async () => {
    expect(await call('convert', { path: 'a.jpg', to: 'mp3' })).toMatchObject({
      failed: true,
      text: expect.stringContaining('mp3'),
    });
    const wide = await call('convert', { path: 'a.jpg', to: 'png', options: { width: 'wide' } });
    expect(wide).toMatchObject({ failed: true, text: expect.stringContaining('must be a whole number') });
  });
});
