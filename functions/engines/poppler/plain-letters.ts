/** Ligatures, and the forms that letters take beside others: alphabetic and Arabic presentation forms of Unicode. */
const FORMS = /[\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufb4f\ufb50-\ufbb1\ufbd3-\ufd3d\ufd50-\ufdfb\ufe70-\ufefc]/gu;

/** Writes ligatures and presentation forms, which fonts of PDF files name as characters, as the letters that people search for. */
export function plainLetters(text: string): string {
  return text.replace(FORMS, (form) => form.normalize('NFKC').trim());
}
