// Written by `npm run docs` from what the engines declare.
// biome-ignore-all format: written by a script

/** The options of apng. */
export interface ApngOptions {
  /** Width (px). Without a height, that follows. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Frames a second (1/s). 29.97 and the like mean the exact rates of television. */
  readonly fps?: number;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Loop. How often the animation is played; 0 is for ever. Without it, as the source, a video for ever. */
  readonly loop?: number;
  /** Speed. How many times as fast as the source it is. */
  readonly speed?: number;
  /** Enlarge. Enlarges what is smaller than width and height. */
  readonly enlarge?: boolean;
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise: a multiple of 90. */
  readonly rotate?: number;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Background. Colour of borders and below what is transparent: #rgb, #rrggbb[aa], or transparent. */
  readonly background?: string;
  /** Frame. One picture of an animation, from 1. Without it, all, or the first. */
  readonly frame?: number;
  /** Colours. srgb converts to sRGB, gray to shades of grey. */
  readonly color?: 'srgb' | 'gray';
}

/** The options of avif. */
export interface AvifOptions {
  /** Width (px). Without a height, that follows. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Enlarge. Enlarges what is smaller than width and height. */
  readonly enlarge?: boolean;
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise: a multiple of 90. */
  readonly rotate?: number;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Background. Colour of borders and below what is transparent: #rgb, #rrggbb[aa], or transparent. */
  readonly background?: string;
  /** Image quality. 100 keeps the most, and is the largest file. */
  readonly image_quality?: number;
  /** Lossless. Whether every pixel is kept exactly. */
  readonly lossless?: boolean;
  /** Effort. Time for a smaller or better file. Without it, that follows from the size of the picture. */
  readonly effort?: number;
  /** Chroma subsampling. Whether colours are kept for each pixel (4:4:4) or for four together (4:2:0). */
  readonly chroma_subsampling?: '4:2:0' | '4:4:4';
  /** Colours. srgb converts to sRGB, gray to shades of grey, keep keeps the profile where the target can. */
  readonly color?: 'srgb' | 'gray' | 'keep';
  /** Resolution (dpi). How finely pages and drawings are rendered; also stored in the result. */
  readonly dpi?: number;
  /** Strip metadata. gps removes the position, all everything but colours. */
  readonly strip_metadata?: 'none' | 'gps' | 'all';
  /** Frames a second (1/s). 29.97 and the like mean the exact rates of television. */
  readonly fps?: number;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Loop. How often the animation is played; 0 is for ever. Without it, as the source, a video for ever. */
  readonly loop?: number;
  /** Speed. How many times as fast as the source it is. */
  readonly speed?: number;
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Frame. One picture of an animation, from 1. Without it, all, or the first. */
  readonly frame?: number;
  /** Password. Opens an encrypted source. */
  readonly password?: string;
  /** Scale. How many times its own size a drawing is drawn. */
  readonly scale?: number;
}

/** The options of bmp. */
export interface BmpOptions {
  /** Width (px). Without a height, that follows. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Enlarge. Enlarges what is smaller than width and height. */
  readonly enlarge?: boolean;
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise: a multiple of 90. */
  readonly rotate?: number;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Background. Colour of borders and below what is transparent: #rgb, #rrggbb[aa], or transparent. */
  readonly background?: string;
  /** Colours. srgb converts to sRGB, gray to shades of grey. */
  readonly color?: 'srgb' | 'gray';
  /** Resolution (dpi). How finely pages and drawings are rendered; also stored in the result. */
  readonly dpi?: number;
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Password. Opens an encrypted source. */
  readonly password?: string;
  /** Frame. One picture of an animation, from 1. Without it, all, or the first. */
  readonly frame?: number;
  /** Scale. How many times its own size a drawing is drawn. */
  readonly scale?: number;
}

/** The options of cur. */
export interface CurOptions {
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise: a multiple of 90. */
  readonly rotate?: number;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Background. Colour of borders and below what is transparent: #rgb, #rrggbb[aa], or transparent. */
  readonly background?: string;
  /** Colours. srgb converts to sRGB, gray to shades of grey. */
  readonly color?: 'srgb' | 'gray';
  /** Sizes. Which sizes the icon holds, in pixels, up to 256. Without it, 16, 32, 48, 64, 128 and 256, as far as the picture is so large. */
  readonly sizes?: string;
}

/** The options of dpx, exr, hdr, pam, pcx, ppm, qoi, sgi and tga. */
export interface DpxOptions {
  /** Width (px). Without a height, that follows. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Enlarge. Enlarges what is smaller than width and height. */
  readonly enlarge?: boolean;
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise: a multiple of 90. */
  readonly rotate?: number;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Background. Colour of borders and below what is transparent: #rgb, #rrggbb[aa], or transparent. */
  readonly background?: string;
  /** Colours. srgb converts to sRGB, gray to shades of grey. */
  readonly color?: 'srgb' | 'gray';
  /** Frame. One picture of an animation, from 1. Without it, all, or the first. */
  readonly frame?: number;
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Scale. How many times its own size a drawing is drawn. */
  readonly scale?: number;
  /** Resolution (dpi). How finely pages and drawings are rendered; also stored in the result. */
  readonly dpi?: number;
}

/** The options of gif. */
export interface GifOptions {
  /** Width (px). Without a height, that follows. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Enlarge. Enlarges what is smaller than width and height. */
  readonly enlarge?: boolean;
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise: a multiple of 90. */
  readonly rotate?: number;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Background. Colour of borders and below what is transparent: #rgb, #rrggbb[aa], or transparent. */
  readonly background?: string;
  /** Effort. Time for a smaller or better file. Without it, that follows from the size of the picture. */
  readonly effort?: number;
  /** Progressive. Whether the picture appears coarsely at first, and finer the more of it is loaded. Without it, a JPEG of up to 2 million pixels does. */
  readonly progressive?: boolean;
  /** Colours. How many different colours there are at most. */
  readonly colors?: number;
  /** Colours. srgb converts to sRGB, gray to shades of grey. */
  readonly color?: 'srgb' | 'gray';
  /** Frames a second (1/s). 29.97 and the like mean the exact rates of television. */
  readonly fps?: number;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Loop. How often the animation is played; 0 is for ever. Without it, as the source, a video for ever. */
  readonly loop?: number;
  /** Speed. How many times as fast as the source it is. */
  readonly speed?: number;
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Resolution (dpi). How finely pages and drawings are rendered; also stored in the result. */
  readonly dpi?: number;
  /** Frame. One picture of an animation, from 1. Without it, all, or the first. */
  readonly frame?: number;
  /** Password. Opens an encrypted source. */
  readonly password?: string;
  /** Scale. How many times its own size a drawing is drawn. */
  readonly scale?: number;
}

/** The options of icns. */
export interface IcnsOptions {
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise: a multiple of 90. */
  readonly rotate?: number;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Background. Colour of borders and below what is transparent: #rgb, #rrggbb[aa], or transparent. */
  readonly background?: string;
  /** Colours. srgb converts to sRGB, gray to shades of grey. */
  readonly color?: 'srgb' | 'gray';
}

/** The options of ico. */
export interface IcoOptions {
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise: a multiple of 90. */
  readonly rotate?: number;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Background. Colour of borders and below what is transparent: #rgb, #rrggbb[aa], or transparent. */
  readonly background?: string;
  /** Colours. srgb converts to sRGB, gray to shades of grey. */
  readonly color?: 'srgb' | 'gray';
  /** Sizes. Which sizes the icon holds, in pixels, up to 256. Without it, 16, 32, 48, 64, 128 and 256, as far as the picture is so large. */
  readonly sizes?: string;
  /** Frame. One picture of an animation, from 1. Without it, all, or the first. */
  readonly frame?: number;
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
}

/** The options of jp2. */
export interface Jp2Options {
  /** Width (px). Without a height, that follows. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Enlarge. Enlarges what is smaller than width and height. */
  readonly enlarge?: boolean;
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise: a multiple of 90. */
  readonly rotate?: number;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Background. Colour of borders and below what is transparent: #rgb, #rrggbb[aa], or transparent. */
  readonly background?: string;
  /** Colours. srgb converts to sRGB, gray to shades of grey. */
  readonly color?: 'srgb' | 'gray';
  /** Image quality. 100 keeps the most, and is the largest file. */
  readonly image_quality?: number;
  /** Lossless. Whether every pixel is kept exactly. */
  readonly lossless?: boolean;
  /** Frame. One picture of an animation, from 1. Without it, all, or the first. */
  readonly frame?: number;
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Scale. How many times its own size a drawing is drawn. */
  readonly scale?: number;
  /** Resolution (dpi). How finely pages and drawings are rendered; also stored in the result. */
  readonly dpi?: number;
}

