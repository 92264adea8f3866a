import type { BarePage } from '../headers/header.ts';
import { languageProperties } from './language-of-text.ts';
import { NumberedLists } from './numbered-lists.ts';
import { PictureNames, writeOdf } from './odf-package.ts';
import { type WrittenPage, writePage } from './odt-page.ts';
import { OdtStyles } from './odt-styles.ts';
import { pageStyles, pageStylesOf, twinOf } from './page-styles.ts';

/**
 * Writes pages as a text document: paragraphs, tables and pictures that flow, each page on one of its own.
 * @param squeezes by how much each page is set closer, as a share of its height. @default not at all
 */
export async function writeOdt(
  pages: readonly BarePage[],
  target: string,
  squeezes: readonly number[] = [],
): Promise<void> {
  const styles = new OdtStyles();
  // The styles of what is in headers are not those of the text.
  const headerStyles = new OdtStyles();
  const lists = new NumberedLists();
  const pictures = new PictureNames();
  const all = pageStylesOf(pages, { styles: headerStyles, pictureName: pictures.of });
  const written: WrittenPage[] = [];
  let master = '';
  for (const [index, style] of all.entries()) {
    const { page, number } = pages[index] ?? { page: style.page };
    const follows = style === all[index - 1] && !written.at(-1)?.columns && number === undefined;
    if (!follows) master = master === style.name ? twinOf(style.name) : style.name;
    const context = { body: style.body, index, squeeze: squeezes[index] ?? 0, styles, lists, pictureName: pictures.of };
    written.push(writePage(page, { ...context, ...(!follows && { master, number }) }));
  }
  const body = written.map(({ text }) => text).join('');
  await writeOdf(
    { kind: 'text', body, styles, pictures, ...pageStyles(all, headerStyles, languageProperties(body)) },
    target,
  );
}
