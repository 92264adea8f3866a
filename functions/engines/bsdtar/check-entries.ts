import type { Entry } from './entry.ts';
import { refused } from './refusals.ts';

/**
 * Refuses entries that would be unpacked outside of their archive, or through a link or a file.
 * @throws ConversionError UNSUPPORTED_CONVERSION
 */
export function checkEntries(entries: readonly Entry[]): void {
  const others = new Set(entries.filter(({ kind }) => kind !== 'folder').map(({ name }) => name));
  for (const entry of entries) {
    for (let end = entry.name.indexOf('/'); end >= 0; end = entry.name.indexOf('/', end + 1)) {
      if (others.has(entry.name.slice(0, end))) throw refused(entry.name, 'which lies below a file or a link.');
    }
    if (entry.kind === 'link' && leadsOutside(entry.name, entry.target))
      throw refused(entry.name, `a link that leads out of it, or may.`);
  }
}

/** Whether a link may lead out of its archive. `..` is allowed only at the beginning: after another link it could lead anywhere. */
export function leadsOutside(name: string, target: string): boolean {
  const [first, ...rest] = target.split(/[\\/]/);
  const parts = [first ?? '', ...rest].filter((part) => part !== '.');
  const up = parts.findIndex((part) => part !== '..' && part !== '');
  const leading = up < 0 ? parts.length : up;
  const absolute = /^(?:[A-Za-z]:|[\\/])/.test(target);
  return absolute || leading > name.split('/').length - 1 || parts.slice(leading).includes('..');
}