/** The options of jpg. */
export interface JpgOptions {
  /** Width (px). Without a height, that follows. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Enlarge. Enlarges what is smaller than width and height. */
  readonly enlarge?: boolean;
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise: a multiple of 90. */
  readonly rotate?: number;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Background. Colour of borders and below what is transparent: #rgb, #rrggbb[aa], or transparent. */
  readonly background?: string;
  /** Image quality. 100 keeps the most, and is the largest file. */
  readonly image_quality?: number;
  /** Progressive. Whether the picture appears coarsely at first, and finer the more of it is loaded. Without it, a JPEG of up to 2 million pixels does. */
  readonly progressive?: boolean;
  /** Chroma subsampling. Whether colours are kept for each pixel (4:4:4) or for four together (4:2:0). */
  readonly chroma_subsampling?: '4:2:0' | '4:4:4';
  /** Colours. srgb converts to sRGB, gray to shades of grey, keep keeps the profile where the target can. */
  readonly color?: 'srgb' | 'gray' | 'keep';
  /** Resolution (dpi). How finely pages and drawings are rendered; also stored in the result. */
  readonly dpi?: number;
  /** Strip metadata. gps removes the position, all everything but colours. */
  readonly strip_metadata?: 'none' | 'gps' | 'all';
  /** Time (s). The second of the video whose picture is taken. */
  readonly time?: number;
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Password. Opens an encrypted source. */
  readonly password?: string;
  /** Viewport width (px). Of the window in which the page is shown. */
  readonly viewport_width?: number;
  /** Viewport height (px). Of the window in which the page is shown. */
  readonly viewport_height?: number;
  /** Full page. Whether all of the page is pictured, not the first window alone. */
  readonly full_page?: boolean;
  /** Scale. How many times its own size a drawing is drawn. */
  readonly scale?: number;
  /** Media. For which medium the styles of the page apply. */
  readonly media?: 'print' | 'screen';
  /** Wait (ms). For scripts, once the page has loaded. */
  readonly wait?: number;
  /** Wait for. A CSS selector of what has to appear before the page is drawn. */
  readonly wait_for?: string;
  /** Frame. One picture of an animation, from 1. Without it, all, or the first. */
  readonly frame?: number;
}

/** The options of jxl. */
export interface JxlOptions {
  /** Width (px). Without a height, that follows. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Enlarge. Enlarges what is smaller than width and height. */
  readonly enlarge?: boolean;
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise: a multiple of 90. */
  readonly rotate?: number;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Background. Colour of borders and below what is transparent: #rgb, #rrggbb[aa], or transparent. */
  readonly background?: string;
  /** Colours. srgb converts to sRGB, gray to shades of grey. */
  readonly color?: 'srgb' | 'gray';
  /** Image quality. 100 keeps the most, and is the largest file. */
  readonly image_quality?: number;
  /** Lossless. Whether every pixel is kept exactly. */
  readonly lossless?: boolean;
  /** Effort. Time for a smaller or better file. Without it, that follows from the size of the picture. */
  readonly effort?: number;
  /** Frame. One picture of an animation, from 1. Without it, all, or the first. */
  readonly frame?: number;
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Scale. How many times its own size a drawing is drawn. */
  readonly scale?: number;
  /** Resolution (dpi). How finely pages and drawings are rendered; also stored in the result. */
  readonly dpi?: number;
}

/** The options of pbm and pgm. */
export interface PbmOptions {
  /** Width (px). Without a height, that follows. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Enlarge. Enlarges what is smaller than width and height. */
  readonly enlarge?: boolean;
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise: a multiple of 90. */
  readonly rotate?: number;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Background. Colour of borders and below what is transparent: #rgb, #rrggbb[aa], or transparent. */
  readonly background?: string;
  /** Frame. One picture of an animation, from 1. Without it, all, or the first. */
  readonly frame?: number;
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Scale. How many times its own size a drawing is drawn. */
  readonly scale?: number;
  /** Resolution (dpi). How finely pages and drawings are rendered; also stored in the result. */
  readonly dpi?: number;
}

/** The options of png. */
export interface PngOptions {
  /** Width (px). Without a height, that follows. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Enlarge. Enlarges what is smaller than width and height. */
  readonly enlarge?: boolean;
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise: a multiple of 90. */
  readonly rotate?: number;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Background. Colour of borders and below what is transparent: #rgb, #rrggbb[aa], or transparent. */
  readonly background?: string;
  /** Effort. Time for a smaller or better file. Without it, that follows from the size of the picture. */
  readonly effort?: number;
  /** Progressive. Whether the picture appears coarsely at first, and finer the more of it is loaded. Without it, a JPEG of up to 2 million pixels does. */
  readonly progressive?: boolean;
  /** Colours. How many different colours there are at most. */
  readonly colors?: number;
  /** Colours. srgb converts to sRGB, gray to shades of grey, keep keeps the profile where the target can. */
  readonly color?: 'srgb' | 'gray' | 'keep';
  /** Resolution (dpi). How finely pages and drawings are rendered; also stored in the result. */
  readonly dpi?: number;
  /** Strip metadata. gps removes the position, all everything but colours. */
  readonly strip_metadata?: 'none' | 'gps' | 'all';
  /** Time (s). The second of the video whose picture is taken. */
  readonly time?: number;
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Password. Opens an encrypted source. */
  readonly password?: string;
  /** Viewport width (px). Of the window in which the page is shown. */
  readonly viewport_width?: number;
  /** Viewport height (px). Of the window in which the page is shown. */
  readonly viewport_height?: number;
  /** Full page. Whether all of the page is pictured, not the first window alone. */
  readonly full_page?: boolean;
  /** Scale. How many times its own size a drawing is drawn. */
  readonly scale?: number;
  /** Media. For which medium the styles of the page apply. */
  readonly media?: 'print' | 'screen';
  /** Wait (ms). For scripts, once the page has loaded. */
  readonly wait?: number;
  /** Wait for. A CSS selector of what has to appear before the page is drawn. */
  readonly wait_for?: string;
  /** Frame. One picture of an animation, from 1. Without it, all, or the first. */
  readonly frame?: number;
}

/** The options of psd. */
export interface PsdOptions {
  /** Width (px). Without a height, that follows. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Enlarge. Enlarges what is smaller than width and height. */
  readonly enlarge?: boolean;
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise: a multiple of 90. */
  readonly rotate?: number;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Background. Colour of borders and below what is transparent: #rgb, #rrggbb[aa], or transparent. */
  readonly background?: string;
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Colours. srgb converts to sRGB, gray to shades of grey, keep keeps the profile where the target can. */
  readonly color?: 'srgb' | 'gray' | 'keep';
  /** Resolution (dpi). How finely pages and drawings are rendered; also stored in the result. */
  readonly dpi?: number;
  /** Scale. How many times its own size a drawing is drawn. */
  readonly scale?: number;
  /** Frame. One picture of an animation, from 1. Without it, all, or the first. */
  readonly frame?: number;
}

/** The options of svg. */
export interface SvgOptions {
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Width (px). Without a height, that follows. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Enlarge. Enlarges what is smaller than width and height. */
  readonly enlarge?: boolean;
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise: a multiple of 90. */
  readonly rotate?: number;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Background. Colour of borders and below what is transparent: #rgb, #rrggbb[aa], or transparent. */
  readonly background?: string;
  /** Colours. srgb converts to sRGB, gray to shades of grey. */
  readonly color?: 'srgb' | 'gray';
  /** Colours. How many different colours there are at most. */
  readonly colors?: number;
  /** Detail. How small what is traced may be; more of it makes a larger file. */
  readonly detail?: 'low' | 'medium' | 'high';
  /** Black and white. Traces what is dark, in black on nothing. */
  readonly black_and_white?: boolean;
  /** Password. Opens an encrypted source. */
  readonly password?: string;
  /** Frame. One picture of an animation, from 1. Without it, all, or the first. */
  readonly frame?: number;
}

