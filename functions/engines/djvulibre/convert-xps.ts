import { join } from 'node:path';
import { openZip } from '../../detection/document-zip.ts';
import { layerFolder } from '../../sandbox/layer.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { chosenPages } from '../poppler/chosen-pages.ts';
import { convertPdf } from '../poppler/convert-pdf.ts';
import { runQpdf } from '../qpdf/run-qpdf.ts';
import { inspect } from '../read/inspect.ts';
import { isTruncated } from '../read/is-truncated.ts';
import { unreadableFile, unsupported } from '../refusals.ts';
import { type LayerTools, runLayerTool } from '../tool.ts';

/**
 * Converts an XPS file to PDF, and from that to pictures and text.
 * @throws ConversionError
 */
export async function convertXps(job: EngineJob): Promise<EngineResult> {
  const sourcePath = await pdfOfXps(job);
  const { folder, targetFormat, options } = job;
  if (targetFormat !== 'pdf') return convertPdf({ ...job, sourcePath, sourceFormat: 'pdf' });
  const pages = await chosenPages({ sourcePath, folder }, options);
  if (options.pages === undefined) return { path: sourcePath, format: 'pdf' };
  const path = join(folder, 'result.pdf');
  const range = pages.map(({ number }) => number).join(',');
  await runQpdf({ inputFile: sourcePath, outputFile: path, pages: [{ file: '.', range }] }, folder);
  return { path, format: 'pdf' };
}

const LAYER = 'djvulibre';
const DAMAGED = 'The XPS file is damaged, incomplete or locked. Open it in an XPS viewer and print it to PDF.';
const JPEG_XR = 'The XPS file has pictures in JPEG XR, which would be missing. Print it to PDF in an XPS viewer.';
const TOO_MUCH = 'The file needs more memory or time than one conversion may use. Simplify or divide it first.';

/** It leaves pages white that it cannot draw, and reports them: such a result is refused. */
const LIBGXPS: LayerTools = {
  layer: LAYER,
  time: 'poppler',
  memory: 1024,
  fileSize: 512,
  endings: [
    { says: /\bError |not found in archive|error:/, evenWhenDone: true, code: 'UNREADABLE_FILE', message: DAMAGED },
  ],
  tooComplex: TOO_MUCH,
  unreadable: DAMAGED,
  environment: () => ({
    FONTCONFIG_FILE: join(layerFolder('poppler'), 'fonts.conf'),
    GCONV_PATH: join(layerFolder(LAYER), 'lib/gconv'),
  }),
};

/**
 * Converts an XPS file to PDF, in the job's folder. Returns its path.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX, UNSUPPORTED_CONVERSION
 */
async function pdfOfXps({ sourcePath: source, folder }: EngineJob): Promise<string> {
  // The library reads file by file, and reports neither a missing central directory nor a missing last file.
  if (isTruncated(source, 'xps')) throw unreadableFile(DAMAGED, 'the zip lacks its end');
  const { names } = inspect(source, openZip);
  if (names.some((name) => /\.(?:wdp|jxr|hdp)$/i.test(name))) throw unsupported(JPEG_XR);
  const target = join(folder, 'pages.pdf');
  await runLayerTool(LIBGXPS, 'xpstopdf', [source, target], { folder, source, target });
  return target;
}
