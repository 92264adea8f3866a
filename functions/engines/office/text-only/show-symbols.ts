import { decodeEntities } from '../../entities.ts';
import { applyEdits, attribute, type Edit, tokensOf } from '../../markup.ts';
import { plainLetters } from '../../poppler/plain-letters.ts';

type Symbols = ReadonlyMap<number, string>;

/** Signs by their places in a font, each row from a place on (Adobe's Symbol; ISO/IEC 10646 has those of Wingdings). */
const symbols = (...rows: readonly (readonly [number, string])[]): Symbols =>
  new Map(rows.flatMap(([first, signs]) => [...signs].map((sign, at): [number, string] => [first + at, sign])));

const SYMBOL = symbols(
  [0x21, '!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'],
  [0xa0, '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪'],
  [0xf1, '⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭'],
);
const WINGDINGS = symbols(
  [
    0x21,
    '🖉✂✁👓🕭🕮🕯🕿✆🖂🖃📪📫📬📭📁📂📄🗏🗐🗄⌛🖮🖰🖲🖳🖴🖫🖬✇✍🖎✌👌👍👎☜☞☝☟🖐☺😐☹💣☠🏳🏱✈☼💧❄🕆✞🕈✠✡☪☯ॐ☸♈♉♊♋♌♍♎♏♐♑♒♓🙰🙵●🔾■□🞐❑❒⬧⧫◆❖⬥⌧⮹⌘🏵🏶🙶🙷',
  ],
  [0x80, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿🙢🙠🙡🙣🙞🙜🙝🙟·•'],
  [0xa1, '○🞆🞈◉◎🔿▪☐🟂✦★✶✴✹✵⯐⌖⟡⌑⯑✪✰🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚🕛⮰⮱⮲⮳⮴⮵⮶⮷🙪🙫🙕🙔🙗🙖🙐🙑🙒🙓⌫⌦⮘⮚⮙⮛⮈⮊⮉⮋←→↑↓↖↗↙↘⬅➔⬆⬇⬉⬈⬋⬊⇦⇨⇧⇩⬄⇳⬀⬁⬃⬂🢬🢭✗✓☒☑'],
);
/** The ticks, crosses and bullets of the others. */
const WINGDINGS_2 = symbols([0x4f, '✗✓☒☑☒☒'], [0x97, '•●'], [0xa2, '■□☐▣'], [0xaf, '◆◇']);
const WEBDINGS = symbols([0x33, '◀▶▲▼'], [0x61, '✔'], [0x63, '□'], [0x67, '■'], [0x6e, '●'], [0x72, '✖']);

const FONTS: readonly (readonly [RegExp, Symbols])[] = [
  [/^["']?Symbol\b/, SYMBOL],
  [/^["']?Wingdings 2/, WINGDINGS_2],
  [/^["']?Wingdings(?! \d)/, WINGDINGS],
  [/^["']?Webdings/, WEBDINGS],
];

/** A character of private use, as which Word writes those of symbol fonts, in the bytes of UTF-8. */
const PRIVATE = /\xef[\x80-\x83][\x80-\xbf]/g;
const LETTER = /&[#\w]{1,9};|[!-~]/g;
const HAS_SYMBOLS = /\xef[\x80-\x83]|="(?:&apos;)?(?:Wing|Web)dings|="Symbol/;
const WORDS: readonly string[] = ['text:p', 'text:h', 'text:span', 'text:a'];

/** Writes the letters of symbol fonts in OpenDocument as the signs that they look like. */
export function showSymbols(xml: string): string {
  if (!HAS_SYMBOLS.test(xml)) return xml;
  const fonts = new Map<string, Symbols | undefined>();
  const edits: Edit[] = [];
  const open: (Symbols | undefined)[] = [];
  let style = '';
  for (const { kind, qualified, empty, start, end } of tokensOf(xml)) {
    const said = (name: string) => decodeEntities(attribute(xml.slice(start, end), name) ?? '');
    if (qualified === 'style:style' && kind === 'open') {
      style = said('style:name');
      fonts.set(style, fonts.get(said('style:parent-style-name')));
    } else if (qualified === 'style:text-properties' && kind === 'open') {
      const font = said('style:font-name') || said('fo:font-family');
      if (font) fonts.set(style, FONTS.find(([name]) => name.test(font))?.[1]);
    } else if (WORDS.includes(qualified) && !empty) {
      if (kind === 'close') open.pop();
      else open.push(fonts.get(said('text:style-name')) ?? open.at(-1));
    } else if (kind === 'text' && open.length > 0) {
      const text = xml.slice(start, end);
      const shown = inUnicode(text, open.at(-1));
      if (shown !== text) edits.push({ start, end, text: shown });
    }
  }
  return applyEdits(xml, edits);
}

function inUnicode(text: string, font: Symbols | undefined): string {
  const letters = font
    ? text.replace(LETTER, (letter) => reference(signOf(decodeEntities(letter), font), letter))
    : text;
  return letters.replace(PRIVATE, (bytes) => {
    const character = Buffer.from(bytes, 'latin1').toString();
    return reference(font ? signOf(character, font) : plainLetters(character), bytes);
  });
}

/** Letters are at their own places, and those of private use from U+F000 on. */
function signOf(letter: string, font: Symbols): string | undefined {
  const code = letter.charCodeAt(0);
  return code < 0x100 || (code >= 0xf000 && code < 0xf100) ? font.get(code & 0xff) : undefined;
}

/** A sign as a numeric reference, which is ASCII as tags are; what it stands for where there is none. */
function reference(sign: string | undefined, instead: string): string {
  return sign === undefined || sign === ' ' ? instead : `&#${sign.codePointAt(0)};`;
}
