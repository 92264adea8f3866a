import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsOf } from '../../../functions/conversion/catalogue.ts';
import { chooseEngine } from '../../../functions/conversion/choose-engine.ts';
import type { ConversionError } from '../../../functions/conversion/errors.ts';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import { checkOptions, type Options, readOptions } from '../../../functions/conversion/options.ts';
import { askPoppler } from '../../pdfs/ask-poppler.ts';
import { convertPdf, type PdfWishes } from '../../pdfs/convert-pdf.ts';

/** Converts a PDF file after the checks of the service, as its engine does. */
export async function ask(folder: string, pdf: Buffer, target: FormatName, options: Options, wishes: PdfWishes = {}) {
  const known = optionsOf('pdf', target, chooseEngine('pdf', target));
  checkOptions(readOptions({ values: options }, target, known), `pdf to ${target}`, known);
  return convertPdf(folder, pdf, target, { ...wishes, options });
}

/** The code and the message of what a conversion fails with. */
export async function refusal(conversion: Promise<unknown>): Promise<string> {
  return conversion.then(
    () => 'none',
    (error: ConversionError) => `${error.code}: ${error.message}`,
  );
}

/** What poppler says of a PDF file, by the names that it gives. */
export async function pdfinfo(folder: string, pdf: Buffer, ...args: string[]): Promise<Record<string, string>> {
  const path = join(mkdtempSync(join(folder, 'asked-')), 'asked.pdf');
  writeFileSync(path, pdf);
  const lines = (await askPoppler('pdfinfo', args, path)).matchAll(/^([^:\n]+):(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name.replace(/ +/g, ' '), value.trim()]));
}
