import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { askPoppler } from '../pdfs/ask-poppler.ts';
import { askQpdf } from '../pdfs/ask-qpdf.ts';
import { convertPdf, fixture, look } from '../pdfs/convert-pdf.ts';
import { handWritten, rectangle, streamOf } from '../pdfs/hand-written.ts';
import { pictured, pictureOf } from '../pdfs/pictured.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

const WHOLE = ['office.pdf', 'ghostscript.pdf', 'cairo.pdf', 'library.pdf', 'owner-locked.pdf'];

/** Noise, which no lossless compression makes much smaller. */
function grain(at: number): number {
  const mixed = Math.imul(at + 1, 0x9e3779b1);
  return (Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 28) & 7;
}

async function pdfinfo(pdf: Buffer, ...args: string[]): Promise<string> {
  const path = join(folder, 'asked.pdf');
  writeFileSync(path, pdf);
  return askPoppler('pdfinfo', args, path);
}

describe('a rewritten PDF file', () => {
  it.each(WHOLE)('%s is smaller, and faultless', async (name) => {
    const { format, bytes } = await convertPdf(fixture(name), 'pdf');
    expect(format).toBe('pdf');
    expect(bytes.length).toBeLessThan(fixture(name).length);
    expect(await askQpdf(['--check'], bytes)).toMatchObject({ exitCode: 0 });
  });

  it.each(WHOLE)('%s has the same text, title and links', async (name) => {
    const { bytes } = await convertPdf(fixture(name), 'pdf');
    const read = async (pdf: Buffer) => (await convertPdf(pdf, 'txt')).bytes.toString();
    expect(await read(bytes)).toBe(await read(fixture(name)));
    const title = async (pdf: Buffer) => /^Title:.*$/m.exec(await pdfinfo(pdf))?.[0];
    expect(await title(bytes)).toBe(await title(fixture(name)));
    expect(await pdfinfo(bytes, '-url')).toBe(await pdfinfo(fixture(name), '-url'));
  });

  it('is not encrypted, though its source has an owner password', async () => {
    expect(await pdfinfo(fixture('owner-locked.pdf'))).toContain('Encrypted:       yes');
    const { bytes } = await convertPdf(fixture('owner-locked.pdf'), 'pdf');
    expect(await pdfinfo(bytes)).toContain('Encrypted:       no');
  });
});

describe('a form that is filled in, with a note', () => {
  const drawn = (colour: string) =>
    streamOf(rectangle(colour, 0, 0, 100, 40), '/Type/XObject/Subtype/Form/BBox[0 0 100 40]');
  const form = handWritten([{ width: 300, height: 200, entries: '/Annots[3 0 R 4 0 R 7 0 R 8 0 R]' }], {
    catalog: '/AcroForm<</NeedAppearances true/Fields[3 0 R]/DA(/F1 20 Tf 0 g)/DR<</Font<</F1 5 0 R>>>>>>',
    objects: [
      '<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ada Lovelace)/DA(/F1 20 Tf 0 g)/F 4/Rect[20 20 220 60]>>',
      '<</Type/Annot/Subtype/Square/F 4/Rect[20 120 120 160]/AP<</N 6 0 R>>>>',
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
      drawn('1 0 0'),
      // Notes that are hidden, or only printed, are not to be seen afterwards, either.
      '<</Type/Annot/Subtype/Square/F 2/Rect[180 120 280 160]/AP<</N 6 0 R>>>>',
      '<</Type/Annot/Subtype/Square/F 36/Rect[20 70 120 110]/AP<</N 6 0 R>>>>',
    ],
  });

  it('is a page as it looks when it is flattened, and stays a form when it is not', async () => {
    const { bytes } = await convertPdf(form, 'pdf', { options: { flatten: true } });
    const { stdout } = await askQpdf(
      ['--json', '--json-key=acroform', '--json-key=qpdf', '--json-stream-data=none'],
      bytes,
    );
    const { acroform } = JSON.parse(stdout);
    expect([acroform.fields, stdout.includes('/Annots')]).toEqual([[], false]);
    expect((await convertPdf(bytes, 'txt')).bytes.toString()).toContain('Ada Lovelace');
    const { at } = await look((await convertPdf(bytes, 'png')).bytes);
    expect([at(0.2, 0.3), at(0.8, 0.3), at(0.2, 0.55), at(0.5, 0.95)]).toEqual(['red', 'white', 'white', 'white']);
    const kept = (await convertPdf(form, 'pdf')).bytes;
    expect((await askQpdf(['--json', '--json-key=acroform'], kept)).stdout).toContain('Ada Lovelace');
  });
});

