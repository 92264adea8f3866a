/** Ligatures, and the forms that letters take beside others: alphabetic and Arabic presentation forms of Unicode. */
const FORMS = /[\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufb4f\ufb50-\ufbb1\ufbd3-\ufd3d\ufd50-\ufdfb\ufe70-\ufefc]/gu;

/**
 * Symbols by their places in Symbol and Wingdings, which Word writes in private use (U+F000 and so on): signs that both
 * have, and those that are bullets, check boxes and arrows in one and rare in the other.
 */
const SYMBOLS: ReadonlyMap<number, string> = new Map(
  [
    [0x20, ' !'],
    [0x28, '()'],
    [0x2b, '+,−./0123456789:;<=>?'],
    [0x6c, '●'],
    [0x6e, '■□'],
    [0x71, '❑❒'],
    [0x74, '◆◆❖'],
    [0x9e, '·•'],
    [0xa1, '○'],
    [0xa3, '≤'],
    [0xa7, '▪☐'],
    [0xb0, '°±'],
    [0xb3, '≥×'],
    [0xb7, '•÷≠≡≈…'],
    [0xd8, '➢'],
    [0xdf, '←→↑↓'],
    [0xe8, '➔'],
    [0xf0, '⇨'],
    [0xfb, '✗✓☒☑'],
  ].flatMap(([first, signs]) => [...String(signs)].map((sign, at): [number, string] => [Number(first) + at, sign])),
);
const PRIVATE = 0xf000;
const PRIVATE_SYMBOLS = /[\uf020-\uf0ff]/g;

/** Writes ligatures, presentation forms and symbols, which fonts of PDF files name as characters, as what people search for. */
export function plainLetters(text: string): string {
  return text
    .replace(FORMS, (form) => form.normalize('NFKC').trim())
    .replace(PRIVATE_SYMBOLS, (symbol) => SYMBOLS.get(symbol.charCodeAt(0) - PRIVATE) ?? symbol);
}