/** The options of tiff. */
export interface TiffOptions {
  /** Width (px). Without a height, that follows. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Enlarge. Enlarges what is smaller than width and height. */
  readonly enlarge?: boolean;
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise: a multiple of 90. */
  readonly rotate?: number;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Background. Colour of borders and below what is transparent: #rgb, #rrggbb[aa], or transparent. */
  readonly background?: string;
  /** Colours. srgb converts to sRGB, gray to shades of grey, keep keeps the profile where the target can. */
  readonly color?: 'srgb' | 'gray' | 'keep';
  /** Resolution (dpi). How finely pages and drawings are rendered; also stored in the result. */
  readonly dpi?: number;
  /** Strip metadata. gps removes the position, all everything but colours. */
  readonly strip_metadata?: 'none' | 'gps' | 'all';
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Password. Opens an encrypted source. */
  readonly password?: string;
  /** Frame. One picture of an animation, from 1. Without it, all, or the first. */
  readonly frame?: number;
  /** Scale. How many times its own size a drawing is drawn. */
  readonly scale?: number;
}

/** The options of webp. */
export interface WebpOptions {
  /** Width (px). Without a height, that follows. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Enlarge. Enlarges what is smaller than width and height. */
  readonly enlarge?: boolean;
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise: a multiple of 90. */
  readonly rotate?: number;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Background. Colour of borders and below what is transparent: #rgb, #rrggbb[aa], or transparent. */
  readonly background?: string;
  /** Image quality. 100 keeps the most, and is the largest file. */
  readonly image_quality?: number;
  /** Lossless. Whether every pixel is kept exactly. */
  readonly lossless?: boolean;
  /** Effort. Time for a smaller or better file. Without it, that follows from the size of the picture. */
  readonly effort?: number;
  /** Colours. srgb converts to sRGB, gray to shades of grey, keep keeps the profile where the target can. */
  readonly color?: 'srgb' | 'gray' | 'keep';
  /** Resolution (dpi). How finely pages and drawings are rendered; also stored in the result. */
  readonly dpi?: number;
  /** Strip metadata. gps removes the position, all everything but colours. */
  readonly strip_metadata?: 'none' | 'gps' | 'all';
  /** Frames a second (1/s). 29.97 and the like mean the exact rates of television. */
  readonly fps?: number;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Loop. How often the animation is played; 0 is for ever. Without it, as the source, a video for ever. */
  readonly loop?: number;
  /** Speed. How many times as fast as the source it is. */
  readonly speed?: number;
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Frame. One picture of an animation, from 1. Without it, all, or the first. */
  readonly frame?: number;
  /** Password. Opens an encrypted source. */
  readonly password?: string;
  /** Viewport width (px). Of the window in which the page is shown. */
  readonly viewport_width?: number;
  /** Viewport height (px). Of the window in which the page is shown. */
  readonly viewport_height?: number;
  /** Full page. Whether all of the page is pictured, not the first window alone. */
  readonly full_page?: boolean;
  /** Scale. How many times its own size a drawing is drawn. */
  readonly scale?: number;
  /** Media. For which medium the styles of the page apply. */
  readonly media?: 'print' | 'screen';
  /** Wait (ms). For scripts, once the page has loaded. */
  readonly wait?: number;
  /** Wait for. A CSS selector of what has to appear before the page is drawn. */
  readonly wait_for?: string;
}

/** The options of adoc, dbk, dokuwiki, haddock, icml, jats, jira, man, mediawiki, muse, opml, org, rst, tei, tex, texi, textile, typ, xwiki and zimwiki. */
export interface AdocOptions {
  /** Images. Pictures are files beside the text, and both in a zip, or none: their descriptions stay. */
  readonly images?: 'files' | 'none';
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Password. Opens an encrypted source. */
  readonly password?: string;
  /** Text recognition. auto reads pages without text, force all pages, as pictures. */
  readonly ocr?: 'auto' | 'force' | 'off';
  /** Language of the text. The language to recognise; auto finds it out. */
  readonly language?: 'auto' | 'eng' | 'deu' | 'fra' | 'spa' | 'ita' | 'por' | 'nld' | 'pol' | 'tur' | 'vie' | 'rus' | 'ukr' | 'chi_sim' | 'chi_tra' | 'jpn' | 'kor' | 'ara' | 'hin' | 'heb' | 'tha';
}

/** The options of doc and odp. */
export interface DocOptions {
  /** Password. Opens an encrypted source. */
  readonly password?: string;
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Text recognition. auto reads pages without text, force all pages, as pictures. */
  readonly ocr?: 'auto' | 'force' | 'off';
  /** Language of the text. The language to recognise; auto finds it out. */
  readonly language?: 'auto' | 'eng' | 'deu' | 'fra' | 'spa' | 'ita' | 'por' | 'nld' | 'pol' | 'tur' | 'vie' | 'rus' | 'ukr' | 'chi_sim' | 'chi_tra' | 'jpn' | 'kor' | 'ara' | 'hin' | 'heb' | 'tha';
}

/** The options of docx, html, odt, rtf, ods, xlsx, pptx and epub. */
export interface DocxOptions {
  /** Language of the text. The language to recognise; auto finds it out. */
  readonly language?: 'auto' | 'eng' | 'deu' | 'fra' | 'spa' | 'ita' | 'por' | 'nld' | 'pol' | 'tur' | 'vie' | 'rus' | 'ukr' | 'chi_sim' | 'chi_tra' | 'jpn' | 'kor' | 'ara' | 'hin' | 'heb' | 'tha';
  /** Password. Opens an encrypted source. */
  readonly password?: string;
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Text recognition. auto reads pages without text, force all pages, as pictures. */
  readonly ocr?: 'auto' | 'force' | 'off';
}

/** The options of fodt, xhtml, fods, xls, fodp, ppt, cb7, cbt, cpio, iso and tar. */
export interface FodtOptions {
  /** Password. Opens an encrypted source. */
  readonly password?: string;
}

/** The options of ipynb and fb2. */
export interface IpynbOptions {
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Password. Opens an encrypted source. */
  readonly password?: string;
  /** Text recognition. auto reads pages without text, force all pages, as pictures. */
  readonly ocr?: 'auto' | 'force' | 'off';
  /** Language of the text. The language to recognise; auto finds it out. */
  readonly language?: 'auto' | 'eng' | 'deu' | 'fra' | 'spa' | 'ita' | 'por' | 'nld' | 'pol' | 'tur' | 'vie' | 'rus' | 'ukr' | 'chi_sim' | 'chi_tra' | 'jpn' | 'kor' | 'ara' | 'hin' | 'heb' | 'tha';
}

/** The options of md. */
export interface MdOptions {
  /** Images. Pictures are files beside the text, and both in a zip, embedded as data URLs, or none: their descriptions stay. */
  readonly images?: 'files' | 'embedded' | 'none';
  /** Language of the text. The language to recognise; auto finds it out. */
  readonly language?: 'auto' | 'eng' | 'deu' | 'fra' | 'spa' | 'ita' | 'por' | 'nld' | 'pol' | 'tur' | 'vie' | 'rus' | 'ukr' | 'chi_sim' | 'chi_tra' | 'jpn' | 'kor' | 'ara' | 'hin' | 'heb' | 'tha';
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Password. Opens an encrypted source. */
  readonly password?: string;
  /** Text recognition. auto reads pages without text, force all pages, as pictures. */
  readonly ocr?: 'auto' | 'force' | 'off';
}

/** The options of odg, azw3, htmlz, lit, lrf, mobi, pdb, rb, tcr, txtz, bib, csljson, gpx, kml, toml, eot, font.svg, otf, pfb, ttf, woff, woff2, dae, fbx, glb, obj, ply and stl. */
export type OdgOptions = Readonly<Record<string, never>>;

