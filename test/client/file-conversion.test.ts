import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  type ConversionRecord,
  type ConversionState,
  type ErrorCode,
  FileConversion,
  FileConversionError,
  type FormatList,
  type ListedConversion,
  type Progress,
  type Usage,
} from '../../client/index.ts';
import { targetTypes } from '../../docs/target-types.ts';
import type { ErrorCode as ServiceErrorCode } from '../../functions/conversion/errors.ts';
import type {
  conversionRecord,
  conversionStatus,
  formatList,
  listedConversion,
} from '../../functions/http/representation.ts';
import type { usageRecord } from '../../functions/http/usage-record.ts';
import { useLocalService } from '../support/local-service.ts';
import { plain } from '../support/pictures.ts';
import { unzip } from '../support/unzip.ts';

const service = useLocalService();
const connect = () => new FileConversion(service.origin);

const picture = async () => new Blob([new Uint8Array(await plain('red'))]);

/** An answer but for its status: that of a conversion that failed is told as an error. */
type Known<T extends (...given: never[]) => object> = Omit<ReturnType<T>, 'status'>;

/** So much noise that its compressed form is larger than what goes in one request. */
async function largePicture(): Promise<Blob> {
  const raw = { raw: { width: 1400, height: 1100, channels: 3 } } as const;
  return new Blob([
    new Uint8Array(
      await sharp(randomBytes(1400 * 1100 * 3), raw)
        .png()
        .toBuffer(),
    ),
  ]);
}

describe('a client of the real service', () => {
  it('converts a file with options, and fetches the result once', async () => {
    const file = await connect().convert(await picture(), { to: 'webp', name: '../red.png', options: { width: 10 } });
    expect(file).toMatchObject({ name: 'red.webp', format: 'webp' });
    expect(await connect().status(file.id)).toMatchObject({ status: 'ready', result_format: 'webp' });
    expect(await connect().health()).toMatchObject({ status: 'operational' });
    const bytes = await file.bytes();
    expect(bytes.length).toBe(file.size);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 10 });
    await expect(file.bytes()).rejects.toMatchObject({ code: 'ALREADY_DOWNLOADED', status: 404 });
  });

  it('sends a large file by an upload form, and reports its progress', async () => {
    const large = await largePicture();
    expect(large.size).toBeGreaterThan(4_000_000);
    const told: Progress[] = [];
    const file = await connect().convert(large, {
      to: 'jpg',
      name: 'noise.png',
      onProgress: (step) => told.push(step),
    });
    const loaded: number[] = [];
    const bytes = await file.bytes({ onProgress: (step) => loaded.push(step.loaded) });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1400 });
    expect(loaded.at(-1)).toBe(bytes.length);
    expect(told.every((step) => step.stage === 'convert')).toBe(true);
  });

  it('throws failures with the message of the service', async () => {
    const failure = await connect()
      .convert(new Blob(['words']), { to: 'mp4', name: 'a.txt' })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(FileConversionError);
    expect(failure).toMatchObject({ code: 'UNSUPPORTED_CONVERSION', status: 400 });
    expect((failure as FileConversionError).message).toContain('It can be converted to:');
    expect((failure as FileConversionError).requestId).toMatch(/^[\w-]{8,}$/);
  });

  it('joins files in their order, and splits what it has joined', async () => {
    const files = [new File([await picture()], 'one.png'), await picture(), new File([await picture()], '.ü.png')];
    const joined = await connect().merge(files, { name: 'all.pdf', options: { page_numbers: true } });
    expect(joined).toMatchObject({ name: 'all.pdf', format: 'pdf' });
    const pdf = await joined.bytes();
    expect(Buffer.from(pdf).toString('latin1')).toMatch(/^%PDF/);
    const parts = await connect().split(pdf, '1,2-');
    expect(parts).toMatchObject({ name: 'file.zip', format: 'zip' });
    expect([...unzip(Buffer.from(await parts.bytes())).keys()]).toEqual(['part-1.pdf', 'part-2.pdf']);
  });

  it('stops when it is aborted', async () => {
    const stop = new AbortController();
    const converting = connect().convert(await largePicture(), { to: 'avif', name: 'noise.png', signal: stop.signal });
    setTimeout(() => stop.abort(new Error('not wanted any more')), 200);
    await expect(converting).rejects.toThrow('not wanted any more');
  });
});

describe('the types of the client', () => {
  it('are those of what the service answers', () => {
    const record = (answer: Known<typeof conversionRecord>): Omit<ConversionRecord, 'status'> => answer;
    const state = (answer: Known<typeof conversionStatus>): Omit<ConversionState, 'status'> => answer;
    const formats = (answer: ReturnType<typeof formatList>): FormatList => answer;
    const code = (answer: ServiceErrorCode): ErrorCode => answer;
    const listed = (answer: ReturnType<typeof listedConversion>): ListedConversion => answer;
    const usage = (answer: ReturnType<typeof usageRecord>): Usage => answer;
    expect([record, state, formats, code, listed, usage]).toHaveLength(6); // tsc is who looks
  });

  it('know the options of each target as the engines declare them', async () => {
    expect(await readFile('client/targets.ts', 'utf8')).toBe(targetTypes());
  });
});

describe('the package of the client', () => {
  it('can be packed, and has its types outside', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'client-package-'));
    try {
      const run = (file: string, args: string[], cwd: string) => execFileSync(file, args, { cwd, encoding: 'utf8' });
      const [{ filename, files }] = JSON.parse(
        run('npm', ['pack', '--json', '--pack-destination', folder], 'client').replace(/^[^[]*/, ''),
      );
      expect(files.map(({ path }: { path: string }) => path).sort()).toContain('dist/index.d.ts');
      await writeFile(join(folder, 'package.json'), '{"type":"module"}');
      run('tar', ['-xzf', filename], folder);
      const typed = `
        import { FileConversion } from './package/dist/index.js';
        void new FileConversion('').convert(new Blob(), { to: 'pdf', options: { page_size: 'A4' } });
        // @ts-expect-error there is no such size
        void new FileConversion('').convert(new Blob(), { to: 'pdf', options: { page_size: 'A9' } });`;
      await writeFile(join(folder, 'typed.ts'), typed);
      const tsc = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
      const flags = '--noEmit --strict --module nodenext --target es2022 --lib es2022,dom --types'
        .split(' ')
        .concat('');
      run(process.execPath, [tsc, ...flags, 'typed.ts'], folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
