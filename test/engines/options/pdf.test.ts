import { describe, expect, it } from 'vitest';
import type { Options } from '../../../functions/conversion/options.ts';
import { askQpdf } from '../../pdfs/ask-qpdf.ts';
import { fixture, look } from '../../pdfs/convert-pdf.ts';
import { handWritten, rectangle, words } from '../../pdfs/hand-written.ts';
import { pictured } from '../../pdfs/pictured.ts';
import { ask, pdfinfo, refusal } from './pdf-eyes.ts';

/** Pages that are known by their widths, their colours and their words. */
const five = handWritten(
  [1, 2, 3, 4, 5].map((number) => ({
    width: 100 + number,
    height: 50,
    content: rectangle(number === 5 ? '1 0 0' : '0 0 1', 0, 0, 50, 50) + words(`P${number}`, 55, 10),
  })),
);
const toPdf = (pdf: Buffer, options: Options) => ask(pdf, 'pdf', options).then(({ bytes }) => bytes);
const widths = async (pdf: Buffer) => {
  const info = await pdfinfo(pdf, '-l', '99');
  return Object.entries(info)
    .filter(([name]) => /^Page \d+ size/.test(name))
    .map(([, size]) => Number.parseInt(size, 10));
};
const isWhole = async (pdf: Buffer, ...args: string[]) =>
  expect(await askQpdf([...args, '--check'], pdf)).toMatchObject({ exitCode: 0 });

describe('pages', () => {
  it.each([
    ['5', [105]],
    ['2-4', [102, 103, 104]],
    ['5,1-2', [105, 101, 102]],
  ])('%s of a PDF file', async (pages, expected) => {
    const bytes = await toPdf(five, { pages });
    expect(await widths(bytes)).toEqual(expected);
    await isWhole(bytes);
  });

  it.each([
    ['6', 'names page 6; the file has 5 pages'],
    ['2-6', 'names page 6; the file has 5 pages'],
    ['4-2', 'has the range 4-2, which ends before it begins'],
    ['1-3,3', 'names page 3 more than once'],
    ['0', 'must be a text like'],
  ])('are not %s', async (pages, message) => {
    for (const target of ['pdf', 'png', 'txt'] as const)
      expect(await refusal(ask(five, target, { pages }))).toMatch(`INVALID_OPTION: The option "pages" ${message}`);
  });

  it.each(['jpg', 'png', 'svg'] as const)(
    'of many are a zip that has their numbers, one is bare: %s',
    async (target) => {
      const two = await ask(five, target, { pages: '5,2' });
      expect([two.format, two.names]).toEqual(['zip', [`page-005.${target}`, `page-002.${target}`]]);
      const seen = await Promise.all(two.pages.map((picture) => look(picture)));
      expect(seen.map(({ at }) => at(0.1, 0.5))).toEqual(['red', 'blue']);
      const one = await ask(five, target, { pages: '5' });
      expect([one.format, (await look(one.bytes)).at(0.1, 0.5)]).toEqual([target, 'red']);
    },
  );

  it('are in a text in their order', async () => {
    expect((await ask(five, 'txt', { pages: '4-5,2' })).bytes.toString().match(/P\d/g)).toEqual(['P4', 'P5', 'P2']);
  });

  it('may be chosen of a file that has too many', async () => {
    const many = handWritten(Array.from({ length: 501 }, () => ({ width: 20, height: 20 })));
    expect(await refusal(ask(many, 'jpg', {}))).toContain('TOO_COMPLEX');
    expect(await refusal(ask(many, 'jpg', { pages: '1-501' }))).toContain('TOO_COMPLEX: 501 pages are chosen');
    expect((await ask(many, 'jpg', { pages: '500-' })).names).toHaveLength(2);
  });
});

