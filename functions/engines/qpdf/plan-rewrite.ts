import { invalidOption } from '../../conversion/options.ts';
import type { Quality } from '../../conversion/quality.ts';
import { IMAGE_QUALITIES } from '../sharp/writing/encodings.ts';
import type { QpdfOptions } from './options.ts';
import { ON } from './run-qpdf.ts';

/** What readers may change, by qpdf's names. */
const CHANGES = { none: 'none', pages: 'assembly', forms: 'form', notes: 'annotate', all: 'all' } as const;

/** The longest password of PDF files, in bytes. */
const LONGEST_PASSWORD = 127;

/** The settings that make a file smaller without loss. */
export const SMALLER = {
  objectStreams: 'generate',
  recompressFlate: ON,
  compressionLevel: '9',
} as const;

/** The settings that flatten forms and annotations. Poppler shows nothing of a page with an empty stream among several. */
export const FLAT = { generateAppearances: ON, flattenAnnotations: 'screen', coalesceContents: ON } as const;

/**
 * The settings of qpdf's job for the options.
 * @param imageQuality for recompressing pictures; undefined where they stay as they are
 * @param chosen the numbers of the chosen pages. @default all
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
    // Unless it is encrypted, the same source gives the same bytes.
    ...(encryption ? { encrypt: encryption } : { decrypt: ON, deterministicId: ON }),
  };
}

/** The quality that pictures are recompressed at; undefined where they stay as they are. */
export function imageQualityOf({ image_quality: asked }: QpdfOptions, quality: Quality): number | undefined {
  return asked ?? (quality === 'high' ? undefined : IMAGE_QUALITIES.jpg[quality]);
}

/** Recompresses pictures: small ones, by qpdf's defaults, only where the option asks for it. */
function planPictures({ image_quality: asked }: QpdfOptions, imageQuality: number) {
  const all = asked === undefined ? {} : { oiMinWidth: '1', oiMinHeight: '1', oiMinArea: '1' };
  return { optimizeImages: ON, jpegQuality: `${imageQuality}`, keepInlineImages: ON, ...all };
}

/**
 * The quarter turns clockwise that the option asks for, 0 to 3.
 * @throws ConversionError INVALID_OPTION
 */
export function quarterTurns({ rotate = 0 }: QpdfOptions): number {
  if (rotate % 90 !== 0)
    throw invalidOption(`The option "rotate" must be a multiple of 90 for pages of a PDF file, not ${rotate}.`);
  return (((rotate / 90) % 4) + 4) % 4;
}

/** Plans the encryption. Without an owner password, the user password permits everything. */
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
