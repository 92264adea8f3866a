import { invalidOption } from '../../conversion/options.ts';
import type { Quality } from '../../conversion/quality.ts';
import { IMAGE_QUALITIES } from '../sharp/image-qualities.ts';
import type { QpdfOptions } from './options.ts';
import { ON } from './run-qpdf.ts';

/** What readers may change, in the words of qpdf. */
const CHANGES = { none: 'none', pages: 'assembly', forms: 'form', notes: 'annotate', all: 'all' } as const;

/** PDF files take no longer passwords, in bytes. */
const LONGEST_PASSWORD = 127;

/** What makes a file smaller without anyone seeing it. */
const SMALLER = {
  objectStreams: 'generate',
  recompressFlate: ON,
  compressionLevel: '9',
} as const;

/** What makes forms and notes part of pages. Poppler shows nothing of a page of several streams of which one is empty. */
export const FLAT = { generateAppearances: ON, flattenAnnotations: 'all', coalesceContents: ON } as const;

/**
 * What qpdf is to do with a file, as it takes it.
 * @param imageQuality how much of pictures is kept, where they are to be compressed
 * @param chosen the numbers of the pages that the result has, where not all
 * @throws ConversionError INVALID_OPTION
 */
export function planRewrite(options: QpdfOptions, imageQuality: number | undefined, chosen?: readonly number[]) {
  const turn = quarterTurns(options) * 90;
  const encryption = planEncryption(options);
  return {
    ...SMALLER,
    ...(imageQuality === undefined ? {} : planPictures(options, imageQuality)),
    ...(chosen ? { pages: [{ file: '.', range: chosen.join(',') }] } : {}),
    ...(turn === 0 ? {} : { rotate: [`+${turn}`] }),
    ...(options.linearize ? { linearize: ON } : {}),
    ...(options.flatten ? FLAT : {}),
    // The same file gives the same bytes, as far as it is not encrypted.
    ...(encryption ? { encrypt: encryption } : { decrypt: ON, deterministicId: ON }),
  };
}

/** How much of pictures is kept; nothing where they stay as they are. */
export function imageQualityOf({ image_quality: asked }: QpdfOptions, quality: Quality): number | undefined {
  return asked ?? (quality === 'high' ? undefined : IMAGE_QUALITIES.jpg[quality]);
}

/** Small pictures, such as logos, are only touched when it is asked for: the least sides are those of qpdf. */
function planPictures({ image_quality: asked }: QpdfOptions, imageQuality: number) {
  const all = asked === undefined ? {} : { oiMinWidth: '1', oiMinHeight: '1', oiMinArea: '1' };
  return { optimizeImages: ON, jpegQuality: `${imageQuality}`, keepInlineImages: ON, ...all };
}

/**
 * How often pages are turned clockwise by 90 degrees, 0 to 3.
 * @throws ConversionError INVALID_OPTION
 */
export function quarterTurns({ rotate = 0 }: QpdfOptions): number {
  if (rotate % 90 !== 0)
    throw invalidOption(`The option "rotate" must be a multiple of 90 for pages of a PDF file, not ${rotate}.`);
  return (((rotate / 90) % 4) + 4) % 4;
}

/** Who knows the password to open a file may do everything with it, unless there is another for the owner. */
export function planEncryption(options: QpdfOptions) {
  const { encrypt_password: user = '', owner_password: owner = user } = options;
  if (owner === '') return undefined;
  for (const name of ['encrypt_password', 'owner_password'] as const) checkLength(name, options[name] ?? '');
  if (owner === options.encrypt_password && options.owner_password !== undefined)
    throw invalidOption('The options "encrypt_password" and "owner_password" must differ.');
  const { allow_printing: print = 'full', allow_changes: changes = 'all', allow_copying: copying = true } = options;
  const permissions = { print, modify: CHANGES[changes], extract: copying ? 'y' : 'n' };
  return { userPassword: user, ownerPassword: owner, '256bit': permissions };
}

function checkLength(name: string, password: string): void {
  if (Buffer.byteLength(password) > LONGEST_PASSWORD)
    throw invalidOption(`The option "${name}" must have at most ${LONGEST_PASSWORD} bytes as UTF-8.`);
}
