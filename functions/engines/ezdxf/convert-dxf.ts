import { join } from 'node:path';
import { layerFolder } from '../../sandbox/layer.ts';
import { ISOLATED_PYTHON } from '../calibre/run-calibre.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { convertPdf } from '../poppler/convert-pdf.ts';
import { type Ending, type LayerTools, runLayerTool } from '../tool.ts';

const LAYER = 'calibre';
const TOO_MUCH =
  'The drawing needs more memory or time than one conversion may use. Divide it, or explode its hatches and blocks.';

/** What the exit codes of the program in the layer mean. */
const ENDINGS: readonly Ending[] = [
  ending(4, 'The drawing is damaged, and cannot be read.'),
  { exitCodes: [5], code: 'TOO_COMPLEX', message: TOO_MUCH },
  ending(7, 'The drawing is empty, or nothing is on its visible layers.'),
  ending(
    8,
    'The drawing has only what cannot be drawn: solids (ACIS), proxies, embedded objects, external references.',
  ),
  ending(9, 'The drawing is cut off: its end is missing.'),
];

const EZDXF: LayerTools = {
  layer: LAYER,
  time: 'ezdxf',
  memory: 1500,
  fileSize: 500,
  endings: ENDINGS,
  tooComplex: TOO_MUCH,
};

function ending(exitCode: number, message: string): Ending {
  return { exitCodes: [exitCode], code: 'UNREADABLE_FILE', message };
}

/**
 * Draws a DXF file on one PDF page, and makes pictures of that.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function convertDxf(job: EngineJob): Promise<EngineResult> {
  const { sourcePath, targetFormat, folder } = job;
  const path = join(folder, targetFormat === 'pdf' ? 'result.pdf' : 'page.pdf');
  // A picture has no size on paper, so a small drawing is scaled up.
  const size = targetFormat === 'pdf' || targetFormat === 'svg' ? 'true' : 'fit';
  const program = join(layerFolder(LAYER), 'program/draw-dxf.py');
  const args = [...ISOLATED_PYTHON, program, sourcePath, path, join(layerFolder('poppler'), 'fonts'), size];
  await runLayerTool(EZDXF, 'python3.13', args, { folder, source: sourcePath, target: path });
  if (targetFormat === 'pdf') return { path, format: 'pdf' };
  return convertPdf({ ...job, sourcePath: path, sourceFormat: 'pdf' });
}
