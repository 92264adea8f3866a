import { decodeEntities } from '../pdf/entities.ts';

/** The opening tags of elements with a name, whatever their namespace's prefix. */
export function elements(xml: string, name: string): string[] {
  return xml.replace(/<!--[\s\S]*?-->/g, '').match(new RegExp(`<(?:[\\w.-]+:)?${name}\\b[^>]*>`, 'g')) ?? [];
}

/** The value of an attribute in an opening tag. */
export function attribute(tag: string, name: string): string | undefined {
  const [, quoted, single] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag) ?? [];
  const value = quoted ?? single;
  return value === undefined ? undefined : decodeEntities(value);
}

/** Where an address leads that stands in a file of a package, as a path in the package. */
export function resolvePath(from: string, address: string): string {
  try {
    const base = new URL(encodeURI(from), 'package:///');
    return decodeURIComponent(new URL(address.replace(/[?#].*$/, ''), base).pathname).replace(/^\/+/, '');
  } catch {
    return '';
  }
}