/** The options of pdf. */
export interface PdfOptions {
  /** Width (px). Without a height, that follows. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Enlarge. Enlarges what is smaller than width and height. */
  readonly enlarge?: boolean;
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise: a multiple of 90. */
  readonly rotate?: number;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Background. Colour of borders and below what is transparent: #rgb, #rrggbb[aa], or transparent. */
  readonly background?: string;
  /** Image quality. 100 keeps the most, and is the largest file. */
  readonly image_quality?: number;
  /** Colours. srgb converts to sRGB, gray to shades of grey. */
  readonly color?: 'srgb' | 'gray';
  /** Resolution (dpi). How finely pages and drawings are rendered; also stored in the result. */
  readonly dpi?: number;
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Page size. The paper of all pages. Each keeps its orientation, unless one is given. */
  readonly page_size?: 'A3' | 'A4' | 'A5' | 'B4' | 'B5' | 'letter' | 'legal' | 'tabloid';
  /** Orientation. The orientation of all pages. */
  readonly orientation?: 'portrait' | 'landscape';
  /** Top margin (mm). From the edge of the paper to the text, or to the header or footer. */
  readonly margin_top?: number;
  /** Right margin (mm). From the edge of the paper to the text, or to the header or footer. */
  readonly margin_right?: number;
  /** Bottom margin (mm). From the edge of the paper to the text, or to the header or footer. */
  readonly margin_bottom?: number;
  /** Left margin (mm). From the edge of the paper to the text, or to the header or footer. */
  readonly margin_left?: number;
  /** Password of the result. The result is encrypted (AES, 256 bits), and opens with this password only. */
  readonly encrypt_password?: string;
  /** Password of the owner. Who knows it may do everything with the result; others what is allowed. */
  readonly owner_password?: string;
  /** Printing. How readers without the password of the owner may print the result: not, coarsely, or in full. */
  readonly allow_printing?: 'none' | 'low' | 'full';
  /** Changes. What readers without the password of the owner may change: nothing, the order of pages, also forms, also notes, or all. */
  readonly allow_changes?: 'none' | 'pages' | 'forms' | 'notes' | 'all';
  /** Copying. Whether readers without the password of the owner may copy text and pictures. */
  readonly allow_copying?: boolean;
  /** PDF/A. Makes a PDF/A file, to be kept for long: part 1, 2 or 3 of ISO 19005, level B. It is always tagged. */
  readonly pdf_a?: '1b' | '2b' | '3b';
  /** Tagged. Whether headings, lists and tables are marked for screen readers. Without it, texts and slides are, sheets and drawings are not. */
  readonly tagged?: boolean;
  /** Text recognition. auto reads pages without text, force all pages, as pictures. */
  readonly ocr?: 'auto' | 'force' | 'off';
  /** Language of the text. The language to recognise; auto finds it out. */
  readonly language?: 'auto' | 'eng' | 'deu' | 'fra' | 'spa' | 'ita' | 'por' | 'nld' | 'pol' | 'tur' | 'vie' | 'rus' | 'ukr' | 'chi_sim' | 'chi_tra' | 'jpn' | 'kor' | 'ara' | 'hin' | 'heb' | 'tha';
  /** Page width (mm). Of the paper, instead of a page size. */
  readonly page_width?: number;
  /** Page height (mm). Of the paper, instead of a page size. */
  readonly page_height?: number;
  /** Header. A text at the top of each page. */
  readonly header?: string;
  /** Footer. A text at the bottom of each page. */
  readonly footer?: string;
  /** Page numbers. Whether each page has its number and the number of pages at the bottom: 2 / 7. Without it, markup has. */
  readonly page_numbers?: boolean;
  /** Header as HTML. In the top margin. Classes date, title, pageNumber and totalPages are filled in. */
  readonly header_html?: string;
  /** Footer as HTML. In the bottom margin, as header_html. */
  readonly footer_html?: string;
  /** Scale. How many times its own size a drawing is drawn. */
  readonly scale?: number;
  /** Backgrounds. Whether background colours and pictures are printed. */
  readonly print_background?: boolean;
  /** Paper of the page. Whether a paper named in the styles comes first. Without it, unless one is asked for. */
  readonly prefer_css_page_size?: boolean;
  /** Single page. Whether all is on one page, as tall as needed. */
  readonly single_page?: boolean;
  /** Media. For which medium the styles of the page apply. */
  readonly media?: 'print' | 'screen';
  /** Wait (ms). For scripts, once the page has loaded. */
  readonly wait?: number;
  /** Wait for. A CSS selector of what has to appear before the page is drawn. */
  readonly wait_for?: string;
  /** Outline. Whether headings become bookmarks. */
  readonly outline?: boolean;
  /** Password. Opens an encrypted source. */
  readonly password?: string;
  /** Fit to width. Whether sheets are made smaller until all their columns fit onto the width of a page. */
  readonly fit_to_width?: boolean;
  /** Sheet. One sheet, by name or number from 1. Without it, all. */
  readonly sheet?: string;
  /** Notes. Whether a page with the notes of each slide follows after the slides. */
  readonly notes?: boolean;
  /** Frame. One picture of an animation, from 1. Without it, all, or the first. */
  readonly frame?: number;
  /** Strip metadata. gps removes the position, all everything but colours. */
  readonly strip_metadata?: 'none' | 'gps' | 'all';
  /** Delete pages. Pages and ranges from 1 that are left out; a range may lack its end. */
  readonly delete_pages?: string;
  /** Flatten. Whether forms and notes become part of the pages, as they look now. */
  readonly flatten?: boolean;
  /** Crop margins. What is cut off each page in millimetres: all sides, or top, right, bottom, left. It is hidden and not erased. */
  readonly crop_margins?: string;
  /** Watermark. A text over each page. */
  readonly watermark?: string;
  /** Position of the watermark. Where the watermark is. */
  readonly watermark_place?: 'diagonal' | 'center' | 'top' | 'bottom' | 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';
  /** Opacity of the watermark (%). How little of the page is seen through it. */
  readonly watermark_opacity?: number;
  /** Size of the watermark (pt). At most what fits, which it is without this in the middle of a page; 12 at its edges. */
  readonly watermark_size?: number;
  /** Colour of the watermark. As #rrggbb. */
  readonly watermark_color?: string;
  /** Position of page numbers. Where the numbers are. */
  readonly page_number_place?: 'top' | 'bottom' | 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';
  /** Format of page numbers. A text with {page}, and {pages} for the last number. */
  readonly page_number_format?: string;
  /** First page number. The number of the first page that has one. */
  readonly page_number_start?: number;
  /** Pages without number. How many pages at the beginning have no number. */
  readonly page_number_skip?: number;
  /** Linearized. Whether the first page can be shown while the rest is still being loaded. */
  readonly linearize?: boolean;
  /** Join into one PDF. Whether the files become one PDF file, in the order of their names, or of the parts. */
  readonly merge?: boolean;
  /** Order. Which of the files, by their numbers from 1, in the order in which they are joined. */
  readonly order?: string;
}

/** The options of txt. */
export interface TxtOptions {
  /** Encoding. How letters are written; utf-8-bom, utf-16le and utf-16be begin with a byte order mark. What an encoding lacks is refused. */
  readonly encoding?: 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'us-ascii' | 'windows-1250' | 'windows-1251' | 'windows-1252' | 'windows-1253' | 'windows-1254' | 'windows-1257' | 'iso-8859-2' | 'iso-8859-15' | 'koi8-r' | 'macintosh';
  /** Line ends. How lines end: lf as on Linux and Mac, crlf as on Windows. */
  readonly line_ends?: 'lf' | 'crlf';
  /** Language of the text. The language to recognise; auto finds it out. */
  readonly language?: 'auto' | 'eng' | 'deu' | 'fra' | 'spa' | 'ita' | 'por' | 'nld' | 'pol' | 'tur' | 'vie' | 'rus' | 'ukr' | 'chi_sim' | 'chi_tra' | 'jpn' | 'kor' | 'ara' | 'hin' | 'heb' | 'tha';
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Password. Opens an encrypted source. */
  readonly password?: string;
  /** Layout of the text. page keeps lines and columns where they stand on the page, reading follows the text, column by column. */
  readonly text_layout?: 'page' | 'reading';
  /** Text recognition. auto reads pages without text, force all pages, as pictures. */
  readonly ocr?: 'auto' | 'force' | 'off';
}

