import type { Header } from './header.ts';
import { LIMITS, tooDeep } from './limits.ts';
import { refused } from './refusals.ts';

const SLASH = 0x2f;

/**
 * The path of a file in an archive as it is written into another: relative, without names that mean nothing.
 * @returns an empty text for the root itself
 * @throws ConversionError UNSUPPORTED_CONVERSION where it leads out of the archive
 */
export function relativePath(name: string): string {
  // Some systems take backslashes for slashes, and letters with a colon for a disk.
  if (/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(name)) throw refused(name, 'a name that leads out of it.');
  const relative = /^(?:[A-Za-z]:)?[\\/]+/.exec(name)?.[0] ?? '';
  return name
    .slice(relative.length)
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

/**
 * Refuses names that no system unpacks, and those that together are work without end.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkNames(headers: readonly Pick<Header, 'name' | 'link'>[]): void {
  let sum = 0;
  for (const { name, link } of headers) {
    sum += name.length + link.length;
    const long = name.length > LIMITS.path || link.length > LIMITS.path || sum > LIMITS.paths;
    if (long || name.filter((byte) => byte === SLASH).length > LIMITS.depth) throw tooDeep();
  }
}

/** An absolute link of a package or a disk, which means its own root, as a relative one. */
export function relativeLink(name: string, target: string): string {
  if (!target.startsWith('/')) return target;
  const up = '../'.repeat(name.split('/').length - 1);
  return `${up}${target.replace(/^\/+/, '')}` || '.';
}
