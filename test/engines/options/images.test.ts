import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { chooseEngine } from '../../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import { waysOf } from '../../../functions/conversion/ways.ts';
import { docx } from '../../documents/office-open-xml.ts';
import { redPicture } from '../../documents/sources.ts';
import { handWritten } from '../../pdfs/hand-written.ts';
import { pictureOf } from '../../pdfs/pictured.ts';
import { convertBytes } from '../../support/engine.ts';

/** The one file that a document with a picture becomes, as a text. */
async function textOf(source: Uint8Array, from: FormatName, to: FormatName, images: string): Promise<string> {
  const { format, file } = await convertBytes(chooseEngine(from, to), source, [from, to], { options: { images } });
  expect(format).toBe(to);
  return file.toString();
}

/** A page with a line of text, and a picture below it. */
function picturedPage(): Buffer {
  const [width, height] = [60, 40];
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => at & 255));
  const picture = pictureOf(deflateSync(pixels), { space: '/DeviceRGB', filter: 'FlateDecode', width, height });
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
  const entries = `/Resources<</Font<</F1 ${font}>>/XObject<</P 3 0 R>>>>`;
  const content = 'BT /F1 12 Tf 50 300 Td (Text) Tj ET q 120 0 0 80 50 150 cm /P Do Q';
  return handWritten([{ width: 300, height: 400, content, entries }], { objects: [picture] });
}

it.each([
  ['docx', async () => docx(['Text'], { png: await redPicture() })],
  ['pdf', async () => picturedPage()],
] as const)('pictures of %s are embedded in Markdown, or left out of a text', async (format, make) => {
  const source = await make();
  const embedded = await textOf(source, format, 'md', 'embedded');
  expect(embedded).toMatch(/Text[\s\S]*!\[[^\]]*\]\(data:image\/(png|jpeg);base64,[\w+/=]{50,}\)/);
  for (const target of ['md', 'tex'] as const) {
    const bare = await textOf(source, format, target, 'none');
    expect(bare).toContain('Text');
    expect(bare).not.toMatch(/!\[|includegraphics/);
  }
});

it('scans have the option as well', () => {
  const conversion = { originalFormat: 'pdf', targetFormat: 'md', options: { images: 'none' }, secrets: {} } as const;
  expect(waysOf(conversion, chooseEngine('pdf', 'md')).map(({ recogniser }) => recogniser?.name)).toEqual([
    undefined,
    'tesseract',
    undefined,
  ]);
});
