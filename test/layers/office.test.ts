import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { OfficeProcess } from '../../functions/engines/office/process/office-process.ts';
import { unpackLayer } from '../../functions/sandbox/unpack-layer.ts';
import { flatOpenDocument, paragraphs } from '../documents/open-document.ts';
import { textOfPdf } from '../documents/read-result.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const proof = join(folder, 'proof.txt');

const SOURCE = `Sub Main\nOpen &quot;${pathToFileURL(proof).href}&quot; For Output As #1\nPrint #1, &quot;ran&quot;\nClose #1\nEnd Sub`;
const MACRO = `<office:scripts xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0" xmlns:ooo="http://openoffice.org/2004/office"><office:script script:language="ooo:Basic"><ooo:libraries><ooo:library-embedded ooo:name="Standard"><ooo:module ooo:name="M"><ooo:source-code>${SOURCE}</ooo:source-code></ooo:module></ooo:library-embedded></ooo:libraries></office:script><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.M.Main?language=Basic&amp;location=document"/></office:event-listeners></office:scripts>`;

it('LibreOffice by itself, without a jail, fetches no link, reads no linked file, and runs no macro', async () => {
  await unpackLayer('office');
  let visits = 0;
  const origin = await serve((_, response) => {
    visits++;
    response.end();
  });
  const links = [`${origin}/a.png`, 'file:///etc/passwd', pathToFileURL(import.meta.filename).href];
  const linked = links.map((link) => `<img src="${link}"><iframe src="${link}"></iframe>`).join('');
  writeFileSync(join(folder, 'links.html'), `<p>Still here</p>${linked}`);
  const plain = String(flatOpenDocument('text', paragraphs(['Still here'])));
  writeFileSync(join(folder, 'macro.fodt'), plain.replace('<office:body>', `${MACRO}<office:body>`));
  const office = new OfficeProcess();
  for (const name of ['links.html', 'macro.fodt']) {
    await office.run(async (session) => {
      await session.open(join(folder, name), '');
      await session.save(join(folder, `${name}.pdf`), 'pdf', '');
    });
    await office.settled();
    const text = textOfPdf(readFileSync(join(folder, `${name}.pdf`)));
    expect(text).toContain('Still here');
    expect(text).not.toMatch(/root:|import/);
  }
  expect([visits, existsSync(proof)]).toEqual([0, false]);
});
