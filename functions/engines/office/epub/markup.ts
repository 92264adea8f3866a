import { decodeEntities } from '../../entities.ts';
import { tokensOf, attribute as written } from '../../markup.ts';

/** The opening tags of elements with a name, whatever their namespace's prefix. */
export function elements(xml: string, name: string): string[] {
  const wanted = name.toLowerCase();
  const tags: string[] = [];
  for (const token of tokensOf(xml)) {
    if (token.kind === 'open' && token.name === wanted) tags.push(xml.slice(token.start, token.end));
  }
  return tags;
}

/**
 * The text that an element with a name begins with, with its entities; nothing where there is none.
 * @param isWanted by its tag. @default the first
 */
export function textOfElement(
  xml: string,
  name: string,
  isWanted: (tag: string) => boolean = () => true,
): string | undefined {
  let within = false;
  for (const { kind, name: found, start, end } of tokensOf(xml)) {
    if (within) return kind === 'text' ? xml.slice(start, end) : undefined;
    within = kind === 'open' && found === name && isWanted(xml.slice(start, end));
  }
  return undefined;
}

/** What is in the body of a page; all of a page without one. */
export function bodyOf(page: string): string {
  let begin: number | undefined;
  for (const { kind, name, start, end } of tokensOf(page, { html: true })) {
    if (name !== 'body') continue;
    if (kind === 'close') return page.slice(begin, start);
    begin ??= end;
  }
  return page.slice(begin);
}

/** The value of an attribute in an opening tag. */
export function attribute(tag: string, name: string): string | undefined {
  const value = written(tag, name);
  return value === undefined ? undefined : decodeEntities(value);
}

/** Resolves a URL in a file of a package to a path in the package. */
export function resolvePath(from: string, url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  try {
    const base = new URL(encodeURI(from), 'package:///');
    return decodeURIComponent(new URL(path, base).pathname).replace(/^\/+/, '');
  } catch {
    return '';
  }
}
