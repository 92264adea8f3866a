import { catalogue } from '../functions/conversion/catalogue.ts';
import { describeFormat, type FormatName } from '../functions/conversion/formats.ts';
import { acceptedBy, type OptionSchema } from '../functions/conversion/options.ts';

/** An option as it is for some targets; where its range differs there are several of one name. */
interface Entry {
  readonly name: string;
  readonly schema: OptionSchema;
  readonly targets: FormatName[];
  /** Of those, the ones that not every source can ask it of. */
  readonly partly: FormatName[];
}

const HEAD = `# Options

<!-- Written by \`npm run docs\` from what the engines declare. -->

What can be asked of a result beyond its format and \`quality\`. Send options as parts of the form, one by one, or all of them as a
JSON object in the part \`options\`; \`GET /formats\` lists the same as JSON Schema. A value out of its range, and an option
that a pair of formats does not have, is \`INVALID_OPTION\`. What is not set follows from \`quality\`. A star: some sources of that
target cannot ask for it; \`GET /formats\` names those that can.
`;

/** The page about options: what each target has, and what each option means. */
export function optionsPage(): string {
  const targets = catalogue().filter(({ options }) => Object.keys(options).length > 0);
  const entries: Entry[] = [];
  for (const { format, options } of targets)
    for (const [name, schema] of Object.entries(options)) note(entries, name, schema, format);
  entries.sort((a, b) => a.name.localeCompare(b.name));
  const rows = targets.map(({ format, options }) => [format, Object.keys(options).sort().map(code).join(' ')]);
  return [
    HEAD,
    '## By target\n',
    table(['target', 'options'], rows),
    '\n## By option\n',
    table(['option', 'what it does', 'accepts', 'by default', 'targets'], entries.map(rowOf)),
    '',
  ].join('\n');
}

function note(entries: Entry[], name: string, published: OptionSchema, target: FormatName): void {
  const { 'x-sources': sources, 'x-source-categories': categories, 'x-source-exceptions': _, ...schema } = published;
  const partly = sources || categories ? [target] : [];
  const same = entries.find((entry) => entry.name === name && JSON.stringify(entry.schema) === JSON.stringify(schema));
  if (same) {
    same.targets.push(target);
    same.partly.push(...partly);
  } else entries.push({ name, schema, targets: [target], partly });
}

function rowOf({ name, schema, targets, partly }: Entry): string[] {
  const { description, 'x-needs': needs, 'x-excludes': excludes } = schema;
  const notes = [
    ...(needs ? [`Only with ${needs.map(code).join(' or ')}.`] : []),
    ...(excludes ? [`Not with ${excludes.map(code).join(', ')}.`] : []),
    ...(schema.writeOnly ? ['No answer tells it.'] : []),
  ];
  return [
    code(name),
    [description, ...notes].join(' '),
    acceptedBy(schema),
    defaultOf(schema),
    listed(targets, partly),
  ];
}

function defaultOf({ default: value, 'x-defaults': byQuality }: OptionSchema): string {
  if (byQuality) return `${byQuality.low}, ${byQuality.medium}, ${byQuality.high} (low, medium, high)`;
  return value === undefined ? '' : `${value}`;
}

/** Formats, those of one category together; a star marks those that not every source can ask it of. */
function listed(formats: readonly FormatName[], partly: readonly FormatName[]): string {
  const sorted = [...formats].sort((a, b) => order(a).localeCompare(order(b)));
  return sorted.map((format) => (partly.includes(format) ? `${format}\\*` : format)).join(' ');
}

const order = (format: FormatName) => `${describeFormat(format).category} ${format}`;

const code = (word: string) => `\`${word}\``;

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
