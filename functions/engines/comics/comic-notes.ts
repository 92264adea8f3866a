import type { Entry } from '../bsdtar/entry.ts';
import { cleanText, decodeEntities, escapeXml } from '../entities.ts';
import { textOfElement } from '../office/epub/markup.ts';
import { inspect } from '../read/inspect.ts';

/** What is known about a comic book. */
export interface ComicNotes {
  /** As markup. */
  readonly title: string;
  /** It is read from right to left. */
  readonly backwards: boolean;
}

/** The largest file with notes that is read, in bytes. */
const LARGEST = 1024 * 1024;
/** In characters. */
const LONGEST_TITLE = 500;

/** What the file says that programs for comics put into them (ComicInfo 2.0). */
export function comicNotes(entries: readonly Entry[]): ComicNotes {
  const file = entries.find(({ name }) => /(?:^|\/)ComicInfo\.xml$/i.test(name));
  const content = file?.kind === 'file' && file.content.length <= LARGEST ? file.content : undefined;
  const xml = content ? inspect(content.path, (read) => read(content.position, content.length)).toString('utf8') : '';
  const said = (name: string) => cleanText(decodeEntities(textOfElement(xml, name) ?? '')).trim();
  const title = [said('series'), said('number'), said('title')].filter((part) => part !== '').join(' ');
  return {
    title: escapeXml(title.slice(0, LONGEST_TITLE)) || 'Comic',
    backwards: said('manga') === 'YesAndRightToLeft',
  };
}
