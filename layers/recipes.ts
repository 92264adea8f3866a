import { assimp } from './assimp/recipe.ts';
import { bsdtar } from './bsdtar/recipe.ts';
import { calibre } from './calibre/recipe.ts';
import { chromium } from './chromium/recipe.ts';
import { djvulibre } from './djvulibre/recipe.ts';
import { ffmpeg } from './ffmpeg/recipe.ts';
import { fluidsynth } from './fluidsynth/recipe.ts';
import { fontforge } from './fontforge/recipe.ts';
import { ghostscript } from './ghostscript/recipe.ts';
import { heif } from './heif/recipe.ts';
import { imagemagick } from './imagemagick/recipe.ts';
import { libmobi } from './libmobi/recipe.ts';
import { libraw } from './libraw/recipe.ts';
import { mupdf } from './mupdf/recipe.ts';
import { office } from './office/recipe.ts';
import { pandoc } from './pandoc/recipe.ts';
import { poppler } from './poppler/recipe.ts';
import { qpdf } from './qpdf/recipe.ts';
import type { Recipe } from './recipe.ts';
import { resvg } from './resvg/recipe.ts';
import { tesseract } from './tesseract/recipe.ts';
import { unar } from './unar/recipe.ts';

/** Every layer that is made of Debian packages, in the order in which they are built: the largest first. */
export const RECIPES: readonly Recipe[] = [
  ffmpeg,
  poppler,
  office,
  chromium,
  calibre,
  pandoc,
  heif,
  qpdf,
  bsdtar,
  libmobi,
  djvulibre,
  libraw,
  resvg,
  fontforge,
  assimp,
  tesseract,
  unar,
  imagemagick,
  ghostscript,
  mupdf,
  fluidsynth,
];