describe('its pictures', () => {
  it('are smaller at a lower quality, and stay as they are at the highest', async () => {
    const source = await pictured();
    const sizes = { source: source.length, low: 0, medium: 0, high: 0 };
    for (const quality of ['low', 'medium', 'high'] as const)
      sizes[quality] = (await convertPdf(source, 'pdf', { quality })).bytes.length;
    expect(sizes.low).toBeLessThan(sizes.medium * 0.8);
    expect(sizes.medium).toBeLessThan(sizes.high * 0.8);
    expect(sizes.high).toBeLessThanOrEqual(sizes.source);
    const drawn = (await convertPdf((await convertPdf(source, 'pdf', { quality: 'high' })).bytes, 'png')).bytes;
    expect(drawn.equals((await convertPdf(source, 'png')).bytes)).toBe(true);
  });

  it.each(['/DeviceRGB', '/DeviceCMYK', '/DeviceGray'] as const)('keep their colours: %s', async (space) => {
    const channels = { '/DeviceRGB': 3, '/DeviceCMYK': 4, '/DeviceGray': 1 }[space];
    const pixels = Buffer.alloc(200 * 150 * channels);
    pixels.forEach((_, at) => {
      pixels[at] = (Math.floor(at / channels) % 200 < 100 ? 30 : 200) + (at % channels) * 10 + grain(at);
    });
    const picture = pictureOf(deflateSync(pixels), { space, filter: 'FlateDecode', width: 200, height: 150 });
    const source = await pictured(picture);
    const result = (await convertPdf(source, 'pdf', { quality: 'low' })).bytes;
    writeFileSync(join(folder, 'pictures.pdf'), result);
    expect(await askPoppler('pdfimages', ['-list'], join(folder, 'pictures.pdf'))).toMatch(/ jpeg /);
    const [before, after] = await Promise.all(
      [source, result].map(async (pdf) =>
        sharp((await convertPdf(pdf, 'png')).bytes)
          .removeAlpha()
          .raw()
          .toBuffer(),
      ),
    );
    const differences = [...(before ?? [])].map((value, at) => Math.abs(value - (after?.[at] ?? 0)));
    expect(differences.length).toBeGreaterThan(1000);
    expect(differences.reduce((sum, value) => sum + value, 0) / differences.length).toBeLessThan(4);
  });

  describe('with a much too high resolution', () => {
    const listed = async (pdf: Buffer) => {
      const path = join(folder, 'listed.pdf');
      writeFileSync(path, pdf);
      const [, , line = ''] = (await askPoppler('pdfimages', ['-list'], path)).split('\n');
      return line.trim().split(/ +/).slice(3, 6);
    };
    const fine = async (space: '/DeviceRGB' | '/DeviceGray', entries = '') => {
      const channels = space === '/DeviceRGB' ? 3 : 1;
      const pixels = Buffer.from(Array.from({ length: 800 * 800 * channels }, (_, at) => 100 + grain(at) * 8));
      const picture = pictureOf(deflateSync(pixels), { space, filter: 'FlateDecode', width: 800, height: 800 });
      return pictured(picture.replace('/Subtype', `${entries}/Subtype`));
    };

    it.each([
      ['low', '/DeviceRGB', ['222', '222', 'rgb']],
      ['medium', '/DeviceRGB', ['333', '333', 'rgb']],
      ['medium', '/DeviceGray', ['333', '333', 'gray']],
      ['high', '/DeviceRGB', ['800', '800', 'rgb']],
    ] as const)('are scaled at %s quality: %s', async (quality, space, wanted) => {
      const { bytes } = await convertPdf(await fine(space), 'pdf', { quality });
      expect(await listed(bytes)).toEqual(wanted);
      expect(await askQpdf(['--check'], bytes)).toMatchObject({ exitCode: 0 });
    });

    it('keep their pixels with the option image_quality, or with masks', async () => {
      const asked = await convertPdf(await fine('/DeviceRGB'), 'pdf', { options: { image_quality: 50 } });
      const inverted = await convertPdf(await fine('/DeviceGray', '/Decode[1 0]'), 'pdf');
      for (const { bytes } of [asked, inverted]) expect((await listed(bytes)).slice(0, 2)).toEqual(['800', '800']);
    });
  });

  it('stay as they are with a colour key mask', async () => {
    const pixels = Buffer.from(Array.from({ length: 200 * 150 * 3 }, (_, at) => 100 + grain(at) * 8));
    const picture = pictureOf(deflateSync(pixels), {
      space: '/DeviceRGB',
      filter: 'FlateDecode',
      width: 200,
      height: 150,
    });
    const source = await pictured(picture.replace('/Subtype', '/Mask[100 120 0 255 0 255]/Subtype'));
    const { bytes } = await convertPdf(source, 'pdf', { quality: 'low' });
    const draw = async (pdf: Buffer) => (await convertPdf(pdf, 'png')).bytes;
    expect((await draw(bytes)).equals(await draw(source))).toBe(true);
    const asked = convertPdf(source, 'pdf', { options: { image_quality: 50 } });
    await expect(asked).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });
});