/** The options of csv. */
export interface CsvOptions {
  /** Sheet. One sheet, by name or number from 1. Without it, all. */
  readonly sheet?: string;
  /** Encoding. How letters are written; utf-8-bom, utf-16le and utf-16be begin with a byte order mark. What an encoding lacks is refused. */
  readonly encoding?: 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'us-ascii' | 'windows-1250' | 'windows-1251' | 'windows-1252' | 'windows-1253' | 'windows-1254' | 'windows-1257' | 'iso-8859-2' | 'iso-8859-15' | 'koi8-r' | 'macintosh';
  /** Quoting. Which fields stand in quotes: those that need it, or all. */
  readonly quoting?: 'minimal' | 'all';
  /** Separator. What stands between fields. */
  readonly separator?: 'comma' | 'semicolon' | 'tab' | 'pipe';
  /** Language of the text. The language to recognise; auto finds it out. */
  readonly language?: 'auto' | 'eng' | 'deu' | 'fra' | 'spa' | 'ita' | 'por' | 'nld' | 'pol' | 'tur' | 'vie' | 'rus' | 'ukr' | 'chi_sim' | 'chi_tra' | 'jpn' | 'kor' | 'ara' | 'hin' | 'heb' | 'tha';
  /** Header. Whether the first line holds the names of the columns. */
  readonly header?: boolean;
  /** Password. Opens an encrypted source. */
  readonly password?: string;
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Text recognition. auto reads pages without text, force all pages, as pictures. */
  readonly ocr?: 'auto' | 'force' | 'off';
}

/** The options of tsv. */
export interface TsvOptions {
  /** Encoding. How letters are written; utf-8-bom, utf-16le and utf-16be begin with a byte order mark. What an encoding lacks is refused. */
  readonly encoding?: 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'us-ascii' | 'windows-1250' | 'windows-1251' | 'windows-1252' | 'windows-1253' | 'windows-1254' | 'windows-1257' | 'iso-8859-2' | 'iso-8859-15' | 'koi8-r' | 'macintosh';
  /** Quoting. Which fields stand in quotes: those that need it, or all. */
  readonly quoting?: 'minimal' | 'all';
  /** Header. Whether the first line holds the names of the columns. */
  readonly header?: boolean;
  /** Sheet. One sheet, by name or number from 1. Without it, all. */
  readonly sheet?: string;
  /** Password. Opens an encrypted source. */
  readonly password?: string;
}

/** The options of aac and m4r. */
export interface AacOptions {
  /** Audio bitrate (kbit/s). Of all channels together. */
  readonly audio_bitrate?: number;
  /** Sample rate (Hz). Samples a second. */
  readonly sample_rate?: 8000 | 11025 | 12000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000 | 64000 | 88200 | 96000;
  /** Channels. 1 is mono, 2 is stereo, 6 is 5.1. */
  readonly channels?: 1 | 2 | 3 | 4 | 5 | 6 | 8;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Loudness (LUFS). Loudness to reach (EBU R128), with true peaks below -1.5 dBTP. */
  readonly loudness?: number;
  /** Fade in (s). Duration of the fade at the beginning. */
  readonly fade_in?: number;
  /** Fade out (s). Duration of the fade at the end. */
  readonly fade_out?: number;
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
}

/** The options of ac3. */
export interface Ac3Options {
  /** Audio bitrate (kbit/s). Of all channels together. */
  readonly audio_bitrate?: 32 | 40 | 48 | 56 | 64 | 80 | 96 | 112 | 128 | 160 | 192 | 224 | 256 | 320 | 384 | 448 | 512 | 576 | 640;
  /** Sample rate (Hz). Samples a second. */
  readonly sample_rate?: 32000 | 44100 | 48000;
  /** Channels. 1 is mono, 2 is stereo, 6 is 5.1. */
  readonly channels?: 1 | 2 | 6;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Loudness (LUFS). Loudness to reach (EBU R128), with true peaks below -1.5 dBTP. */
  readonly loudness?: number;
  /** Fade in (s). Duration of the fade at the beginning. */
  readonly fade_in?: number;
  /** Fade out (s). Duration of the fade at the end. */
  readonly fade_out?: number;
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
}

/** The options of aiff and flac. */
export interface AiffOptions {
  /** Sample rate (Hz). Samples a second. */
  readonly sample_rate?: number;
  /** Channels. 1 is mono, 2 is stereo, 6 is 5.1. */
  readonly channels?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Loudness (LUFS). Loudness to reach (EBU R128), with true peaks below -1.5 dBTP. */
  readonly loudness?: number;
  /** Fade in (s). Duration of the fade at the beginning. */
  readonly fade_in?: number;
  /** Fade out (s). Duration of the fade at the end. */
  readonly fade_out?: number;
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
  /** Cover. Whether the cover picture is kept. */
  readonly cover?: boolean;
}

/** The options of au, caf, wav and wv. */
export interface AuOptions {
  /** Sample rate (Hz). Samples a second. */
  readonly sample_rate?: number;
  /** Channels. 1 is mono, 2 is stereo, 6 is 5.1. */
  readonly channels?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Loudness (LUFS). Loudness to reach (EBU R128), with true peaks below -1.5 dBTP. */
  readonly loudness?: number;
  /** Fade in (s). Duration of the fade at the beginning. */
  readonly fade_in?: number;
  /** Fade out (s). Duration of the fade at the end. */
  readonly fade_out?: number;
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
}

/** The options of eac3. */
export interface Eac3Options {
  /** Audio bitrate (kbit/s). Of all channels together. */
  readonly audio_bitrate?: number;
  /** Sample rate (Hz). Samples a second. */
  readonly sample_rate?: 32000 | 44100 | 48000;
  /** Channels. 1 is mono, 2 is stereo, 6 is 5.1. */
  readonly channels?: 1 | 2 | 6;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Loudness (LUFS). Loudness to reach (EBU R128), with true peaks below -1.5 dBTP. */
  readonly loudness?: number;
  /** Fade in (s). Duration of the fade at the beginning. */
  readonly fade_in?: number;
  /** Fade out (s). Duration of the fade at the end. */
  readonly fade_out?: number;
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
}

/** The options of m4a and m4b. */
export interface M4aOptions {
  /** Audio bitrate (kbit/s). Of all channels together. */
  readonly audio_bitrate?: number;
  /** Sample rate (Hz). Samples a second. */
  readonly sample_rate?: 8000 | 11025 | 12000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000 | 64000 | 88200 | 96000;
  /** Channels. 1 is mono, 2 is stereo, 6 is 5.1. */
  readonly channels?: 1 | 2 | 3 | 4 | 5 | 6 | 8;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Loudness (LUFS). Loudness to reach (EBU R128), with true peaks below -1.5 dBTP. */
  readonly loudness?: number;
  /** Fade in (s). Duration of the fade at the beginning. */
  readonly fade_in?: number;
  /** Fade out (s). Duration of the fade at the end. */
  readonly fade_out?: number;
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
  /** Cover. Whether the cover picture is kept. */
  readonly cover?: boolean;
}

/** The options of mka. */
export interface MkaOptions {
  /** Audio bitrate (kbit/s). Of all channels together. */
  readonly audio_bitrate?: number;
  /** Channels. 1 is mono, 2 is stereo, 6 is 5.1. */
  readonly channels?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Loudness (LUFS). Loudness to reach (EBU R128), with true peaks below -1.5 dBTP. */
  readonly loudness?: number;
  /** Fade in (s). Duration of the fade at the beginning. */
  readonly fade_in?: number;
  /** Fade out (s). Duration of the fade at the end. */
  readonly fade_out?: number;
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
}

/** The options of mp2. */
export interface Mp2Options {
  /** Audio bitrate (kbit/s). Of all channels together. */
  readonly audio_bitrate?: 32 | 48 | 56 | 64 | 80 | 96 | 112 | 128 | 160 | 192 | 224 | 256 | 320 | 384;
  /** Sample rate (Hz). Samples a second. */
  readonly sample_rate?: 16000 | 22050 | 24000 | 32000 | 44100 | 48000;
  /** Channels. 1 is mono, 2 is stereo, 6 is 5.1. */
  readonly channels?: 1 | 2;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Loudness (LUFS). Loudness to reach (EBU R128), with true peaks below -1.5 dBTP. */
  readonly loudness?: number;
  /** Fade in (s). Duration of the fade at the beginning. */
  readonly fade_in?: number;
  /** Fade out (s). Duration of the fade at the end. */
  readonly fade_out?: number;
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
}

