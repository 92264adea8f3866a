import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tooComplex } from '../../refusals.ts';

/** Pictures that LibreOffice writes beside a page of sheets. */
const BESIDE = /src="(result_html_[\da-f]{1,16}\.(png|jpg|gif|svg))"/g;

const TYPES: Readonly<Record<string, string>> = { jpg: 'jpeg', svg: 'svg+xml' };

/** Bytes of all pictures of a page. */
const LARGEST = 100_000_000;

/**
 * Embeds the pictures and charts of sheets in their page; LibreOffice embeds those of texts itself.
 * @param beside the folder of the pictures
 * @throws ConversionError TOO_COMPLEX
 */
export async function embedPictures(path: string, beside: string): Promise<void> {
  // Latin-1 keeps all bytes, and names and tags are ASCII.
  const page = await readFile(path, 'latin1');
  const pictures = new Map<string, string>();
  let bytes = 0;
  for (const [, name = '', extension = ''] of page.matchAll(BESIDE)) {
    if (pictures.has(name)) continue;
    const picture = join(beside, name);
    bytes += (await stat(picture)).size;
    if (bytes > LARGEST) throw tooComplex('The pictures in the sheets are too large for a page. Choose pdf instead.');
    pictures.set(name, `data:image/${TYPES[extension] ?? extension};base64,${await readFile(picture, 'base64')}`);
  }
  if (pictures.size === 0) return;
  await writeFile(
    path,
    page.replace(BESIDE, (_, name: string) => `src="${pictures.get(name)}"`),
    'latin1',
  );
}
