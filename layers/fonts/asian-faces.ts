import opentype from 'opentype.js';
import {
  type LineHeight,
  nameTable,
  readTables,
  type Tables,
  tableOf,
  writeCollection,
  writeHeights,
  writeWidth,
} from './sfnt.ts';

/** The font of Chinese, Japanese and Korean. */
const ASIAN = 'Droid Sans Fallback';

/** How high the lines of a family are, in thousandths of the font size. */
interface Metrics extends LineHeight {
  /** The width of a space, where it is not that of our font. */
  readonly space?: number;
}

interface Face extends Metrics {
  readonly family: string;
}

/**
 * Lines as high as those of Liberation, in which LibreOffice writes a text in a font that is not here: what it takes for
 * Chinese, Japanese and Korean makes no difference then.
 */
const PLAIN: Face = { family: ASIAN, ascent: 905, descent: 244 };

/** Families that are not here, of which others have the metrics too: the ascender and descender of their tables `hhea`. */
const METRICS = {
  SimSun: { ascent: 859, descent: 141, space: 500 },
  'Yu Gothic': { ascent: 880, descent: 222 },
  'Nanum Gothic': { ascent: 920, descent: 230 },
  'Microsoft YaHei': { ascent: 1058, descent: 262 },
  'Malgun Gothic': { ascent: 1088, descent: 242, space: 352 },
  PingFang: { ascent: 1060, descent: 340 },
  'Noto Sans CJK': { ascent: 1160, descent: 288 },
  Meiryo: { ascent: 1060, descent: 440 },
} as const satisfies Record<string, Metrics>;

/** Families whose lines are higher than those of Liberation, by the one whose metrics they have. */
const HIGHER: Readonly<Partial<Record<keyof typeof METRICS, readonly string[]>>> = {
  'Microsoft YaHei': ['Microsoft YaHei', '微软雅黑', 'Microsoft JhengHei', '微軟正黑體'],
  'Malgun Gothic': ['Malgun Gothic', '맑은 고딕'],
  PingFang: ['PingFang SC', 'PingFang TC', 'PingFang HK'],
  'Noto Sans CJK': ['SC', 'TC', 'JP', 'KR'].flatMap((region) => [`Noto Sans CJK ${region}`, `Noto Sans ${region}`]),
  Meiryo: ['Meiryo', 'メイリオ'],
};

/** Word makes a line of Chinese, Japanese or Korean so much higher, half above and half below, as measured in PDF files of its. */
const WORD = 0.3;

const forWord = (family: string) => `${family} in Word`;
const higher = (family: string) => `Lines of ${family}`;

/** A collection of the font, with a face for each height of lines. They share their glyphs. */
export function asianFaces(data: Buffer): Buffer {
  const font = opentype.parse(new Uint8Array(data).buffer);
  const shared = readTables(data);
  const space = font.charToGlyph(' ').index;
  const families = Object.entries<Metrics>(METRICS);
  const faces: readonly Face[] = [
    PLAIN,
    ...families.map(([family, metrics]) => ({ ...inWord(metrics), family: forWord(family) })),
    ...families
      .filter(([family]) => family in HIGHER)
      .map(([family, metrics]) => ({ ...metrics, family: higher(family) })),
  ];
  return writeCollection(faces.map(tablesOf));

  function tablesOf(face: Face): Tables {
    const tables: Tables = new Map(shared);
    for (const tag of ['hhea', 'OS/2', ...(face.space ? ['hmtx'] : [])]) {
      tables.set(tag, Buffer.from(tableOf(shared, tag)));
    }
    writeHeights(tables, face, font.unitsPerEm);
    if (face.space) writeWidth(tables, space, face.space, font.unitsPerEm);
    tables.set('name', nameTable({ family: face.family, style: 'Regular' }, font.names));
    return tables;
  }
}

function inWord({ ascent, descent, ...metrics }: Metrics): Metrics {
  const bonus = (WORD / 2) * (ascent + descent);
  return { ...metrics, ascent: ascent + bonus, descent: descent + bonus };
}

/**
 * Settings by which LibreOffice takes this font first for a text in Chinese, Japanese or Korean whose font is not here. It
 * thickens letters only in the font that it takes first.
 */
export function asianRules(): string[] {
  const own = Object.entries(HIGHER).flatMap(([family, names]) => names.map((name) => [name, higher(family)] as const));
  return ['zh', 'ja', 'ko'].flatMap((language) => [
    rule(language, `compare="not_eq"><string>${ASIAN}</string>`, ASIAN),
    ...own.map(([name, face]) => rule(language, `compare="eq"><string>${name}</string>`, face)),
  ]);
}

function rule(language: string, family: string, face: string): string {
  return `<match target="pattern">
    <test name="lang" compare="contains"><string>${language}</string></test>
    <test name="family" qual="first" ${family}</test>
    <edit name="family" mode="append" binding="same"><string>${face}</string></edit>
  </match>`;
}
