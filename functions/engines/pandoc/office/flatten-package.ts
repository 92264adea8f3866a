import type { OpenZip } from '../../../detection/document-zip.ts';
import { applyEdits, attribute, type Edit, tokensOf } from '../../markup.ts';
import { tooComplex } from '../../refusals.ts';
import { LIMITS } from '../limits.ts';

/**
 * The content of an OpenDocument package of LibreOffice, with its charts inlined. LibreOffice's flat XML of sheets lacks
 * comments, and that of slides repeats the pictures of masters.
 * @throws ConversionError TOO_COMPLEX
 */
export function flattenPackage(zip: OpenZip): string {
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
