import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { layerFolder } from '../../sandbox/layer.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { convertPdf } from '../poppler/convert-pdf.ts';
import { inspectPdf } from '../poppler/inspect-pdf.ts';
import { runPoppler } from '../poppler/run-poppler.ts';
import { readHead } from '../read-head.ts';
import { unreadableFile } from '../refusals.ts';
import { type LayerTools, runLayerTool } from '../tool.ts';
import { ILLUSTRATOR_PROLOG } from './illustrator-prolog.ts';
import { cropToBox, isCutOff } from './postscript-section.ts';

const LAYER = 'ghostscript';
const TOO_MUCH = 'The file needs more memory or time than one conversion may use. Simplify it, or save it as PDF.';

const GHOSTSCRIPT: LayerTools = {
  layer: LAYER,
  memory: 1500,
  fileSize: 500,
  complainsOnOutput: true,
  endings: [{ says: /VMerror|limitcheck|Unrecoverable error, exit code 255/, code: 'TOO_COMPLEX', message: TOO_MUCH }],
  tooComplex: TOO_MUCH,
  unreadable: 'The PostScript is damaged, incomplete, or does what is not allowed here, such as opening files.',
};

const OLD_DRAWING =
  'The drawing is of an old Illustrator and has text, gradients, patterns or other things in it that cannot be drawn, or it is damaged. Save it in Illustrator as SVG, EPS or PDF.';

/** Illustrator draws this text where it saved a drawing without its PDF. */
const ABSENT = /saved without PDF Content/i;
const TEXT_BYTES = 1_000_000;

/**
 * Converts PostScript and Illustrator files to PDF, and from that to pictures.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function convertPostScript(job: EngineJob): Promise<EngineResult> {
  const path = join(job.folder, job.targetFormat === 'pdf' ? 'result.pdf' : 'pages.pdf');
  const file = { sourcePath: path, folder: job.folder };
  if ((await readHead(job.sourcePath, 5)).toString('latin1') === '%PDF-') {
    await copyFile(job.sourcePath, path);
    const { stdout } = await runPoppler('pdftotext', ['-l', '1', path, '-'], file, TEXT_BYTES);
    if (ABSENT.test(stdout))
      throw unreadableFile(
        'The file has no PDF in it. Save it in Illustrator with "Create PDF Compatible File".',
        'no PDF',
      );
  } else await distil(job, path);
  await inspectPdf(file);
  if (job.targetFormat === 'pdf') return { path, format: 'pdf' };
  return convertPdf({ ...job, sourcePath: path, sourceFormat: 'pdf' });
}

/** Distils PostScript to PDF: it can open no file but Ghostscript's own resources. */
async function distil(job: EngineJob, path: string): Promise<void> {
  const { sourcePath, sourceFormat, targetFormat, quality, folder } = job;
  const layer = layerFolder(LAYER);
  const isDrawing = sourceFormat === 'ai';
  const prolog = join(folder, 'prolog.ps');
  if (isDrawing) await writeFile(prolog, ILLUSTRATOR_PROLOG);
  const exact = quality === 'high' || targetFormat !== 'pdf';
  const { stdout } = await runLayerTool(
    isDrawing ? { ...GHOSTSCRIPT, unreadable: OLD_DRAWING } : GHOSTSCRIPT,
    'gs',
    [
      ...['-dSAFER', '-dNOPAUSE', '-dBATCH', '-q', '-dNOPLATFONTS', '-dEPSCrop'],
      ...[`-I${layer}/Resource/Init`, `-sGenericResourceDir=${layer}/Resource/`, `-sICCProfilesDir=${layer}/icc/`],
      ...(exact ? ['-dAutoFilterColorImages=false', '-dAutoFilterGrayImages=false'] : []),
      ...(exact ? ['-dColorImageFilter=/FlateEncode', '-dGrayImageFilter=/FlateEncode'] : []),
      ...['-sDEVICE=pdfwrite', '-o', path, ...cropToBox(sourcePath, isDrawing)],
      ...['-f', ...(isDrawing ? [prolog] : []), sourcePath],
      ...['-c', 'currentpagedevice /PageCount get =='],
    ],
    { folder, source: sourcePath, target: path },
  );
  const [, count] = /(?:^|\s)(\d+)\s*$/.exec(stdout.slice(-100)) ?? [];
  // Where no page was shown, pdfwrite writes an empty one.
  if (count === '0')
    throw unreadableFile('The PostScript shows no page: it is incomplete, or not meant to be printed.', 'no page');
  // Ghostscript draws a file that is truncated between two operators as far as it goes.
  if (isCutOff(sourcePath, Number(count)))
    throw unreadableFile('The PostScript is cut off: its end is missing.', 'no end');
}
