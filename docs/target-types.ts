import { catalogue } from '../functions/conversion/catalogue.ts';
import type { FormatName } from '../functions/conversion/formats.ts';
import type { OptionSchema, OptionSchemas } from '../functions/conversion/options.ts';

const HEAD = `// Written by \`npm run docs\` from what the engines declare.
// biome-ignore-all format: written by a script
`;

/** The types of the client for the options of each target, as TypeScript. */
export function targetTypes(): string {
  const targets = catalogue().filter(({ convertsFrom }) => convertsFrom.length > 0);
  const interfaces = new Map<string, FormatName[]>();
  for (const { format, options } of targets) {
    const body = bodyOf(options);
    interfaces.set(body, [...(interfaces.get(body) ?? []), format]);
  }
  const members = [...interfaces].flatMap(([, formats]) =>
    formats.map((format) => `  readonly ${key(format)}: ${nameOf(formats)};`),
  );
  return [
    HEAD,
    ...[...interfaces].map(
      ([body, formats]) => `/** The options of ${list(formats)}. */\n${declaration(nameOf(formats), body)}\n`,
    ),
    '/** The options of each target; some are there for some sources only, as the list of formats says. */',
    'export interface TargetOptions {',
    ...members.sort(),
    '}\n',
    '/** A format that can be converted to. */',
    'export type Target = keyof TargetOptions;\n',
  ].join('\n');
}

function declaration(name: string, body: string): string {
  return body === ''
    ? `export type ${name} = Readonly<Record<string, never>>;`
    : `export interface ${name} {\n${body}\n}`;
}

function bodyOf(options: OptionSchemas): string {
  return Object.entries(options).map(memberOf).join('\n');
}

function memberOf([name, schema]: [string, OptionSchema]): string {
  const unit = schema['x-unit'] ? ` (${schema['x-unit']})` : '';
  return `  /** ${schema.title}${unit}. ${schema.description} */\n  readonly ${key(name)}?: ${typeOf(schema)};`;
}

function typeOf({ type, enum: values }: OptionSchema): string {
  if (values) return values.map((value) => (typeof value === 'number' ? `${value}` : `'${value}'`)).join(' | ');
  return type === 'integer' ? 'number' : type;
}

function key(name: string): string {
  return /^[a-z_]\w*$/.test(name) ? name : `'${name}'`;
}

/** Named after the first of them. */
function nameOf([format = '']: readonly string[]): string {
  const words = format.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${/^\d/.test(format) ? 'Format' : ''}${words.join('')}Options`;
}

function list(formats: readonly string[]): string {
  return formats.length < 2 ? formats.join() : `${formats.slice(0, -1).join(', ')} and ${formats.at(-1)}`;
}
