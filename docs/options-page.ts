import { catalogue } from '../functions/conversion/catalogue.ts';
import { describeFormat, type FormatName } from '../functions/conversion/formats.ts';
import { acceptedBy, type OptionSchema } from '../functions/conversion/options.ts';
import { type OptionEntry, optionEntries } from './openapi/option-schemas.ts';

const HEAD = `# Options

<!-- Written by \`npm run docs\` from what the engines declare. -->

What can be asked of a result beyond its format and \`quality\`. Send options as parts of the form, one by one, or all of them as a
JSON object in the part \`options\`; \`GET /formats\` lists the same as JSON Schema. Words are taken in any
case (\`a4\` is \`A4\`). A value out of its range, and an option
that a pair of formats does not have, is \`INVALID_OPTION\`. What is not set follows from \`quality\`. A star: some sources of that
target cannot ask for it; \`GET /formats\` names those that can.
`;

/** The page about options: what each target has, and what each option means. */
export function optionsPage(): string {
  const targets = catalogue().filter(({ options }) => Object.keys(options).length > 0);
  const rows = targets.map(({ format, options }) => [format, Object.keys(options).sort().map(code).join(' ')]);
  return [
    HEAD,
    '## By target\n',
    table(['target', 'options'], rows),
    '\n## By option\n',
    table(['option', 'what it does', 'accepts', 'by default', 'targets'], optionEntries().map(rowOf)),
    '',
  ].join('\n');
}

function rowOf({ name, schema, targets, partly }: OptionEntry): string[] {
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
