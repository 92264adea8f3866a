import type { FormatName } from '../conversion/formats.ts';
import type { Engine } from './engine.ts';
import { ghostscript } from './ghostscript.ts';
import { PICTURES } from './poppler/pdf-targets.ts';
import { poppler } from './poppler.ts';

/** Converts DXF drawings with ezdxf, which is in calibre's layer, and with poppler to pictures. */
export const ezdxf: Engine = {
  name: 'ezdxf',
  worker: {
    ...poppler.worker,
    layers: ['calibre', 'poppler'],
  },
  conversions: { dxf: ['pdf', 'svg', ...PICTURES] },
  options: Object.fromEntries(PICTURES.map((target) => [target, withoutPages(ghostscript.options?.[target])])),
};

/** A drawing is one page. */
function withoutPages({ pages: _, ...options }: NonNullable<Engine['options']>[FormatName] = {}) {
  return options;
}
