import type { Entry } from '../bsdtar/entry.ts';
import { cleanText, decodeEntities, escapeXml } from '../entities.ts';
import { textOfElement } from '../office/epub/markup.ts';
import { inspect } from '../read/inspect.ts';

/** The metadata of a comic book. */
export interface ComicInfo {
  /** As markup. */
  readonly title: string;
  readonly rightToLeft: boolean;
}

/** The largest `ComicInfo.xml` that is read, in bytes. */
const LARGEST = 1024 * 1024;
/** In characters. */
const LONGEST_TITLE = 500;

/** Reads the metadata of a comic book (ComicInfo 2.0). */
export function readComicInfo(entries: readonly Entry[]): ComicInfo {
  const file = entries.find(({ name }) => /(?:^|\/)ComicInfo\.xml$/i.test(name));
  const content = file?.kind === 'file' && file.content.length <= LARGEST ? file.content : undefined;
  const xml = content ? inspect(content.path, (read) => read(content.position, content.length)).toString('utf8') : '';
  const textOf = (name: string) => cleanText(decodeEntities(textOfElement(xml, name) ?? '')).trim();
  const title = [textOf('series'), textOf('number'), textOf('title')].filter((part) => part !== '').join(' ');
  return {
    title: escapeXml(title.slice(0, LONGEST_TITLE)) || 'Comic',
    rightToLeft: textOf('manga') === 'YesAndRightToLeft',
  };
}
