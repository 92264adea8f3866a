import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormatName } from '../../../conversion/formats.ts';
import { type OpenZip, openZip } from '../../../detection/document-zip.ts';
import type { EngineJob } from '../../engine.ts';
import { applyEdits, attribute, type Edit, tokensOf } from '../../markup.ts';
import { checkSheets } from '../../office/check-sheets.ts';
import { SOURCES } from '../../office/families.ts';
import { runOffice } from '../../office/run-office.ts';
import { inspect } from '../../read/inspect.ts';
import { tooComplex } from '../../refusals.ts';
import { OWN_PICTURES } from '../filters.ts';
import { LIMITS } from '../limits.ts';
import type { Tree } from '../tree.ts';
import { readSheets } from './read-sheets.ts';
import { readSlides } from './read-slides.ts';

/** The formats that LibreOffice converts slides and sheets to, and their readers. */
const READERS = {
  slides: { format: 'odp', read: readSlides },
  sheet: { format: 'ods', read: readSheets },
} as const;

/**
 * Reads slides or sheets as a document of pandoc; nothing where a source is neither.
 * @throws ConversionError
 */
export async function readOffice(job: EngineJob): Promise<Tree | undefined> {
  const families: Partial<Record<FormatName, string>> = SOURCES;
  const family = families[job.sourceFormat];
  if (family !== 'slides' && family !== 'sheet') return undefined;
  const reader = READERS[family];
  checkSheets(job.sourcePath, job.sourceFormat, job.targetFormat);
  const { path } = await runOffice({ ...job, targetFormat: reader.format }, { wordsOnly: true });
  mkdirSync(join(job.folder, OWN_PICTURES));
  let count = 0;
  return inspect(path, (read, size) => {
    const zip = openZip(read, size);
    return reader.read(flattenPackage(zip), (name) => {
      const picture = zip.data(name, LIMITS.tree);
      if (!picture) return undefined;
      const address = `${OWN_PICTURES}/picture-${++count}.bin`;
      writeFileSync(join(job.folder, address), picture);
      return address;
    });
  });
}

/**
 * The content of an OpenDocument package of LibreOffice, with its charts inlined. LibreOffice's flat XML of sheets lacks
 * comments, and that of slides repeats the pictures of masters.
 * @throws ConversionError TOO_COMPLEX
 */
function flattenPackage(zip: OpenZip): string {
  let left = LIMITS.tree;
  const textOf = (name: string) => {
    if (zip.size(name) > left) throw tooComplex('The document is too long. Divide it first.');
    const data = zip.data(name, left);
    left -= data?.length ?? 0;
    return data?.toString('utf8') ?? '';
  };
  const content = textOf('content.xml');
  return applyEdits(content, [...objectsIn(content, textOf)]);
}

function* objectsIn(xml: string, textOf: (name: string) => string): Generator<Edit> {
  for (const { kind, name, start, end } of tokensOf(xml)) {
    if (kind !== 'open' || name !== 'object') continue;
    const path = attribute(xml.slice(start, end), 'xlink:href') ?? '';
    if (path.startsWith('./'))
      yield { start, end, text: `<draw:object>${textOf(`${path.slice(2)}/content.xml`)}</draw:object>` };
  }
}
