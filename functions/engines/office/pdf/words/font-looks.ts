/** The style of a font by its name. */
export interface FontLook {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
}

/** Bold ones as foundries name them: English, shortened as in PostScript, and those of publishers and of TeX. */
const BOLD =
  /bold|black|heavy|demi|medi(?!um)|halbfett|[-,]bd|(?:cm|sf)\w{0,3}bx|^cmb\d|^cmbsy|^cmmib|^lin(?:libertine|biolinum)\w?b|\.b$/i;
const ITALIC =
  /ital|obli|slant|kursiv|[-,](?:bd)?it\b|(?:cm|sf)\w{0,2}(?:ti|sl|si|xi)\d|^cmmi|^lin(?:libertine|biolinum)\w{0,2}i|\.i$/i;
const MONO =
  /courier|mono(?!type)|typewriter|consol|menlo|monaco|nimbusmon|(?:cm|sf)\w{0,2}tt|fixed|terminal|fira ?code|source ?code|letter ?gothic/i;

/** The style of a font by its name; Poppler already reports the flags of its descriptor. */
export function lookOfName(name: string): FontLook {
  const bare = name.replace(/^[A-Z]{6}\+/, '');
  return { bold: BOLD.test(bare), italic: ITALIC.test(bare), mono: MONO.test(bare) };
}