/** The options of mp3. */
export interface Mp3Options {
  /** Audio bitrate (kbit/s). Of all channels together. */
  readonly audio_bitrate?: 32 | 40 | 48 | 56 | 64 | 80 | 96 | 112 | 128 | 160 | 192 | 224 | 256 | 320;
  /** Sample rate (Hz). Samples a second. */
  readonly sample_rate?: 8000 | 11025 | 12000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000;
  /** Channels. 1 is mono, 2 is stereo, 6 is 5.1. */
  readonly channels?: 1 | 2;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Loudness (LUFS). Loudness to reach (EBU R128), with true peaks below -1.5 dBTP. */
  readonly loudness?: number;
  /** Fade in (s). Duration of the fade at the beginning. */
  readonly fade_in?: number;
  /** Fade out (s). Duration of the fade at the end. */
  readonly fade_out?: number;
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
  /** Cover. Whether the cover picture is kept. */
  readonly cover?: boolean;
}

/** The options of ogg. */
export interface OggOptions {
  /** Audio bitrate (kbit/s). Of all channels together. */
  readonly audio_bitrate?: number;
  /** Sample rate (Hz). Samples a second. */
  readonly sample_rate?: number;
  /** Channels. 1 is mono, 2 is stereo, 6 is 5.1. */
  readonly channels?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Loudness (LUFS). Loudness to reach (EBU R128), with true peaks below -1.5 dBTP. */
  readonly loudness?: number;
  /** Fade in (s). Duration of the fade at the beginning. */
  readonly fade_in?: number;
  /** Fade out (s). Duration of the fade at the end. */
  readonly fade_out?: number;
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
  /** Cover. Whether the cover picture is kept. */
  readonly cover?: boolean;
}

/** The options of opus. */
export interface OpusOptions {
  /** Audio bitrate (kbit/s). Of all channels together. */
  readonly audio_bitrate?: number;
  /** Channels. 1 is mono, 2 is stereo, 6 is 5.1. */
  readonly channels?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Loudness (LUFS). Loudness to reach (EBU R128), with true peaks below -1.5 dBTP. */
  readonly loudness?: number;
  /** Fade in (s). Duration of the fade at the beginning. */
  readonly fade_in?: number;
  /** Fade out (s). Duration of the fade at the end. */
  readonly fade_out?: number;
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
  /** Cover. Whether the cover picture is kept. */
  readonly cover?: boolean;
}

/** The options of wma. */
export interface WmaOptions {
  /** Audio bitrate (kbit/s). Of all channels together. */
  readonly audio_bitrate?: number;
  /** Sample rate (Hz). Samples a second. */
  readonly sample_rate?: 8000 | 11025 | 16000 | 22050 | 32000 | 44100 | 48000;
  /** Channels. 1 is mono, 2 is stereo, 6 is 5.1. */
  readonly channels?: 1 | 2;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Loudness (LUFS). Loudness to reach (EBU R128), with true peaks below -1.5 dBTP. */
  readonly loudness?: number;
  /** Fade in (s). Duration of the fade at the beginning. */
  readonly fade_in?: number;
  /** Fade out (s). Duration of the fade at the end. */
  readonly fade_out?: number;
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
}

/** The options of 3g2, 3gp, flv and m4v. */
export interface Format3g2Options {
  /** Width (px). Without a height, that follows. It becomes even. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. It becomes even. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise. */
  readonly rotate?: 90 | 180 | 270;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Frames a second (1/s). 29.97 and the like mean the exact rates of television. */
  readonly fps?: number;
  /** Constant rate factor. Constant quality of the codec: less is better, and larger. */
  readonly crf?: number;
  /** Video bitrate (kbit/s). Average bitrate of the video, instead of constant quality. */
  readonly video_bitrate?: number;
  /** Sound. Whether the video has sound. */
  readonly audio?: boolean;
  /** Audio bitrate (kbit/s). Of all channels together. */
  readonly audio_bitrate?: number;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Subtitles. keep takes what the target can hold, burn draws the first text track. */
  readonly subtitles?: 'keep' | 'burn' | 'none';
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
}

/** The options of avi. */
export interface AviOptions {
  /** Width (px). Without a height, that follows. It becomes even. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. It becomes even. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise. */
  readonly rotate?: 90 | 180 | 270;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Frames a second (1/s). 29.97 and the like mean the exact rates of television. */
  readonly fps?: number;
  /** Video bitrate (kbit/s). Average bitrate of the video, instead of constant quality. */
  readonly video_bitrate?: number;
  /** Sound. Whether the video has sound. */
  readonly audio?: boolean;
  /** Audio codec. A stream that has this codec already is copied where possible. */
  readonly audio_codec?: 'mp3' | 'ac3' | 'pcm';
  /** Audio bitrate (kbit/s). Of all channels together. */
  readonly audio_bitrate?: number;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Subtitles. keep takes what the target can hold, burn draws the first text track. */
  readonly subtitles?: 'keep' | 'burn' | 'none';
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
}

/** The options of mkv. */
export interface MkvOptions {
  /** Width (px). Without a height, that follows. It becomes even. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. It becomes even. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise. */
  readonly rotate?: 90 | 180 | 270;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Frames a second (1/s). 29.97 and the like mean the exact rates of television. */
  readonly fps?: number;
  /** Video codec. A stream that has this codec already is copied where possible. */
  readonly video_codec?: 'h264' | 'hevc' | 'av1' | 'vp9';
  /** Constant rate factor. Constant quality of the codec: less is better, and larger. */
  readonly crf?: number;
  /** Video bitrate (kbit/s). Average bitrate of the video, instead of constant quality. */
  readonly video_bitrate?: number;
  /** Sound. Whether the video has sound. */
  readonly audio?: boolean;
  /** Audio codec. A stream that has this codec already is copied where possible. */
  readonly audio_codec?: 'aac' | 'mp3' | 'opus' | 'vorbis' | 'ac3' | 'eac3' | 'flac';
  /** Audio bitrate (kbit/s). Of all channels together. */
  readonly audio_bitrate?: number;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Subtitles. keep takes what the target can hold, burn draws the first text track. */
  readonly subtitles?: 'keep' | 'burn' | 'none';
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
}

/** The options of mov. */
export interface MovOptions {
  /** Width (px). Without a height, that follows. It becomes even. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. It becomes even. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise. */
  readonly rotate?: 90 | 180 | 270;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Frames a second (1/s). 29.97 and the like mean the exact rates of television. */
  readonly fps?: number;
  /** Video codec. A stream that has this codec already is copied where possible. */
  readonly video_codec?: 'h264' | 'hevc' | 'prores';
  /** Constant rate factor. Constant quality of the codec: less is better, and larger. */
  readonly crf?: number;
  /** Video bitrate (kbit/s). Average bitrate of the video, instead of constant quality. */
  readonly video_bitrate?: number;
  /** Sound. Whether the video has sound. */
  readonly audio?: boolean;
  /** Audio codec. A stream that has this codec already is copied where possible. */
  readonly audio_codec?: 'aac' | 'mp3' | 'ac3' | 'alac' | 'pcm';
  /** Audio bitrate (kbit/s). Of all channels together. */
  readonly audio_bitrate?: number;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Subtitles. keep takes what the target can hold, burn draws the first text track. */
  readonly subtitles?: 'keep' | 'burn' | 'none';
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
}

/** The options of mp4. */
export interface Mp4Options {
  /** Width (px). Without a height, that follows. It becomes even. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. It becomes even. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise. */
  readonly rotate?: 90 | 180 | 270;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Frames a second (1/s). 29.97 and the like mean the exact rates of television. */
  readonly fps?: number;
  /** Video codec. A stream that has this codec already is copied where possible. */
  readonly video_codec?: 'h264' | 'hevc' | 'av1';
  /** Constant rate factor. Constant quality of the codec: less is better, and larger. */
  readonly crf?: number;
  /** Video bitrate (kbit/s). Average bitrate of the video, instead of constant quality. */
  readonly video_bitrate?: number;
  /** Sound. Whether the video has sound. */
  readonly audio?: boolean;
  /** Audio codec. A stream that has this codec already is copied where possible. */
  readonly audio_codec?: 'aac' | 'mp3';
  /** Audio bitrate (kbit/s). Of all channels together. */
  readonly audio_bitrate?: number;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Subtitles. keep takes what the target can hold, burn draws the first text track. */
  readonly subtitles?: 'keep' | 'burn' | 'none';
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
}

