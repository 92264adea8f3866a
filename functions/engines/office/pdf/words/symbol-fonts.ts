/** Fonts of symbols without names that others know, and what letters stand for in them. */
const FONTS: readonly (readonly [RegExp, (letter: string) => string | undefined])[] = [
  // At the place where fonts of symbols have it (OpenType, cmap 3.0).
  [/^wingdings/i, (letter) => String.fromCharCode(0xf000 + letter.charCodeAt(0))],
  [/^CMEX\d/, (letter) => LARGE.get(letter)],
  [/^CMB?SY\d/, (letter) => SIGNS.get(letter)],
  [/^MSAM\d/, (letter) => AMS.get(letter)],
  [/^MSBM\d/, (letter) => BLACKBOARD.get(letter)],
];

/** TeX's large operators and roots, in the sizes of text and of a formula (Knuth, The TeXbook, appendix F). */
const LARGE = signsOf('∑PX∏QY∫RZ⋃S[⋂T\\⨁LM⨂NO⨀JK⨄U]⋀V^⋁W_∮HI⨆FG∐`a√pq√rs{8(}9)');
const SIGNS = new Map(Object.entries({ 0: '′', b: '⌊', c: '⌋', d: '⌈', e: '⌉', h: '⟨', i: '⟩', k: '‖' }));
/** Those of the American Mathematical Society. */
const AMS = new Map(Object.entries({ X: '✓', F: '★' }));
const BLACKBOARD = new Map(Object.entries({ C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' }));

/** Signs, each before two letters that stand for it. */
function signsOf(table: string): ReadonlyMap<string, string> {
  const triples = table.match(/.../gu) ?? [];
  return new Map(
    triples.flatMap((triple) => {
      const [sign = '', ...letters] = triple;
      return letters.map((letter): [string, string] => [letter, sign]);
    }),
  );
}

const LETTER = /^[!-ÿ]$/;

/** The symbol that a letter stands for in its font. */
export function symbolOf(letter: string, family: string): string {
  if (!LETTER.test(letter)) return letter;
  const font = FONTS.find(([name]) => name.test(family));
  return font?.[1](letter) ?? letter;
}
