import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { newToken } from '../../functions/callers/api-key.ts';
import { sharp } from '../../functions/engines/sharp.ts';
import { useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';
import { type Ran, type RunOptions, runFc, useFolder } from './run-fc.ts';

const service = useLocalService({
  keys: 'required',
  engines: [sharp],
  plans: { default: { conversionsPerMonth: 20 }, tiny: { conversionsPerMonth: 1 } },
});
const folder = useFolder();

const fc = (args: readonly string[], key?: string, options: Partial<RunOptions> = {}): Promise<Ran> =>
  runFc(args, {
    cwd: folder.path,
    url: service.origin,
    ...options,
    environment: { XDG_CONFIG_HOME: folder.path, ...(key && { FC_API_KEY: key }), ...options.environment },
  });

const put = async (name: string) => writeFile(folder.file(name), await photo(64, 48));

/** What a command has said, wherever. */
const said = ({ stdout, stderr }: Ran) => `${stdout}${stderr}`;

describe('fc with a key', () => {
  it('prints the usage', async () => {
    await put('a.jpg');
    const key = await service.newKey();
    expect((await fc(['a.jpg', 'b.png'], key)).code).toBe(0);
    const { code, stdout, stderr } = await fc(['usage'], key);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.toString()).toMatch(/^account {9}account-\d+\nmonth {11}\d{4}-\d\d, until \d{4}-\d\d-01 00:00 UTC\n/);
    expect(stdout.toString()).toContain('conversions     1 of 20, 19 left\n');
    expect(JSON.parse((await fc(['usage', '--json'], key)).stdout.toString())).toMatchObject({ conversions: 1 });
  });

  it('lists conversions and deletes some', async () => {
    const key = await service.newKey();
    for (const name of ['a.jpg', 'b.jpg']) {
      await put(name);
      await fc([name, '--to', 'png'], key);
    }
    const { code, stdout } = await fc(['list'], key);
    expect(code).toBe(0);
    const lines = stdout.toString().trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^[0-9a-f-]{36} {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}expired {5}b\.jpg → png {2}[\d.]+ k?B$/);
    const ids = (await fc(['list', '--names'], key)).stdout.toString().trim().split('\n');
    const [newest = '', oldest = ''] = ids;
    expect(await fc(['delete', ...ids], key)).toMatchObject({ code: 0, stderr: '' });
    expect((await fc(['list', '--json'], key)).stdout.toString()).toBe('');
    const again = await fc(['delete', newest, oldest, '--json'], key);
    expect([again.code, again.stderr.split('\n')[0]]).toEqual([1, expect.stringContaining(`error: ${newest}: `)]);
    expect(again.stdout.toString().match(/"code":"NOT_FOUND"/g)).toHaveLength(2);
  });

  it('shows names as what they are, whatever a terminal would make of them', async () => {
    await put('a\u001b[31m.jpg');
    const key = await service.newKey();
    await fc(['a\u001b[31m.jpg', '--to', 'png'], key);
    const { stdout } = await fc(['list'], key);
    expect(stdout.toString()).toContain('a\ufffd[31m.jpg → png');
  });
});

describe('fc takes a key', () => {
  it('from a file that only its owner may read', async () => {
    const key = await service.newKey();
    await mkdir(folder.file('fc'));
    await writeFile(folder.file('fc/key'), `${key}\n`, { mode: 0o600 });
    expect((await fc(['usage'])).code).toBe(0);
    for (const mode of [0o640, 0o604]) {
      await chmod(folder.file('fc/key'), mode);
      const ran = await fc(['usage']);
      expect(ran.code).toBe(2);
      expect(ran.stderr).toContain(`others can read your key: chmod 600 ${folder.file('fc/key')}`);
      expect(said(ran)).not.toContain(key);
    }
  });

  it('from the environment before that, and from a file that is named before all', async () => {
    const [good, bad] = [await service.newKey(), newToken()];
    await writeFile(folder.file('good'), good);
    await mkdir(folder.file('fc'));
    await writeFile(folder.file('fc/key'), bad, { mode: 0o600 });
    expect((await fc(['usage'])).code).toBe(4);
    expect((await fc(['usage'], good)).code).toBe(0);
    const other = { environment: { FILE_CONVERSION_KEY: good } };
    expect((await fc(['usage'], undefined, other)).code).toBe(0);
    expect((await fc(['usage', '--key-file', 'good'], bad)).code).toBe(0);
  });

  it('never from the command line, where others see it', async () => {
    const key = await service.newKey();
    for (const args of [['--key', key], [`--key=${key}`]]) {
      const ran = await fc(['usage', ...args]);
      expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('can be seen by others')]);
      expect(said(ran)).not.toContain(key);
    }
  });

  it('and does not tell it when it is none', async () => {
    const ran = await fc(['usage'], 'fc_secret\nX-Other: 1');
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('what FC_API_KEY holds is no key')]);
    expect(said(ran)).not.toContain('secret');
  });
});

describe('the exit code of fc is', () => {
  it.each([
    ['there is no key', undefined, 'needs an API key'],
    ['it is of nobody', newToken(), 'unknown'],
  ])('4 when %s', async (_, key, message) => {
    await put('a.jpg');
    for (const args of [['usage'], ['a.jpg', 'b.png']]) {
      const ran = await fc(args, key);
      expect([ran.code, ran.stderr]).toEqual([4, expect.stringContaining(message)]);
      if (key) expect(said(ran)).not.toContain(key);
    }
  });

  it('5 when the month is used up', async () => {
    await put('a.jpg');
    const key = await service.newKey('tiny');
    expect((await fc(['a.jpg', 'b.png'], key)).code).toBe(0);
    const ran = await fc(['a.jpg', 'c.png'], key);
    expect([ran.code, ran.stderr]).toEqual([5, expect.stringContaining('of this month are used up')]);
  });
});