/** The options of mpg. */
export interface MpgOptions {
  /** Width (px). Without a height, that follows. It becomes even. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. It becomes even. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise. */
  readonly rotate?: 90 | 180 | 270;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Frames a second (1/s). 29.97 and the like mean the exact rates of television. */
  readonly fps?: number;
  /** Video bitrate (kbit/s). Average bitrate of the video, instead of constant quality. */
  readonly video_bitrate?: number;
  /** Sound. Whether the video has sound. */
  readonly audio?: boolean;
  /** Audio codec. A stream that has this codec already is copied where possible. */
  readonly audio_codec?: 'mp2' | 'ac3';
  /** Audio bitrate (kbit/s). Of all channels together. */
  readonly audio_bitrate?: number;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Subtitles. keep takes what the target can hold, burn draws the first text track. */
  readonly subtitles?: 'keep' | 'burn' | 'none';
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
}

/** The options of mxf. */
export interface MxfOptions {
  /** Width (px). Without a height, that follows. It becomes even. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. It becomes even. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise. */
  readonly rotate?: 90 | 180 | 270;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Frames a second (1/s). 29.97 and the like mean the exact rates of television. */
  readonly fps?: number;
  /** Video bitrate (kbit/s). Average bitrate of the video, instead of constant quality. */
  readonly video_bitrate?: number;
  /** Sound. Whether the video has sound. */
  readonly audio?: boolean;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Subtitles. keep takes what the target can hold, burn draws the first text track. */
  readonly subtitles?: 'keep' | 'burn' | 'none';
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
}

/** The options of ogv. */
export interface OgvOptions {
  /** Width (px). Without a height, that follows. It becomes even. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. It becomes even. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise. */
  readonly rotate?: 90 | 180 | 270;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Frames a second (1/s). 29.97 and the like mean the exact rates of television. */
  readonly fps?: number;
  /** Video bitrate (kbit/s). Average bitrate of the video, instead of constant quality. */
  readonly video_bitrate?: number;
  /** Sound. Whether the video has sound. */
  readonly audio?: boolean;
  /** Audio codec. A stream that has this codec already is copied where possible. */
  readonly audio_codec?: 'vorbis' | 'opus';
  /** Audio bitrate (kbit/s). Of all channels together. */
  readonly audio_bitrate?: number;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Subtitles. keep takes what the target can hold, burn draws the first text track. */
  readonly subtitles?: 'keep' | 'burn' | 'none';
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
}

/** The options of ts. */
export interface TsOptions {
  /** Width (px). Without a height, that follows. It becomes even. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. It becomes even. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise. */
  readonly rotate?: 90 | 180 | 270;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Frames a second (1/s). 29.97 and the like mean the exact rates of television. */
  readonly fps?: number;
  /** Video codec. A stream that has this codec already is copied where possible. */
  readonly video_codec?: 'h264' | 'hevc' | 'mpeg2';
  /** Constant rate factor. Constant quality of the codec: less is better, and larger. */
  readonly crf?: number;
  /** Video bitrate (kbit/s). Average bitrate of the video, instead of constant quality. */
  readonly video_bitrate?: number;
  /** Sound. Whether the video has sound. */
  readonly audio?: boolean;
  /** Audio codec. A stream that has this codec already is copied where possible. */
  readonly audio_codec?: 'aac' | 'mp2' | 'ac3' | 'eac3';
  /** Audio bitrate (kbit/s). Of all channels together. */
  readonly audio_bitrate?: number;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Subtitles. keep takes what the target can hold, burn draws the first text track. */
  readonly subtitles?: 'keep' | 'burn' | 'none';
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
}

/** The options of vob. */
export interface VobOptions {
  /** Width (px). Without a height, that follows. It becomes even. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. It becomes even. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise. */
  readonly rotate?: 90 | 180 | 270;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Frames a second (1/s). 29.97 and the like mean the exact rates of television. */
  readonly fps?: number;
  /** Video bitrate (kbit/s). Average bitrate of the video, instead of constant quality. */
  readonly video_bitrate?: number;
  /** Sound. Whether the video has sound. */
  readonly audio?: boolean;
  /** Audio codec. A stream that has this codec already is copied where possible. */
  readonly audio_codec?: 'ac3' | 'mp2';
  /** Audio bitrate (kbit/s). Of all channels together. */
  readonly audio_bitrate?: number;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Subtitles. keep takes what the target can hold, burn draws the first text track. */
  readonly subtitles?: 'keep' | 'burn' | 'none';
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
}

/** The options of webm. */
export interface WebmOptions {
  /** Width (px). Without a height, that follows. It becomes even. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. It becomes even. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise. */
  readonly rotate?: 90 | 180 | 270;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Frames a second (1/s). 29.97 and the like mean the exact rates of television. */
  readonly fps?: number;
  /** Video codec. A stream that has this codec already is copied where possible. */
  readonly video_codec?: 'vp9' | 'av1';
  /** Constant rate factor. Constant quality of the codec: less is better, and larger. */
  readonly crf?: number;
  /** Video bitrate (kbit/s). Average bitrate of the video, instead of constant quality. */
  readonly video_bitrate?: number;
  /** Sound. Whether the video has sound. */
  readonly audio?: boolean;
  /** Audio codec. A stream that has this codec already is copied where possible. */
  readonly audio_codec?: 'opus' | 'vorbis';
  /** Audio bitrate (kbit/s). Of all channels together. */
  readonly audio_bitrate?: number;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Subtitles. keep takes what the target can hold, burn draws the first text track. */
  readonly subtitles?: 'keep' | 'burn' | 'none';
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
}

/** The options of wmv. */
export interface WmvOptions {
  /** Width (px). Without a height, that follows. It becomes even. */
  readonly width?: number;
  /** Height (px). Without a width, that follows. It becomes even. */
  readonly height?: number;
  /** Fit. inside, outside keep all, contain adds borders, cover crops, fill stretches. */
  readonly fit?: 'inside' | 'outside' | 'contain' | 'cover' | 'fill';
  /** Crop. Part of the upright source: left, top, width, height in pixels; of PDF to PDF in points. */
  readonly crop?: string;
  /** Rotate (degrees). Degrees clockwise. */
  readonly rotate?: 90 | 180 | 270;
  /** Flip. Mirrors left to right, top to bottom, or both. */
  readonly flip?: 'horizontal' | 'vertical' | 'both';
  /** Frames a second (1/s). 29.97 and the like mean the exact rates of television. */
  readonly fps?: number;
  /** Video bitrate (kbit/s). Average bitrate of the video, instead of constant quality. */
  readonly video_bitrate?: number;
  /** Sound. Whether the video has sound. */
  readonly audio?: boolean;
  /** Audio bitrate (kbit/s). Of all channels together. */
  readonly audio_bitrate?: number;
  /** Start (s). Second of the source at which it begins. */
  readonly start?: number;
  /** End (s). Second of the source at which it ends. */
  readonly end?: number;
  /** Subtitles. keep takes what the target can hold, burn draws the first text track. */
  readonly subtitles?: 'keep' | 'burn' | 'none';
  /** Strip metadata. all leaves out tags and names of tracks and chapters. */
  readonly strip_metadata?: 'none' | 'all';
}

/** The options of ass, lrc, srt, ttml and vtt. */
export interface AssOptions {
  /** Shift (s). Seconds by which all subtitles come later; earlier, below 0. What would be over before 0 is left out. */
  readonly shift?: number;
}

/** The options of cbz. */
export interface CbzOptions {
  /** Password. Opens an encrypted source. */
  readonly password?: string;
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Resolution (dpi). How finely pages and drawings are rendered; also stored in the result. */
  readonly dpi?: number;
}

/** The options of 7z, jar, tar.bz2, tar.gz, tar.xz and tar.zst. */
export interface Format7zOptions {
  /** Compression level. Higher is smaller, and slower. */
  readonly compression_level?: number;
  /** Password. Opens an encrypted source. */
  readonly password?: string;
}

/** The options of bz2, gz, xz and zst. */
export interface Bz2Options {
  /** Compression level. Higher is smaller, and slower. */
  readonly compression_level?: number;
}

/** The options of zip. */
export interface ZipOptions {
  /** Compression level. Higher is smaller, and slower. */
  readonly compression_level?: number;
  /** Password. Opens an encrypted source. */
  readonly password?: string;
  /** Split. Where a file begins: at each page, every so many, for each of some ranges, or at each of the bookmarks. */
  readonly split?: string;
}

/** The options of geojson. */
export interface GeojsonOptions {
  /** Indent. Spaces by which each level is indented; with 0 there are as few line breaks as possible. */
  readonly indent?: number;
}

