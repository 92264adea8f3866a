import { basename } from 'node:path/posix';
import { openZip } from '../../../../detection/document-zip.ts';
import { unreadableFile } from '../../../refusals.ts';
import { checkSize } from '../../limits.ts';
import { unreadable } from '../../unreadable.ts';

const MB = 1024 * 1024;

/** Uncompressed bytes of all files: tables are mostly spaces. */
const LARGEST = 256 * MB;
/** Layers in one zip. */
const MOST_LAYERS = 1000;

/** The files of a layer, as far as it has them. */
export interface Layer {
  /** The name of its files, without folder and extension; empty for a bare .shp file. */
  readonly name: string;
  readonly shapes: Buffer;
  readonly index?: Buffer | undefined;
  readonly table?: Buffer | undefined;
  readonly coordinates?: Buffer | undefined;
  readonly encoding?: Buffer | undefined;
}

/** The resource forks of macOS, also in `__MACOSX`. */
const RESOURCE_FORK = /(?:^|\/)\._/;

/**
 * The layers of a zip, or of a bare .shp file. Files of a layer have one name, in any case.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export function findLayers(bytes: Buffer): Layer[] {
  if (bytes.toString('latin1', 0, 2) !== 'PK') return [{ name: '', shapes: bytes }];
  const zip = openZip((position, length) => bytes.subarray(position, position + length), bytes.length);
  const files = new Map<string, string>();
  for (const name of zip.names.filter((each) => !RESOURCE_FORK.test(each))) {
    const key = name.toLowerCase();
    if (files.has(key) && isPart(key)) throw unreadable('shp', 'two files of one name');
    files.set(key, name);
  }
  let decompressed = 0;
  const part = (stem: string, extension: string): Buffer | undefined => {
    const name = files.get(`${stem}.${extension}`);
    if (name === undefined) return undefined;
    checkSize(decompressed + zip.size(name), LARGEST);
    const content = zip.data(name, LARGEST);
    if (!content) throw unreadable('shp', `no ${extension} file in the zip that can be decompressed`);
    decompressed += content.length;
    return content;
  };
  const stems = [...files.keys()].filter((key) => key.endsWith('.shp')).map((key) => key.slice(0, -4));
  if (stems.length === 0) throw unreadableFile('There is no shapefile (.shp) in the zip.');
  if (stems.length > MOST_LAYERS) throw unreadable('shp', `${stems.length} layers in the zip`);
  return stems.map((stem) => {
    const shapes = part(stem, 'shp');
    if (!shapes) throw unreadable('shp', 'no shapes');
    return {
      name: basename(files.get(`${stem}.shp`) ?? '').slice(0, -4),
      shapes,
      index: part(stem, 'shx'),
      table: part(stem, 'dbf'),
      coordinates: part(stem, 'prj'),
      encoding: part(stem, 'cpg') ?? part(stem, 'cst'),
    };
  });
}

function isPart(name: string): boolean {
  return /\.(?:shp|shx|dbf|prj|cpg|cst)$/.test(name);
}
