import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layerFolder, layerProgram } from '../../functions/sandbox/layer.ts';
import { runTool } from '../../functions/sandbox/run-tool.ts';
import { ensureLayers } from '../../layers/ensure.ts';
import { xlsx } from '../documents/office-open-xml.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ResidentOffice } from './resident-office.ts';

const TEXT = 'Plain words. 你好世界 مرحبا नमस्ते';
const BUILD_TIME = 20 * 60_000;

const folder = temporaryFolder();
let office: ResidentOffice;
let origin: string;
let visits = 0;

beforeAll(async () => {
  await ensureLayers(['jail', 'office', 'poppler']);
  office = await ResidentOffice.start(join(folder, 'home'));
  origin = await serve((_, response) => {
    visits++;
    response.end();
  });
}, BUILD_TIME);

afterAll(() => office.stop());

const url = (name: string) => pathToFileURL(join(folder, name)).href;
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

async function convert(source: string, target: string, options = '', filter = ''): Promise<void> {
  expect((await office.tell('load', url(source), options))[0]).toBe('ok');
  expect(await office.tell('save', url(target), target.replace(/.*\./, ''), filter)).toEqual(['ok']);
}

async function words(pdf: string): Promise<string> {
  const environment = { FONTCONFIG_FILE: join(layerFolder('poppler'), 'fonts.conf') };
  const options = { folder, workingFolder: layerFolder('poppler'), environment };
  const result = await runTool(layerProgram('poppler', 'bin/pdftotext'), [join(folder, pdf), '-'], options);
  // Direction marks around right-to-left text are no words.
  return result.stdout.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}

describe('the resident LibreOffice', () => {
  it('is ended by a document that takes more processor time than one may, and by no other', {
    timeout: 300_000,
  }, async () => {
    const own = await ResidentOffice.start(join(folder, 'hurried'), { DOCUMENT_SECONDS: '5' });
    write('short.txt', TEXT);
    for (let time = 0; time < 3; time++) expect((await own.tell('load', url('short.txt'), 'UTF8'))[0]).toBe('ok');
    const square = 'ROW(1:3000)*TRANSPOSE(ROW(1:3000))';
    const endless = await xlsx({ A: [[{ formula: `SUM(MMULT(${square},${square}))` }]] });
    writeFileSync(join(folder, 'endless.xlsx'), endless);
    const converted = own
      .tell('load', url('endless.xlsx'), '')
      .then(() => own.tell('save', url('endless.pdf'), 'pdf', ''));
    await expect(converted).rejects.toThrow('Fatal exception: Signal 24');
  });

  it('fetches no linked picture and reads no linked file', async () => {
    const links = [`${origin}/a.png`, 'file:///etc/passwd', pathToFileURL(import.meta.filename).href];
    write(
      'links.html',
      `<p>Still here</p>${links.map((link) => `<img src="${link}"><iframe src="${link}"></iframe>`).join('')}`,
    );
    await convert('links.html', 'links.pdf', '');
    const text = await words('links.pdf');
    expect(text).toContain('Still here');
    expect(text).not.toMatch(/root:|import/);
    expect(visits).toBe(0);
  });

  it('runs no macro', async () => {
    write('macro.fodt', macroDocument(url('proof.txt')));
    await convert('macro.fodt', 'macro.pdf');
    expect(await words('macro.pdf')).toContain('With a macro');
    expect(() => readFileSync(join(folder, 'proof.txt'))).toThrow(/ENOENT/);
  });

  it('uses nothing of the machine', () => {
    const maps = readFileSync(`/proc/${office.pid}/maps`, 'utf8');
    const files = new Set(maps.match(/\/\S+$/gm)?.filter((file) => /\.so|\/lib\//.test(file)));
    // The C library looks at the machine's index of encodings, where it may; a jailed one may not.
    const ours = /\/(unpacked|layers)\/office\/|\/gconv-modules\.cache$/;
    expect([...files].filter((file) => !ours.test(file))).toEqual([]);
    expect(files.size).toBeGreaterThan(50);
  });
});

const OFFICE =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:ooo="http://openoffice.org/2004/office" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" office:version="1.3"';

function flat(kind: string, body: string, scripts = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?><office:document ${OFFICE} office:mimetype="application/vnd.oasis.opendocument.${kind}">${scripts}<office:body>${body}</office:body></office:document>`;
}

function macroDocument(proof: string): string {
  const source = `Sub Main\nOpen &quot;${proof}&quot; For Output As #1\nPrint #1, &quot;ran&quot;\nClose #1\nEnd Sub`;
  const library = `<ooo:library-embedded ooo:name="Standard"><ooo:module ooo:name="M"><ooo:source-code>${source}</ooo:source-code></ooo:module></ooo:library-embedded>`;
  const scripts = `<office:scripts><office:script script:language="ooo:Basic"><ooo:libraries>${library}</ooo:libraries></office:script><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.M.Main?language=Basic&amp;location=document"/></office:event-listeners></office:scripts>`;
  return flat('text', '<office:text><text:p>With a macro</text:p></office:text>', scripts);
}
