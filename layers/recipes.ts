import { sevenZip } from './7zip/recipe.ts';
import { bsdtar } from './bsdtar/recipe.ts';
import { ffmpeg } from './ffmpeg/recipe.ts';
import { heif } from './heif/recipe.ts';
import { office } from './office/recipe.ts';
import { pandoc } from './pandoc/recipe.ts';
import { poppler } from './poppler/recipe.ts';
import { qpdf } from './qpdf/recipe.ts';
import type { Recipe } from './recipe.ts';
import { tesseract } from './tesseract/recipe.ts';

/** Every layer that is made of Debian packages, in the order in which they are built. */
export const RECIPES: readonly Recipe[] = [ffmpeg, poppler, office, heif, qpdf, pandoc, bsdtar, sevenZip, tesseract];
