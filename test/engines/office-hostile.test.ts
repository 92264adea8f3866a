import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { detectFormat } from '../../functions/detection/detect.ts';
import type { Source } from '../../functions/engines/office/families.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { failureOf } from '../documents/locked.ts';
import { docx } from '../documents/office-open-xml.ts';
import { flatOpenDocument, openDocument } from '../documents/open-document.ts';
import { picturesOfPdf, textOfPdf } from '../documents/read-result.ts';
import { sampleOf } from '../documents/sources.ts';
import { WORD } from '../documents/words.ts';
import { committed } from '../support/committed.ts';
import { stopEngines } from '../support/engine.ts';
import { seededRandom } from '../support/random.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { unzip } from '../support/unzip.ts';

const PACKAGES = ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'odg', 'vsdx', 'xlsb', 'sxw'] as const;
const COMPOUND = ['doc', 'xls', 'ppt'] as const;
const SINGLE = ['fodt', 'fods', 'fodp', 'fodg', 'abw', 'fb2', 'rtf', 'wmf', 'emf', 'slk', 'dif', 'wk1'] as const;

describe('a locked file', () => {
  it.each([
    ['docx', 'docx'],
    ['xlsx', 'docx'],
    ['pptx', 'docx'],
    ['odt', 'odt'],
    ['doc', 'doc'],
    ['xls', 'xls'],
    ['ppt', 'ppt'],
    ['pages', 'pages'],
  ] as const)('%s is told to be locked', async (format, kind) => {
    const source = committed(`documents/files/locked.${kind}`);
    expect(await detectFormat(source, `locked.${format}`)).toBe(format);
    expect(await failureOf(source, format)).toBe('PASSWORD_PROTECTED');
  });
});

describe('a damaged file', () => {
  it.each([...PACKAGES, ...COMPOUND, ...SINGLE])('%s that is cut off is refused', async (format) => {
    const whole = await sampleOf(format);
    expect(await failureOf(whole.subarray(0, Math.floor(whole.length * 0.8)), format)).toBe('UNREADABLE_FILE');
  });

  it.each(['docx', 'ods', 'sxw', 'doc'] as const)(
    '%s with noise in it is refused, and the next is converted',
    async (format) => {
      const random = seededRandom(7);
      const file = Buffer.from(await sampleOf(format));
      // What tells the kind of a file is left as it is, so that it is opened as that.
      for (let at = 16; at < file.length; at++) if (random() < 0.1) file[at] = Math.floor(random() * 256);
      const started = performance.now();
      expect(await failureOf(file, format)).toBe('UNREADABLE_FILE');
      expect(performance.now() - started).toBeLessThan(10_000);
      const whole = await convertWithOffice(await sampleOf('odt'), 'odt', 'pdf');
      expect(textOfPdf(whole.file)).toContain(WORD);
    },
  );
});

