import ICAL from 'ical.js';
import { unreadable } from '../unreadable.ts';

/** A component of jCal or jCard (RFC 7265, RFC 7095): its name, its properties, and its components. */
type Component = readonly [name: string, properties: readonly Property[], components?: readonly Component[]];
type Property = readonly [
  name: string,
  parameters: Readonly<Record<string, unknown>>,
  type: string,
  ...values: unknown[],
];

/**
 * Reads iCalendar and vCard as a list of records, with a field for each property, and one for each of its parameters:
 * `dtstart`, `dtstart_tzid`. Repeated properties are lists.
 */
export function readCards(text: string, format: 'ics' | 'vcf'): Record<string, unknown>[] {
  const lines = text.replaceAll('\r\r\n', '\r\n');
  const parsed = ICAL.parse(format === 'vcf' ? modernCards(lines) : lines) as Component | readonly Component[];
  const roots = (typeof parsed[0] === 'string' ? [parsed] : parsed) as readonly Component[];
  const wanted = format === 'ics' ? 'vcalendar' : 'vcard';
  if (roots.length === 0 || roots.some(([name]) => name !== wanted)) throw unreadable(format, 'another root component');
  if (format === 'vcf') return roots.map((card) => recordOf(card));
  return roots.flatMap(([, , entries = []]) => {
    const shown = entries.filter(([name]) => name !== 'vtimezone');
    return shown.map((entry) => ({ component: entry[0], ...recordOf(entry) }));
  });
}

function recordOf([, properties, components = []]: Component): Record<string, unknown> {
  const fields = new Map<string, unknown[]>();
  const add = (name: string, value: unknown) => {
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  };
  const counts = new Map<string, number>();
  for (const [name] of properties) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const [name, parameters, , ...values] of properties) {
    const value = decoded(values.length === 1 ? values[0] : values, parameters);
    const others = Object.entries(parameters).filter(([parameter]) => !/^(?:encoding|charset)$/.test(parameter));
    if (counts.get(name) === 1) {
      add(name, value);
      for (const [parameter, given] of others) add(`${name}_${parameter}`, given);
    } else add(name, others.length === 0 ? value : { value, ...Object.fromEntries(others) });
  }
  for (const component of components) add(component[0], recordOf(component));
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

/** Rewrites cards of version 2.1: its parameters may lack a name, as in some cards of 3.0, and `=` continues a line. */
function modernCards(text: string): string {
  const lines: string[][] = [];
  let continued = false;
  for (const line of text.split(/\r?\n/)) {
    if (!continued) lines.push([]);
    const quoted: boolean = continued || /;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(line);
    continued = quoted && line.endsWith('=');
    lines.at(-1)?.push(continued ? line.slice(0, -1) : line);
  }
  return lines.map((parts) => nameParameters(parts.join(''))).join('\r\n');
}

function nameParameters(line: string): string {
  const colon = line.indexOf(':');
  const [name = '', ...parameters] = line.slice(0, Math.max(0, colon)).split(';');
  // Quoted values may hold either mark.
  if (parameters.length === 0 || !/^[\w.-]+$/.test(name) || line.slice(0, colon).includes('"')) return line;
  const named = parameters.map((parameter) => {
    if (parameter.includes('=')) return parameter;
    return /^(?:quoted-printable|base64|8bit|7bit)$/i.test(parameter) ? `ENCODING=${parameter}` : `TYPE=${parameter}`;
  });
  return `${[name, ...named].join(';')}${line.slice(colon)}`;
}

/** Decodes quoted-printable values of version 2.1; those of a name or an address are several. */
function decoded(value: unknown, parameters: Readonly<Record<string, unknown>>): unknown {
  const { encoding, charset } = parameters;
  if (Array.isArray(value)) return value.map((each) => decoded(each, parameters));
  if (typeof value !== 'string' || !/^quoted-printable$/i.test(String(encoding))) return value;
  const bytes = value
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decoderOf(charset).decode(Buffer.from(bytes, 'latin1'));
}

function decoderOf(charset: unknown) {
  try {
    return new TextDecoder(typeof charset === 'string' ? charset : 'utf-8');
  } catch {
    return new TextDecoder(); // No such character set.
  }
}
