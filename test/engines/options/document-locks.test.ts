import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import type { Options } from '../../../functions/conversion/options.ts';
import { DECRYPTABLE } from '../../../functions/engines/office/decryptable.ts';
import { office } from '../../../functions/engines/office.ts';
import { convertWithOffice } from '../../documents/convert-with-office.ts';
import { isTagged, pagesOfPdf, textOf, textOfPdf } from '../../documents/read-result.ts';
import { sampleOf } from '../../documents/sources.ts';
import { WORD } from '../../documents/words.ts';
import { askQpdf } from '../../pdfs/ask-qpdf.ts';
import { committed } from '../../support/committed.ts';

/** Not only letters that each encoding has; Office until 2003 took no more than 15. */
const SECRET = 'Öff, "Sesam"\\t1';

const convert = (format: FormatName, target: FormatName, options: Options) =>
  convertWithOffice(committed(`documents/locked/sesame.${format}`), format, target, 'low', options);

describe.each(DECRYPTABLE)('an encrypted %s file', (format) => {
  it('is converted with its password', async () => {
    expect(textOfPdf((await convert(format, 'pdf', { password: SECRET })).file)).toContain(WORD);
  });

  it('is refused with a wrong password or none, and shows neither', async () => {
    const wrong = `${SECRET}x`;
    const refusal = await convert(format, 'pdf', { password: wrong }).catch((error: Error) => error);
    expect(refusal).toMatchObject({
      code: 'PASSWORD_PROTECTED',
      message: 'The password is wrong: the document does not open with it.',
    });
    expect(JSON.stringify([`${refusal}`, `${(refusal as Error).cause}`])).not.toContain('Sesam');
    for (const options of [{}, { password: '' }] as Options[]) {
      await expect(convert(format, 'pdf', options)).rejects.toMatchObject({ code: 'PASSWORD_PROTECTED' });
    }
  });

  it('has the option for all its targets', () => {
    const targets = office.conversions[format] ?? [];
    for (const target of targets) expect(office.options?.[target]?.password?.['x-sources']).toContain(format);
  });
});

it('an encrypted document becomes others that are not encrypted', async () => {
  expect((await convert('xls', 'csv', { password: SECRET, sheet: 'B' })).file.toString()).toBe('zwei\n');
  expect(textOf((await convert('doc', 'odt', { password: SECRET })).file, 'odt')).toContain(WORD);
  expect((await convert('docx', 'png', { password: SECRET })).format).toBe('png');
  const laidOut = await convert('ods', 'pdf', { password: SECRET, sheet: 'B' });
  expect(textOfPdf(laidOut.file).trim()).toBe('zwei');
});

describe('a PDF file', () => {
  const pdfOf = async (options: Options) =>
    (await convertWithOffice(await sampleOf('docx'), 'docx', 'pdf', 'low', options)).file;

  it('opens with its password only', async () => {
    const pdf = await pdfOf({ encrypt_password: 'geheimß' });
    expect(pdf.toString('latin1')).toContain('/AESV3');
    expect((await askQpdf(['--check'], pdf)).stderr).toMatch(/invalid password/);
    const { exitCode, stdout } = await askQpdf(['--password=geheimß', '--check'], pdf);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('stream encryption method: AESv3');
    await expect(convertWithOffice(pdf, 'pdf', 'odt')).rejects.toMatchObject({ code: 'PASSWORD_PROTECTED' });
    const { file } = await convertWithOffice(pdf, 'pdf', 'odt', 'low', { password: 'geheimß' });
    expect(textOf(file, 'odt')).toContain(WORD);
  });

  it('allows what its owner does', async () => {
    const pdf = await pdfOf({ owner_password: 'Wirt', allow_printing: 'none', allow_copying: false });
    expect(textOfPdf(pdf)).toContain(WORD);
    expect([isTagged(pdf), pagesOfPdf(pdf)]).toEqual([true, 1]);
    const { stdout } = await askQpdf(['--show-encryption'], pdf);
    expect(stdout).toMatch(/print low resolution: not allowed/);
    expect(stdout).toMatch(/extract for any purpose: not allowed/);
    expect(stdout).toMatch(/modify annotations: allowed/);
  });
});
