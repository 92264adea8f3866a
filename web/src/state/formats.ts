import { computed, signal } from '@preact/signals';
import { type FormatEntry, hasOption, type OptionSchema } from '../../../client/index.ts';
import { open } from './service.ts';

/** All formats of the service, once they are known; `false` when they could not be loaded. */
export const formats = signal<readonly FormatEntry[] | undefined | false>(undefined);

const byName = computed(() => {
  const entries = formats.value || [];
  return new Map(entries.flatMap((entry) => entry.extensions.map((name): [string, FormatEntry] => [name, entry])));
});

/** Loads the list of formats. */
export async function loadFormats(): Promise<void> {
  formats.value = undefined;
  formats.value = await open.formats().catch((): false => false);
}

/** A format by its name. */
export function formatNamed(name: string): FormatEntry | undefined {
  return byName.value.get(name);
}

/** The format of a filename; the service detects the format by the content. */
export function formatOfFile(name: string): FormatEntry | undefined {
  const [last = '', before = ''] = name.toLowerCase().split('.').slice(1).reverse();
  return byName.value.get(`${before}.${last}`) ?? byName.value.get(last);
}

/** The targets of a source; of an unknown one, all targets. */
export function targetsOf(source: FormatEntry | undefined): readonly FormatEntry[] {
  if (!source) return (formats.value || []).filter(({ can_convert_from }) => can_convert_from.length > 0);
  return source.can_convert_to.flatMap((name) => formatNamed(name) ?? []);
}

/** The usual targets of each category, the most common first. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  image: ['jpg', 'png', 'webp', 'pdf', 'avif'],
  document: ['pdf', 'docx', 'md', 'txt', 'epub', 'zip'],
  spreadsheet: ['xlsx', 'pdf', 'csv', 'ods', 'json'],
  presentation: ['pdf', 'pptx', 'png', 'md'],
  audio: ['mp3', 'wav', 'm4a', 'flac', 'ogg'],
  video: ['mp4', 'webm', 'gif', 'mp3', 'mov'],
  subtitle: ['srt', 'vtt', 'ass'],
  ebook: ['epub', 'pdf', 'azw3', 'mobi', 'md'],
  archive: ['zip', '7z', 'tar.gz'],
  data: ['csv', 'json', 'parquet', 'xlsx', 'yaml'],
  font: ['woff2', 'ttf', 'otf'],
  model: ['glb', 'stl', 'obj'],
};

/** The usual targets of a source. */
export function suggestionsFor(source: FormatEntry | undefined): readonly FormatEntry[] {
  const there = new Map(targetsOf(source).map((entry) => [entry.format, entry]));
  return (USUAL[source?.category ?? ''] ?? []).flatMap((name) =>
    name === source?.format ? [] : (there.get(name) ?? []),
  );
}

/** The options of a target for a source. */
export function optionsOf(target: FormatEntry, source: FormatEntry | undefined): readonly [string, OptionSchema][] {
  return Object.entries(target.options).filter(([, schema]) => !source || hasOption(schema, source));
}
