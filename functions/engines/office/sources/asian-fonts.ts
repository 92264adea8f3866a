/** The parts of a Word document that name fonts, and its settings. */
export const FONT_PARTS =
  /^word\/(?:document\d{0,3}|footnotes|endnotes|(?:header|footer)\d{1,4}|settings|styles|numbering|theme\/theme\d{1,3})\.xml$/;

/** A font that lies in a Word document, in which it is set. */
export const EMBEDDED_FONT = /^word\/fonts\//;

/**
 * Fonts of Chinese, Japanese and Korean, by the one of the same metrics of which the layer has a face with lines as high as
 * Word makes them. All other programs make them less high.
 */
const ALIKE: Readonly<Record<string, readonly string[]>> = {
  SimSun: [
    'SimSun|宋体|NSimSun|新宋体|SimHei|黑体|KaiTi|楷体|KaiTi_GB2312|楷体_GB2312|FangSong|仿宋|FangSong_GB2312|仿宋_GB2312',
    'DengXian|等线|DengXian Light|等线 Light|STSong|华文宋体|STKaiti|华文楷体|STFangsong|华文仿宋|LiSu|隶书|YouYuan|幼圆',
    'PMingLiU|新細明體|MingLiU|細明體|DFKai-SB|標楷體|Hiragino Sans|Hiragino Mincho ProN',
    'MS Mincho|ＭＳ 明朝|MS PMincho|ＭＳ Ｐ明朝|MS Gothic|ＭＳ ゴシック|MS PGothic|ＭＳ Ｐゴシック',
    'Batang|바탕|BatangChe|바탕체|Gulim|굴림|GulimChe|굴림체|Dotum|돋움|DotumChe|돋움체|Gungsuh|궁서',
  ],
  'Yu Gothic': [
    'Yu Gothic|游ゴシック|Yu Gothic Light|游ゴシック Light|Yu Gothic Medium|游ゴシック Medium',
    'Yu Mincho|游明朝|Yu Mincho Light|游明朝 Light|Yu Mincho Demibold|游明朝 Demibold',
  ],
  'Nanum Gothic': ['Nanum Gothic|NanumGothic|나눔고딕|NanumMyeongjo|나눔명조|NanumBarunGothic|나눔바른고딕'],
  'Microsoft YaHei': [
    'Microsoft YaHei|微软雅黑|Microsoft YaHei Light|微软雅黑 Light',
    'Microsoft JhengHei|微軟正黑體|Microsoft JhengHei Light|微軟正黑體 Light',
  ],
  'Malgun Gothic': ['Malgun Gothic|맑은 고딕|Malgun Gothic Semilight|맑은 고딕 Semilight'],
  PingFang: ['PingFang SC|PingFang TC|PingFang HK'],
  'Noto Sans CJK': [
    'Noto Sans CJK SC|Noto Sans CJK TC|Noto Sans CJK JP|Noto Sans CJK KR|Noto Sans SC|Noto Sans TC|Noto Sans JP|Noto Sans KR',
    'Source Han Sans|Source Han Sans SC|Source Han Sans CN|思源黑体|思源黑体 CN|본고딕',
  ],
  Meiryo: ['Meiryo|メイリオ'],
};

/** As they stand in a part that is read as Latin-1. */
const FACES: ReadonlyMap<string, string> = new Map(
  Object.entries(ALIKE).flatMap(([family, names]) =>
    names
      .flatMap((some) => some.split('|'))
      .map((name) => [Buffer.from(name).toString('latin1'), `${family} in Word`] as const),
  ),
);

const NAMED = /(<w:rFonts\b[^<>]{0,400}?\bw:eastAsia=")([^"<>]{2,60})(?=")/g;
const OF_THEME = /(<a:(?:ea|font script="(?:Hang|Jpan|Hans|Hant)") typeface=")([^"<>]{2,60})(?=")/g;
const ASIAN_THEME = /<w:themeFontLang\b[^<>]{0,200}?\bw:eastAsia="(?:zh|ja|ko)-/;

/**
 * Names the faces of the layer in the place of fonts that it lacks, where a Word document names them for Chinese, Japanese and
 * Korean. The settings have to come before the theme.
 */
export function nameAsianFaces(): (xml: string, name: string) => string {
  let isAsian = false;
  return (xml, name) => {
    if (name === 'word/settings.xml') isAsian = ASIAN_THEME.test(xml);
    if (name.startsWith('word/theme/')) return isAsian ? xml.replace(OF_THEME, named) : xml;
    return xml.replace(NAMED, named);
  };
}

function named(all: string, before: string, font: string): string {
  const face = FACES.get(font);
  return face ? before + face : all;
}