describe('what a document links to', () => {
  let requests = 0;
  let origin = '';
  const secret = join(temporaryFolder(), 'secret.txt');

  beforeAll(async () => {
    writeFileSync(secret, 'Geheimnis');
    origin = await serve((_, response) => {
      requests++;
      response.end('Geheimnis');
    });
  });

  const places = () => [`${origin}/picture.png`, `${origin}/text.txt`, `file://${secret}`];
  const section = (place: string) =>
    `<text:section text:name="s"><text:section-source xlink:type="simple" xlink:href="${place}"/><text:p>x</text:p></text:section>`;
  const image = (place: string) =>
    `<text:p><draw:frame svg:width="3cm" svg:height="3cm"><draw:image xlink:type="simple" xlink:href="${place}"/></draw:frame></text:p>`;
  const cell = (formula: string) =>
    `<table:table table:name="S"><table:table-row><table:table-cell table:formula="of:=${formula}"/></table:table-row></table:table>`;

  const sources: Readonly<Partial<Record<Source, (place: string) => Buffer | Promise<Buffer>>>> = {
    docx: (place) => docx([WORD], { link: place }),
    odt: (place) => openDocument('text', `<text:p>${WORD}</text:p>${section(place)}${image(place)}`),
    fods: (place) =>
      flatOpenDocument('spreadsheet', cell(`WEBSERVICE(&quot;${place}&quot;)`) + cell(`&apos;${place}&apos;#$S.A1`)),
    html: (place) =>
      Buffer.from(
        `<link rel="stylesheet" href="${place}"><img src="${place}"><iframe src="${place}"></iframe><p>${WORD}</p>`,
      ),
    rtf: (place) =>
      Buffer.from(
        `{\\rtf1 ${WORD}{\\field{\\*\\fldinst INCLUDEPICTURE "${place}"}{\\fldrslt }}{\\field{\\*\\fldinst INCLUDETEXT "${place}"}{\\fldrslt }}}`,
      ),
  };

  /** What anybody gets who follows the links that are read in a document. */
  async function follow(document: Buffer, place: string): Promise<string[]> {
    const texts = document.subarray(0, 2).toString() === 'PK' ? [...unzip(document).values()] : [document];
    const links = texts.join('\n').match(/\b(?:http|file):\/\/(?:127|\/)[\w.:/-]*/g) ?? [];
    expect(links).toContain(place);
    return Promise.all(
      links.map((link) =>
        link.startsWith('file') ? readFile(new URL(link), 'utf8') : fetch(link).then((r) => r.text()),
      ),
    );
  }

  it.each(Object.keys(sources) as Source[])('is not fetched for %s, though it could be', async (format) => {
    for (const place of places()) {
      const source = (await sources[format]?.(place)) ?? Buffer.alloc(0);
      expect(new Set(await follow(source, place))).toEqual(new Set(['Geheimnis']));
      expect(requests > 0).toBe(place.startsWith('http'));
      requests = 0;
      const { file } = await convertWithOffice(source, format, 'pdf');
      expect(textOfPdf(file)).not.toContain('Geheimnis');
      // A frame in a page leaves an icon.
      if (format !== 'html') expect(picturesOfPdf(file)).toHaveLength(0);
      expect(requests).toBe(0);
    }
  });
});

describe('LibreOffice', () => {
  const parentOf = (id: string) => /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? '0';
  const isOurs = (id: string): boolean => id === `${process.pid}` || (id !== '0' && isOurs(parentOf(id)));
  /** Every LibreOffice that was started by us, through a jail and a host. */
  const processes = () =>
    readdirSync('/proc').filter((id) => {
      try {
        return /^ld-linux/m.test(readFileSync(`/proc/${id}/comm`, 'utf8')) && isOurs(id);
      } catch {
        return false;
      }
    });
  const memoryOf = (id: string) =>
    Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) / 1024;

  it('converts 30 documents in a row, a damaged one after every tenth, and stays small', async () => {
    const samples = await Promise.all(
      (['docx', 'xlsx', 'pptx', 'odt', 'rtf', 'doc'] as const).map(async (format) => ({
        format,
        file: await sampleOf(format),
      })),
    );
    const outcomes: string[] = [];
    for (let count = 0; count < 33; count++) {
      const { format, file } = samples[count % samples.length] ?? { format: 'txt', file: Buffer.alloc(0) };
      outcomes.push(await failureOf(count % 11 === 10 ? file.subarray(0, file.length >> 1) : file, format));
    }
    expect(outcomes.filter((outcome) => outcome === 'none').length).toBe(30);
    expect(outcomes.filter((outcome) => !['none', 'UNREADABLE_FILE'].includes(outcome))).toEqual([]);
    expect(processes().length).toBeGreaterThanOrEqual(1);
    for (const id of processes()) expect(memoryOf(id)).toBeLessThan(700);
  });

  it('is restarted when it is killed, also in the middle of a job', async () => {
    const file = await sampleOf('docx');
    const jobs = Array.from({ length: 6 }, () => convertWithOffice(file, 'docx', 'pdf'));
    await new Promise((resolve) => setTimeout(resolve, 30));
    for (const id of processes()) execFileSync('kill', ['-9', id]);
    for (const { file: pdf } of await Promise.all(jobs)) expect(textOfPdf(pdf)).toContain(WORD);
  });

  it('leaves no files behind when it is stopped', async () => {
    await convertWithOffice(await sampleOf('odt'), 'odt', 'pdf');
    await stopEngines();
    await expect.poll(processes, { timeout: 20_000 }).toEqual([]);
  });
});
