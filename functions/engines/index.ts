import { assimp } from './assimp.ts';
import { bsdtar } from './bsdtar.ts';
import { calc } from './calc.ts';
import { calibre } from './calibre.ts';
import { chromium } from './chromium.ts';
import { comics } from './comics.ts';
import { djvulibre } from './djvulibre.ts';
import { duckdb } from './duckdb.ts';
import type { Engine } from './engine.ts';
import { ezdxf } from './ezdxf.ts';
import { ffmpeg } from './ffmpeg.ts';
import { fluidsynth } from './fluidsynth.ts';
import { fontforge } from './fontforge.ts';
import { ghostscript } from './ghostscript.ts';
import { libraw } from './libraw.ts';
import { office } from './office.ts';
import { pandoc } from './pandoc.ts';
import { poppler } from './poppler.ts';
import { qpdf } from './qpdf.ts';
import { reflow } from './reflow.ts';
import { sharp } from './sharp.ts';
import { tesseract } from './tesseract.ts';

/** All engines in order of preference: the first that can do a conversion does it. */
export const ENGINES: readonly Engine[] = [
  sharp,
  poppler,
  chromium,
  qpdf,
  ffmpeg,
  reflow,
  pandoc,
  office,
  bsdtar,
  duckdb,
  calc,
  djvulibre,
  ghostscript,
  ezdxf,
  fluidsynth,
  comics,
  calibre,
  libraw,
  fontforge,
  assimp,
  tesseract,
];

/** The engines that read what one has made searchable. */
export function readersOf(recogniser: unknown): Engine[] {
  return ENGINES.filter(({ successor, readsSearchable }) => readsSearchable === true && successor === recogniser);
}
