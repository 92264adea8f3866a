import sharp from 'sharp';
import { poppler } from '../../functions/engines/poppler.ts';
import { tesseract } from '../../functions/engines/tesseract.ts';
import { convertBytes } from '../../test/support/engine.ts';
import { unzip } from '../../test/support/unzip.ts';

/** As many scanners have it: pixels to the inch, degrees askew, quality of JPEG. */
const [DPI, SKEW, QUALITY] = [200, 0.4, 75];

/** A PDF file as it comes from paper: its pages are pictures, with recognised text behind them. */
export async function scanned(pdf: Buffer): Promise<Buffer> {
  const { format, file } = await convertBytes(poppler, pdf, ['pdf', 'png'], { options: { dpi: DPI } });
  const drawn = format === 'zip' ? [...unzip(file).values()] : [file];
  const pages = await Promise.all(
    drawn.map(async (page) => {
      const askew = sharp(page).flatten({ background: '#fff' }).rotate(SKEW, { background: '#fff' });
      return sharp(await askew.jpeg({ quality: QUALITY }).toBuffer())
        .png()
        .toBuffer();
    }),
  );
  const document = (pages.length > 1 ? sharp(pages, { join: { animated: true } }) : sharp(pages[0])).withMetadata({
    density: DPI,
  });
  const options = { ocr: 'auto', language: 'eng' };
  return (await convertBytes(tesseract, await document.tiff().toBuffer(), ['tiff', 'pdf'], { options })).file;
}
