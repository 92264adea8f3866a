import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { qpdf } from '../../functions/engines/qpdf.ts';
import { zip } from '../../test/documents/package.ts';
import { linkedPdf } from '../../test/pdfs/linked.ts';
import { convertContent, stopEngines } from '../../test/support/engine.ts';
import { table } from '../measure.ts';
import { processorTimeOf } from '../processor-time.ts';

const [PDFS, PHOTOS] = [50, 100];

/** PDF files with outlines and links, and photos of 12 million pixels, joined into one PDF file in one request. */
export async function benchMerge(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'merge-bench-'));
  const photo = await twelveMegapixels();
  const pdfs = many(PDFS, (index) => [`${index}.pdf`, linkedPdf(index % 2 === 0 ? 'A' : 'B')]);
  const photos = many(PHOTOS, (index) => [`photo ${index}.jpg`, photo]);
  const row = async (name: string, files: Record<string, Buffer>) => {
    const source = await zip(files);
    let made = '';
    const begun = performance.now();
    const time = await processorTimeOf(async () => {
      made = (await convertContent(qpdf, folder, source, ['zip', 'pdf'], { options: { merge: true } })).path;
    });
    const clock = performance.now() - begun;
    return [name, source.length, statSync(made).size, ...[time, clock].map((each) => `${(each / 1000).toFixed(1)} s`)];
  };
  try {
    await row('warm', { 'a.pdf': linkedPdf('A'), 'b.jpg': photo });
    const rows = [
      await row(`${PDFS} PDF files`, pdfs),
      await row(`${PHOTOS} photos`, photos),
      await row('both', { ...pdfs, ...photos }),
    ];
    return table(['joined', 'bytes in', 'bytes out', 'processor time', 'by the clock'], rows);
  } finally {
    await stopEngines();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** So much grain that its JPEG is as large as that of a camera. */
function twelveMegapixels(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const grain = { create: { width: 1000, height: 750, channels: 3, background: 'grey', noise } } as const;
  return sharp(grain)
    .png()
    .toBuffer()
    .then((png) => sharp(png).resize(4000, 3000).jpeg({ quality: 85 }).toBuffer());
}

function many(count: number, fileOf: (index: number) => [string, Buffer]): Record<string, Buffer> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => fileOf(index)));
}
