import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { sharp as pictures } from '../../functions/engines/sharp.ts';
import { useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';
import { serve } from '../support/serve.ts';
import { type Ran, type RunOptions, runFc, useFolder } from './run-fc.ts';

const service = useLocalService({ engines: [pictures] });
const folder = useFolder();

const fc = (args: readonly string[], options: Partial<RunOptions> = {}): Promise<Ran> =>
  runFc(args, { cwd: folder.path, url: service.origin, ...options });

const put = async (name: string) => writeFile(folder.file(name), await photo(64, 48));
const formatOf = async (name: string) => (await sharp(await readFile(folder.file(name))).metadata()).format;

describe('fc converts', () => {
  it('one file into another, and prints nothing without a terminal', async () => {
    await put('a.jpg');
    expect(await fc(['a.jpg', 'b.webp'])).toMatchObject({ code: 0, stderr: '', stdout: Buffer.alloc(0) });
    expect(await formatOf('b.webp')).toBe('webp');
  });

  it('many files into a folder that it makes, each reported as a line of JSON', async () => {
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await put(name);
    const { code, stdout } = await fc('a.jpg b.jpg c.jpg --to PNG --out new/ --json --jobs 2'.split(' '));
    expect(code).toBe(0);
    const lines = stdout
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ target }) => target).sort()).toEqual(['new/a.png', 'new/b.png', 'new/c.png']);
    for (const line of lines) {
      expect(line).toMatchObject({ status: 'ok', format: 'png' });
      expect((await readFile(folder.file(line.target))).length).toBe(line.size);
    }
  });

  it('standard input to standard output', async () => {
    const { code, stdout, stderr } = await fc(['-', '--to', 'webp'], { input: await photo(64, 48) });
    expect([code, stderr]).toEqual([0, '']);
    expect(await sharp(stdout).metadata()).toMatchObject({ format: 'webp', width: 64 });
  });

  it('with options, typed as the target wants them', async () => {
    await put('a.jpg');
    const options = ['--set', 'width=10', '--set', 'lossless=true', '--set', 'background=#fff', '--quality', 'low'];
    expect((await fc(['a.jpg', 'b.webp', ...options])).code).toBe(0);
    expect(await sharp(folder.file('b.webp')).metadata()).toMatchObject({ width: 10 });
  });

  it('names that begin with a dash, hold blanks, or look like commands of a terminal', async () => {
    await put('-a b\x1b[2J.jpg');
    const { code, stderr } = await fc(['--to', 'png', '--', '-a b\x1b[2J.jpg', 'none\x1b[2J.jpg']);
    expect(code).toBe(1);
    expect(await formatOf('-a b\x1b[2J.png')).toBe('png');
    expect(stderr).not.toContain('\x1b');
  });

  it('on while one of many fails', async () => {
    await put('a.jpg');
    await writeFile(folder.file('b.jpg'), 'no picture');
    const { code, stderr } = await fc(['b.jpg', 'nothing.jpg', 'a.jpg', '--to', 'png', '--jobs', '1']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: b\.jpg: .*\nerror: nothing\.jpg: there is no such file\n$/);
    expect(await formatOf('a.png')).toBe('png');
  });
});

describe('fc keeps what is there', () => {
  it('refuses to overwrite, before anything is sent, without --force', async () => {
    await put('a.jpg');
    await writeFile(folder.file('b.png'), 'mine');
    const refused = await fc(['a.jpg', 'b.png'], { url: 'http://127.0.0.1:1' });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      'error: a.jpg: b.png is there already; --force overwrites it\n',
    ]);
    expect(await readFile(folder.file('b.png'), 'utf8')).toBe('mine');
    expect((await fc(['a.jpg', 'b.png', '--force'])).code).toBe(0);
    expect(await formatOf('b.png')).toBe('png');
  });

  it('leaves nothing when the result does not fit onto the disk', async () => {
    await put('a.jpg');
    const full = ['sh', '-c', 'trap \'\' XFSZ; ulimit -f 1; exec "$@"', 'sh'];
    const { code, stderr } = await fc(['a.jpg', 'b.bmp'], { before: full });
    expect([code, stderr]).toEqual([1, 'error: a.jpg: there is no space left for b.bmp\n']);
    expect(await folder.names()).toEqual(['a.jpg']);
  });

  it('leaves nothing after Ctrl-C', async () => {
    await put('a.jpg');
    // A service that sends the half of a result, and then nothing.
    const url = await serve((request, response) => {
      if (request.url?.startsWith('/api/v1/download')) {
        response.writeHead(200, { 'Content-Length': '1000000' }).write(Buffer.alloc(500_000));
        setTimeout(() => child?.kill('SIGINT'), 300);
        return;
      }
      const data = { conversion_id: 'x', status: 'ready', result_format: 'png', file_size: 1e6 };
      const answer = { ...data, download_url: '/api/v1/download/x', expires_at: new Date().toISOString() };
      request.resume().once('end', () => response.end(JSON.stringify({ success: true, message: '', data: answer })));
    });
    let child: { kill(signal: 'SIGINT'): boolean } | undefined;
    const onStart: RunOptions['onStart'] = (started) => {
      child = started;
    };
    expect(await fc(['a.jpg', 'b.png'], { url, onStart })).toMatchObject({ code: 130, stderr: '' });
    expect(await folder.names()).toEqual(['a.jpg']);
  });
});

