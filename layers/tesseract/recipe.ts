import { join } from 'node:path';
import { addPrograms } from '../elf/programs.ts';
import type { Recipe } from '../recipe.ts';

/** The models: of languages, and `osd`, which tells how a page is turned and in which script it is written. */
const MODELS = [
  ...['eng', 'deu', 'fra', 'spa', 'ita', 'por', 'nld', 'pol', 'tur', 'vie', 'rus', 'ukr'],
  ...['chi_sim', 'chi_tra', 'jpn', 'kor', 'ara', 'hin', 'heb', 'tha', 'osd'],
];

const DATA = 'usr/share/tesseract-ocr/5/tessdata';

/** Pictures from the internet, and models in archives. */
const UNWANTED = /^lib(curl(-gnutls)?|archive)\.so/;

/** What reads the text in pictures, with its models of languages. */
export const tesseract: Recipe = {
  name: 'tesseract',
  packages: ['tesseract-ocr', ...MODELS.map((model) => `tesseract-ocr-${model.replace('_', '-')}`)],
  async assemble(assembly) {
    const { tree, output } = assembly;
    // The font without glyphs, in which the text of a searchable PDF file is set.
    for (const file of [...MODELS.map((model) => `${model}.traineddata`), 'pdf.ttf'])
      await tree.take(`${DATA}/${file}`, join(output, 'tessdata', file));
    await addPrograms(assembly, ['tesseract'], UNWANTED);
  },
};
