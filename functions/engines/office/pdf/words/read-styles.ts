import { decodeEntities } from '../../../entities.ts';
import { elementsOfLine } from '../../../poppler/line-markup.ts';
import type { Box, Font, Run } from '../page.ts';
import { type FontLook, lookOfName } from './font-looks.ts';

/** A stretch of text with the font of each word. */
export interface Stretch extends Box {
  readonly words: readonly Run[];
}

/** The styled text of a page, and its displayed size in points. */
export interface PageOfStyles {
  readonly width: number;
  readonly height: number;
  readonly stretches: Stretch[];
}

const PAGE = /^<page number="\d+" position="absolute" top="-?\d+" left="-?\d+" height="(\d+)" width="(\d+)">/;
const FONT = /^\s*<fontspec id="(\d+)" size="(-?\d+)" family="([^"]*)" color="(#[0-9a-fA-F]{6})"/;
const TEXT = /^<text top="(-?\d+)" left="(-?\d+)" width="(-?\d+)" height="(-?\d+)" font="(\d+)">(.*)<\/text>$/;
const LINK = /^(?:https?:\/\/|mailto:)[^\s"<>]+$/i;

/** The longest name of a font, in characters. */
const LONGEST_NAME = 100;

/** The family of fonts without a name. */
const FAMILY = 'Liberation Sans';
export const USUAL_FONT: Font = { family: FAMILY, size: 11, color: '#000000' };

/**
 * Reads the XML that pdftohtml writes, for each page. It puts words of the file into it as they are, so only lines that
 * are exactly as poppler writes them are taken.
 * @param scale units to a point
 */
export function readStyles(xml: string, scale: number): PageOfStyles[] {
  const pages: PageOfStyles[] = [];
  const fonts = new Map<string, NamedFont>();
  for (const line of xml.split('\n')) {
    const page = PAGE.exec(line);
    if (page) pages.push({ width: Number(page[2]) / scale, height: Number(page[1]) / scale, stretches: [] });
    const [, id = '', size, family = '', color = ''] = FONT.exec(line) ?? [];
    if (size !== undefined) fonts.set(id, fontOf(family, sizeOf(Number(size) / scale), color));
    const text = TEXT.exec(line);
    if (text) pages.at(-1)?.stretches.push(readStretch(text, fonts, scale));
  }
  return pages;
}

/** A font with the style of its name. */
interface NamedFont {
  readonly font: Font;
  readonly look: FontLook;
}

const USUAL: NamedFont = { font: USUAL_FONT, look: { bold: false, italic: false, mono: false } };

function fontOf(name: string, size: number, color: string): NamedFont {
  const look = lookOfName(decodeEntities(name.slice(0, LONGEST_NAME)));
  return { font: { family: familyOf(name), size, color, ...(look.mono && { mono: true }) }, look };
}

function sizeOf(points: number): number {
  return Math.min(500, Math.max(1, Math.round(points * 2) / 2));
}

/** The name under which others know a font: without the mark of a subset, and without its style. */
function familyOf(name: string): string {
  const whole = decodeEntities(name.slice(0, LONGEST_NAME)).replace(/^[A-Z]{6}\+/, '');
  const spelled = SPELLED.get(keyOf(whole.replace(STYLE, '')));
  if (spelled) return spelled;
  const bare = whole
    .split(/[-,]/, 1)
    .join('')
    .replace(FOUNDRY, '')
    .replace(STYLE, '')
    .replace(/[^\p{L}\p{N} ]/gu, '');
  const known = FAMILIES.find(([pattern]) => pattern.test(bare));
  return known?.[1] ?? (bare === '' ? FAMILY : bare.replace(/([a-z])([A-Z])/g, '$1 $2'));
}

/** The style at the end of a name, behind a hyphen or, in a name of words without one, a small letter. */
const STYLE = /[-,](?:Bold|Italic|Regular|Light|Medium)\w*$|(?<=[a-z]{3})(?:Regular|Bold|BoldItalic|Italic)$/;

const keyOf = (name: string) => name.toLowerCase().replace(/[- ]/g, '');

/** Families whose names have a hyphen in PostScript, or large letters within words. */
const SPELLED: ReadonlyMap<string, string> = new Map(
  [
    ...['SimSun', 'NSimSun', 'SimHei', 'KaiTi', 'FangSong', 'DengXian', 'LiSu', 'YouYuan', 'MingLiU', 'PMingLiU'],
    ...['Microsoft YaHei', 'Microsoft JhengHei', 'MS Gothic', 'MS PGothic', 'MS Mincho', 'MS PMincho', 'BatangChe'],
    ...['GulimChe', 'DotumChe', 'NanumGothic', 'NanumMyeongjo'],
  ].map((family) => [keyOf(family), family]),
);

/** What PostScript names of fonts end with, and not those of families but for some. */
const FOUNDRY = /(?<!^(?:Gill ?Sans|Tw ?Cen|Bell|Calisto|Script) ?)(?:PS)?MT$|PS$/;

/** Families that every machine has, under one of their many names. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^(?:helvetica|arial(?! ?narrow)|nimbus ?sans|cmss|sfss|lmsans)/i, 'Arial'],
  [/^(?:courier|nimbus ?mon|cmtt|sftt|lmmono)/i, 'Courier New'],
  [/^(?:times|nimbus ?rom|(?:cm|sf)(?:r|rm|bx|ti|sl|csc|cc)\d|lmroman)/i, 'Times New Roman'],
  [/^wingdings ?2/i, 'Wingdings 2'],
  [/^wingdings ?3/i, 'Wingdings 3'],
  [/^dejavu ?sans ?mono/i, 'DejaVu Sans Mono'],
  [/^dejavu ?sans/i, 'DejaVu Sans'],
  [/^dejavu ?serif/i, 'DejaVu Serif'],
];

function readStretch(
  [, top, left, width, height, font = '', markup = '']: RegExpExecArray,
  fonts: ReadonlyMap<string, NamedFont>,
  scale: number,
): Stretch {
  const [x, y] = [Number(left) / scale, Number(top) / scale];
  const words = readLooks(markup, fonts.get(font) ?? USUAL);
  return { left: x, top: y, right: x + Number(width) / scale, bottom: y + Number(height) / scale, words };
}

function readLooks(markup: string, { font, look: named }: NamedFont): Run[] {
  const words: Run[] = [];
  let look: Omit<Run, 'text' | 'font'> = { bold: false, italic: false };
  let end = 0;
  const add = (part: string) => {
    for (const text of decodeEntities(part).split(/\s+/)) {
      if (text === '') continue;
      words.push({ text, font, ...look, bold: look.bold || named.bold, italic: look.italic || named.italic });
    }
  };
  for (const { tag, address, ...place } of elementsOfLine(markup)) {
    add(markup.slice(end, place.start));
    end = place.end;
    if (tag !== '<br/>') look = changed(look, tag, address);
  }
  add(markup.slice(end));
  return words;
}

function changed(look: Omit<Run, 'text' | 'font'>, tag: string, address?: string) {
  if (tag.endsWith('b>')) return { ...look, bold: tag === '<b>' };
  if (tag.endsWith('i>')) return { ...look, italic: tag === '<i>' };
  const { link: _, ...unlinked } = look;
  const target = decodeEntities(address ?? '');
  return LINK.test(target) ? { ...unlinked, link: target } : unlinked;
}