describe('the exit code of fc is', () => {
  it.each([
    [['a.jpg'], 'say what to convert to'],
    [['a.jpg', '--to', 'png', '--quality', 'best'], '--quality is low, medium or high'],
    [['a.jpg', '--nonsense'], "Unknown option '--nonsense'"],
    [['a.jpg', 'b/a.jpg', '--to', 'png', '--out', '.'], 'two results would both be'],
    [['a.jpg', '--to', 'png', '--set', 'width'], '--set takes key=value'],
    [['a.jpg', '--to', 'png', '--set', 'wdth=5'], '"wdth" is no option of png; the options are: width,'],
  ])('2 for wrong use: %j', async (args, message) => {
    const { code, stderr } = await fc(args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/fc --help says how it is used\.\n$/);
  });

  it('3 when the service does not answer, and tries no other file', async () => {
    for (const name of ['a.jpg', 'b.jpg']) await put(name);
    const dead = { url: 'http://127.0.0.1:1' };
    const { code, stderr } = await fc(['a.jpg', 'b.jpg', '--to', 'png', '--jobs', '1'], dead);
    expect([code, stderr]).toEqual([3, 'error: a.jpg: The service at http://127.0.0.1:1 cannot be reached.\n']);
  });
});

describe('fc watches folders', () => {
  it('and converts what lies there and what appears, until Ctrl-C', async () => {
    await mkdir(folder.file('in'));
    await put('in/a.jpg');
    const ran = fc(['in', '--watch', '--to', 'png', '--out', 'out', '--json'], {
      onStart: async (child) => {
        let lines = 0;
        child.stdout?.on('data', async (chunk: Buffer) => {
          lines += chunk.toString().split('\n').length - 1;
          if (lines === 1) await put('in/b.jpg');
          if (lines === 2) child.kill('SIGINT');
        });
      },
    });
    expect((await ran).code).toBe(0);
    expect([await formatOf('out/a.png'), await formatOf('out/b.png')]).toEqual(['png', 'png']);
  });
});

describe('fc refuses', () => {
  it.each([
    ['an address without a scheme', ['formats', '--url', 'localhost:3000'], 2, 'begins with https:// or http://'],
    ['a file for the key that is not there', ['formats', '--key-file', 'none'], 2, 'none cannot be read (ENOENT)'],
    ['to join nothing', ['merge'], 2, 'say what to join'],
  ])('%s', async (_, args, code, error) => {
    expect(await fc(args)).toMatchObject({ code, stderr: expect.stringContaining(error) });
  });

  it('standard output on a full disk', async () => {
    const before = ['sh', '-c', 'exec "$@" > /dev/full', 'sh'];
    expect(await fc(['formats'], { before })).toMatchObject({ code: 1, stderr: expect.stringContaining('ENOSPC') });
  });
});

describe('fc prints', () => {
  it('formats, the targets and options of one, and names for shells', async () => {
    expect((await fc(['formats'])).stdout.toString()).toMatch(/^image\n {2}apng .*Animated/);
    const { stdout } = await fc(['formats', '.JPEG']);
    expect(stdout.toString()).toMatch(
      /^jpg: JPEG image \(also jpeg, jpe, jfif, jif\)\n\nbecomes\n[\s\S]* webp[\s\S]*width {2}1\.\.\d+ px/,
    );
    const alias = await fc(['formats', 'jpeg', '--json']);
    expect(JSON.parse(alias.stdout.toString())).toMatchObject({ format: 'jpg' });
    expect((await fc(['formats', '--names'])).stdout.toString().split('\n')).toContain('webp');
  });

  it('bash how words are completed', async () => {
    const script = (await fc(['completion', 'bash'])).stdout.toString();
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is one of bash
    const ask = 'COMP_WORDS=(fc a.jpg --qu); COMP_CWORD=2; _fc; echo "${COMPREPLY[@]}"';
    const answer = execFileSync('bash', ['-c', `${script}\n${ask}`], { encoding: 'utf8' });
    expect(answer.trim().split(' ')).toEqual(['--quality', '--quiet']);
  });
});