describe('rotate', () => {
  it.each([90, -90, 180, 360])('turns pages by %d', async (rotate) => {
    const bytes = await toPdf(five, { rotate, pages: '5' });
    const { width, height, at } = await look((await ask(bytes, 'png', { dpi: 72 })).bytes);
    const corners = { 0: [0.1, 0.5], 90: [0.5, 0.1], 180: [0.9, 0.5], 270: [0.5, 0.9] } as Record<
      number,
      [number, number]
    >;
    const turned = (rotate + 720) % 360;
    expect([width, height]).toEqual(turned % 180 === 0 ? [105, 50] : [50, 105]);
    expect(at(...(corners[turned] ?? [0, 0]))).toBe('red');
  });
});

describe('image_quality', () => {
  it('makes pictures smaller, whatever the quality of the rest', async () => {
    const source = await pictured();
    const size = async (image_quality: number) =>
      (await ask(source, 'pdf', { image_quality }, { quality: 'high' })).bytes.length;
    const [low, middle, high] = [await size(1), await size(50), await size(95)];
    expect(low).toBeLessThan(middle / 2);
    expect(middle).toBeLessThan(high / 2);
  });
});

describe('linearize', () => {
  it.each([true, false])('%s', async (linearize) => {
    const bytes = await toPdf(fixture('office.pdf'), { linearize });
    expect(await pdfinfo(bytes)).toMatchObject({ Optimized: linearize ? 'yes' : 'no' });
    const { exitCode, stdout } = await askQpdf(['--check-linearization'], bytes);
    expect([exitCode, stdout.includes('not linearized')]).toEqual([0, !linearize]);
  });
});

describe('password', () => {
  const TARGETS = ['pdf', 'png', 'jpg', 'tiff', 'svg', 'txt', 'html'] as const;

  it.each(['locked.pdf', 'locked-40-bit.pdf'])('opens %s', async (name) => {
    for (const target of TARGETS)
      expect((await ask(fixture(name), target, { password: 'secret' })).format).toBe(target);
    const { bytes } = await ask(fixture(name), 'txt', { password: 'secret' });
    expect(bytes.toString()).toContain('Locked words');
  });

  it('gives a decrypted result', async () => {
    const bytes = await toPdf(fixture('locked.pdf'), { password: 'secret' });
    expect(await pdfinfo(bytes)).toMatchObject({ Encrypted: 'no', Pages: '1' });
    await isWhole(bytes);
  });

  it.each(['Secret', '', '--help', '@/etc/passwd'])('is not %s', async (password) => {
    for (const target of ['pdf', 'txt'] as const) {
      const said = await refusal(ask(fixture('locked.pdf'), target, { password }));
      expect(said).toMatch(/^PASSWORD_PROTECTED/);
      if (password.length > 2) expect(said).not.toContain(password);
    }
  });
});

describe('encrypt_password', () => {
  it.each(['a', '  ', '"\\{}\'$(id)', '--decrypt', 'geheim äöü €', 'x'.repeat(127)])(
    'locks the result with %s',
    async (secret) => {
      const bytes = await toPdf(five, { encrypt_password: secret });
      expect(await refusal(ask(bytes, 'txt', {}))).toMatch(/^PASSWORD_PROTECTED/);
      expect((await ask(bytes, 'txt', { password: secret })).bytes.toString()).toContain('P5');
      const info = await pdfinfo(bytes, '-upw', secret);
      // It takes no longer ones.
      if (Buffer.byteLength(secret) <= 32)
        expect(info).toMatchObject({
          Pages: '5',
          Encrypted: expect.stringMatching(/^yes/),
        });
      await isWhole(bytes, `--password=${secret}`);
    },
  );

  it.each([
    ['', 'must be a text of 1 to 127 characters, not what was given'],
    ['x'.repeat(128), 'must be a text of 1 to 127 characters, not what was given'],
    ['ä'.repeat(64), 'must have at most 127 bytes'],
  ])('is not empty nor too long', async (encrypt_password, message) => {
    expect(await refusal(toPdf(five, { encrypt_password }))).toBe(
      `INVALID_OPTION: The option "encrypt_password" ${message}${message.endsWith('given') ? '.' : ' as UTF-8.'}`,
    );
  });
});

