import type { Entry } from './entry.ts';
import { refused } from './refusals.ts';

/**
 * Refuses what would be written to another place than its name says, or where another thing is, once it is unpacked.
 * @throws ConversionError UNSUPPORTED_CONVERSION
 */
export function checkEntries(entries: readonly Entry[]): void {
  const others = new Set(entries.filter(({ kind }) => kind !== 'folder').map(({ name }) => name));
  for (const entry of entries) {
    for (let end = entry.name.indexOf('/'); end >= 0; end = entry.name.indexOf('/', end + 1)) {
      if (others.has(entry.name.slice(0, end))) throw refused(entry.name, 'which lies below a file or a link.');
    }
    if (entry.kind === 'link') checkLink(entry.name, entry.target);
  }
}

/** A link may lead up first and then down; behind another link, up is nobody knows where. */
function checkLink(name: string, target: string): void {
  const [first, ...rest] = target.split(/[\\/]/);
  const parts = [first ?? '', ...rest].filter((part) => part !== '.');
  const up = parts.findIndex((part) => part !== '..' && part !== '');
  const leading = up < 0 ? parts.length : up;
  const absolute = /^(?:[A-Za-z]:|[\\/])/.test(target);
  const outside = leading > name.split('/').length - 1 || parts.slice(leading).includes('..');
  if (absolute || outside) throw refused(name, `a link that leads out of it, or may.`);
}