/** The options of json. */
export interface JsonOptions {
  /** Language of the text. The language to recognise; auto finds it out. */
  readonly language?: 'auto' | 'eng' | 'deu' | 'fra' | 'spa' | 'ita' | 'por' | 'nld' | 'pol' | 'tur' | 'vie' | 'rus' | 'ukr' | 'chi_sim' | 'chi_tra' | 'jpn' | 'kor' | 'ara' | 'hin' | 'heb' | 'tha';
  /** Sheet. One sheet, by name or number from 1. Without it, all. */
  readonly sheet?: string;
  /** Indent. Spaces by which each level is indented; with 0 there are as few line breaks as possible. */
  readonly indent?: number;
  /** Password. Opens an encrypted source. */
  readonly password?: string;
  /** Pages. Pages and ranges from 1, in order; a range may lack its end. */
  readonly pages?: string;
  /** Text recognition. auto reads pages without text, force all pages, as pictures. */
  readonly ocr?: 'auto' | 'force' | 'off';
}

/** The options of ndjson, sqlite and yaml. */
export interface NdjsonOptions {
  /** Sheet. One sheet, by name or number from 1. Without it, all. */
  readonly sheet?: string;
  /** Password. Opens an encrypted source. */
  readonly password?: string;
}

/** The options of parquet. */
export interface ParquetOptions {
  /** Compression. How the columns are compressed. */
  readonly compression?: 'zstd' | 'snappy' | 'gzip' | 'none';
  /** Sheet. One sheet, by name or number from 1. Without it, all. */
  readonly sheet?: string;
  /** Password. Opens an encrypted source. */
  readonly password?: string;
}

/** The options of xml. */
export interface XmlOptions {
  /** Indent. Spaces by which each level is indented; with 0 there are as few line breaks as possible. */
  readonly indent?: number;
  /** Sheet. One sheet, by name or number from 1. Without it, all. */
  readonly sheet?: string;
  /** Password. Opens an encrypted source. */
  readonly password?: string;
}

/** The options of each target; some are there for some sources only, as the list of formats says. */
export interface TargetOptions {
  readonly '3g2': Format3g2Options;
  readonly '3gp': Format3g2Options;
  readonly '7z': Format7zOptions;
  readonly 'font.svg': OdgOptions;
  readonly 'tar.bz2': Format7zOptions;
  readonly 'tar.gz': Format7zOptions;
  readonly 'tar.xz': Format7zOptions;
  readonly 'tar.zst': Format7zOptions;
  readonly aac: AacOptions;
  readonly ac3: Ac3Options;
  readonly adoc: AdocOptions;
  readonly aiff: AiffOptions;
  readonly apng: ApngOptions;
  readonly ass: AssOptions;
  readonly au: AuOptions;
  readonly avi: AviOptions;
  readonly avif: AvifOptions;
  readonly azw3: OdgOptions;
  readonly bib: OdgOptions;
  readonly bmp: BmpOptions;
  readonly bz2: Bz2Options;
  readonly caf: AuOptions;
  readonly cb7: FodtOptions;
  readonly cbt: FodtOptions;
  readonly cbz: CbzOptions;
  readonly cpio: FodtOptions;
  readonly csljson: OdgOptions;
  readonly csv: CsvOptions;
  readonly cur: CurOptions;
  readonly dae: OdgOptions;
  readonly dbk: AdocOptions;
  readonly doc: DocOptions;
  readonly docx: DocxOptions;
  readonly dokuwiki: AdocOptions;
  readonly dpx: DpxOptions;
  readonly eac3: Eac3Options;
  readonly eot: OdgOptions;
  readonly epub: DocxOptions;
  readonly exr: DpxOptions;
  readonly fb2: IpynbOptions;
  readonly fbx: OdgOptions;
  readonly flac: AiffOptions;
  readonly flv: Format3g2Options;
  readonly fodp: FodtOptions;
  readonly fods: FodtOptions;
  readonly fodt: FodtOptions;
  readonly geojson: GeojsonOptions;
  readonly gif: GifOptions;
  readonly glb: OdgOptions;
  readonly gpx: OdgOptions;
  readonly gz: Bz2Options;
  readonly haddock: AdocOptions;
  readonly hdr: DpxOptions;
  readonly html: DocxOptions;
  readonly htmlz: OdgOptions;
  readonly icml: AdocOptions;
  readonly icns: IcnsOptions;
  readonly ico: IcoOptions;
  readonly ipynb: IpynbOptions;
  readonly iso: FodtOptions;
  readonly jar: Format7zOptions;
  readonly jats: AdocOptions;
  readonly jira: AdocOptions;
  readonly jp2: Jp2Options;
  readonly jpg: JpgOptions;
  readonly json: JsonOptions;
  readonly jxl: JxlOptions;
  readonly kml: OdgOptions;
  readonly lit: OdgOptions;
  readonly lrc: AssOptions;
  readonly lrf: OdgOptions;
  readonly m4a: M4aOptions;
  readonly m4b: M4aOptions;
  readonly m4r: AacOptions;
  readonly m4v: Format3g2Options;
  readonly man: AdocOptions;
  readonly md: MdOptions;
  readonly mediawiki: AdocOptions;
  readonly mka: MkaOptions;
  readonly mkv: MkvOptions;
  readonly mobi: OdgOptions;
  readonly mov: MovOptions;
  readonly mp2: Mp2Options;
  readonly mp3: Mp3Options;
  readonly mp4: Mp4Options;
  readonly mpg: MpgOptions;
  readonly muse: AdocOptions;
  readonly mxf: MxfOptions;
  readonly ndjson: NdjsonOptions;
  readonly obj: OdgOptions;
  readonly odg: OdgOptions;
  readonly odp: DocOptions;
  readonly ods: DocxOptions;
  readonly odt: DocxOptions;
  readonly ogg: OggOptions;
  readonly ogv: OgvOptions;
  readonly opml: AdocOptions;
  readonly opus: OpusOptions;
  readonly org: AdocOptions;
  readonly otf: OdgOptions;
  readonly pam: DpxOptions;
  readonly parquet: ParquetOptions;
  readonly pbm: PbmOptions;
  readonly pcx: DpxOptions;
  readonly pdb: OdgOptions;
  readonly pdf: PdfOptions;
  readonly pfb: OdgOptions;
  readonly pgm: PbmOptions;
  readonly ply: OdgOptions;
  readonly png: PngOptions;
  readonly ppm: DpxOptions;
  readonly ppt: FodtOptions;
  readonly pptx: DocxOptions;
  readonly psd: PsdOptions;
  readonly qoi: DpxOptions;
  readonly rb: OdgOptions;
  readonly rst: AdocOptions;
  readonly rtf: DocxOptions;
  readonly sgi: DpxOptions;
  readonly sqlite: NdjsonOptions;
  readonly srt: AssOptions;
  readonly stl: OdgOptions;
  readonly svg: SvgOptions;
  readonly tar: FodtOptions;
  readonly tcr: OdgOptions;
  readonly tei: AdocOptions;
  readonly tex: AdocOptions;
  readonly texi: AdocOptions;
  readonly textile: AdocOptions;
  readonly tga: DpxOptions;
  readonly tiff: TiffOptions;
  readonly toml: OdgOptions;
  readonly ts: TsOptions;
  readonly tsv: TsvOptions;
  readonly ttf: OdgOptions;
  readonly ttml: AssOptions;
  readonly txt: TxtOptions;
  readonly txtz: OdgOptions;
  readonly typ: AdocOptions;
  readonly vob: VobOptions;
  readonly vtt: AssOptions;
  readonly wav: AuOptions;
  readonly webm: WebmOptions;
  readonly webp: WebpOptions;
  readonly wma: WmaOptions;
  readonly wmv: WmvOptions;
  readonly woff2: OdgOptions;
  readonly woff: OdgOptions;
  readonly wv: AuOptions;
  readonly xhtml: FodtOptions;
  readonly xls: FodtOptions;
  readonly xlsx: DocxOptions;
  readonly xml: XmlOptions;
  readonly xwiki: AdocOptions;
  readonly xz: Bz2Options;
  readonly yaml: NdjsonOptions;
  readonly zimwiki: AdocOptions;
  readonly zip: ZipOptions;
  readonly zst: Bz2Options;
}

/** A format that can be converted to. */
export type Target = keyof TargetOptions;
