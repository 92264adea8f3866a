import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsOf } from '../../../functions/conversion/catalogue.ts';
import { chooseEngine } from '../../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import { checkOptions, type Options, readOptions } from '../../../functions/conversion/options.ts';
import { askPoppler } from '../../pdfs/ask-poppler.ts';
import { convertPdf } from '../../pdfs/convert-pdf.ts';
import type { ConvertSettings } from '../../support/engine.ts';
import { failure } from '../../support/failure.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();

/** Converts a PDF file after the checks of the service, as its engine does. */
export async function ask(pdf: Buffer, target: FormatName, options: Options, settings: ConvertSettings = {}) {
  const known = optionsOf('pdf', target, chooseEngine('pdf', target));
  checkOptions(readOptions({ values: options }, target, known), `pdf to ${target}`, known);
  return convertPdf(pdf, target, { ...settings, options });
}

/** The code and the message of what a conversion fails with. */
export async function refusal(conversion: Promise<unknown>): Promise<string> {
  const { code, message } = await failure(conversion);
  return code === 'none' ? code : `${code}: ${message}`;
}

/** What poppler says of a PDF file, by the names that it gives. */
export async function pdfinfo(pdf: Buffer, ...args: string[]): Promise<Record<string, string>> {
  const path = join(folder, randomUUID());
  writeFileSync(path, pdf);
  const lines = (await askPoppler('pdfinfo', args, path)).matchAll(/^([^:\n]+):(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name.replace(/ +/g, ' '), value.trim()]));
}