describe('owner_password', () => {
  const permissions = async (options: Options) =>
    (await pdfinfo(await toPdf(five, { owner_password: 'owner', ...options }))).Encrypted ?? '';

  it.each<[Options, string]>([
    [{ allow_printing: 'none' }, 'print:no copy:yes change:yes addNotes:yes'],
    [{ allow_copying: false }, 'print:yes copy:no change:yes addNotes:yes'],
    [{ allow_changes: 'none' }, 'print:yes copy:yes change:no addNotes:no'],
    [{ allow_changes: 'notes' }, 'print:yes copy:yes change:no addNotes:yes'],
    [{ allow_printing: 'none', allow_copying: false, allow_changes: 'none' }, 'print:no copy:no change:no addNotes:no'],
  ])('restricts by %j', async (options, expected) => {
    expect(await permissions(options)).toContain(expected);
  });

  it.each([
    ['pages', ['modify document assembly: allowed', 'modify forms: not allowed', 'modify annotations: not allowed']],
    ['forms', ['modify document assembly: allowed', 'modify forms: allowed', 'modify annotations: not allowed']],
    ['notes', ['modify document assembly: allowed', 'modify forms: allowed', 'modify annotations: allowed']],
  ])('lets change %s', async (allow_changes, said) => {
    const { stdout } = await askQpdf(['--show-encryption'], await toPdf(five, { owner_password: 'o', allow_changes }));
    for (const line of said) expect(stdout).toContain(line);
  });

  it('is refused without permissions, and where it equals the other password', async () => {
    expect(await refusal(toPdf(five, { owner_password: 'owner' }))).toContain(
      'INVALID_OPTION: The option "owner_password" means nothing without',
    );
    expect(await refusal(toPdf(five, { allow_printing: 'none' }))).toContain(
      'INVALID_OPTION: The option "allow_printing" means nothing without',
    );
    const same = { owner_password: 'same', encrypt_password: 'same' };
    expect(await refusal(toPdf(five, same))).toContain(
      'INVALID_OPTION: The options "encrypt_password" and "owner_password" must differ',
    );
  });
});

describe('dpi', () => {
  it.each(['jpg', 'png', 'webp', 'avif', 'gif', 'bmp', 'tiff'] as const)('of %s', async (target) => {
    for (const dpi of [10, 72, 200]) {
      const { bytes } = await ask(five, target, { dpi, pages: '3' });
      const [width, height] =
        target === 'bmp' ? [bytes.readInt32LE(18), bytes.readInt32LE(22)] : Object.values(await look(bytes));
      expect([width, height]).toEqual([Math.ceil((103 * dpi) / 72), Math.ceil((50 * dpi) / 72)]);
    }
  });

  it('is limited by the size of the page', async () => {
    const large = handWritten([
      { width: 10, height: 10 },
      { width: 1440, height: 1440 },
    ]);
    expect(await refusal(ask(large, 'jpg', { dpi: 300 }))).toContain(
      'INVALID_OPTION: At the resolution of the option "dpi", page 2 is too large: it must be at most 273.',
    );
    expect(await refusal(ask(large, 'jpg', { dpi: 273 }))).toBe('none');
    expect(await refusal(ask(large, 'jpg', { dpi: 300, pages: '1' }))).toBe('none');
  });
});

describe('text_layout', () => {
  const columns = handWritten([
    {
      width: 400,
      height: 200,
      content: [0, 1, 2]
        .map((row) => words(`Left${row}`, 20, 150 - row * 14, 12) + words(`Right${row}`, 220, 150 - row * 14, 12))
        .join(''),
    },
  ]);
  const textOf = async (options: Options) => (await ask(columns, 'txt', options)).bytes.toString();

  it('keeps columns side by side, or has one after the other', async () => {
    expect(await textOf({ text_layout: 'page' })).toMatch(/Left0 +Right0\n *Left1 +Right1/);
    expect(await textOf({ text_layout: 'reading' })).toMatch(/Left0\s+Left1\s+Left2\s+Right0/);
    expect(await textOf({})).toBe(await textOf({ text_layout: 'page' }));
  });
});
