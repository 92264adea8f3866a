import { join } from 'node:path';
import { layerFolder } from '../../sandbox/layer.ts';
import { ISOLATED_PYTHON } from '../calibre/run-calibre.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { convertPdf } from '../poppler/convert-pdf.ts';
import { type Ending, type LayerTools, runLayerTool } from '../tool.ts';

const LAYER = 'calibre';
const TOO_MUCH =
  'The drawing takes more memory or time than there is for one. Divide it, or explode its patterns and blocks.';

/** What the program in the layer says with how it ends. */
const ENDINGS: readonly Ending[] = [
  ending(4, 'The drawing is damaged, and cannot be read.'),
  { exitCodes: [5], code: 'TOO_COMPLEX', message: TOO_MUCH },
  ending(7, 'There is nothing in the drawing, or nothing on a layer that is on.'),
  ending(
    8,
    'All that is in the drawing is of kinds that are not drawn: solids (ACIS), proxies, embedded objects, other files.',
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
 * Draws a DXF file on one page of PDF, and makes pictures of that.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function convertDxf(job: EngineJob): Promise<EngineResult> {
  const { sourcePath, targetFormat, folder } = job;
  const path = join(folder, targetFormat === 'pdf' ? 'result.pdf' : 'page.pdf');
  // Pictures have no size on paper: what is small is drawn large.
  const size = targetFormat === 'pdf' || targetFormat === 'svg' ? 'true' : 'fit';
  const program = join(layerFolder(LAYER), 'program/draw-dxf.py');
  const args = [...ISOLATED_PYTHON, program, sourcePath, path, join(layerFolder('poppler'), 'fonts'), size];
  await runLayerTool(EZDXF, 'python3.13', args, { folder, source: sourcePath, target: path });
  if (targetFormat === 'pdf') return { path, format: 'pdf' };
  return convertPdf({ ...job, sourcePath: path, sourceFormat: 'pdf' });
}
