/** A coded picture that is to become one of a HEIF file. */
export interface CodedPicture {
  /** The kind of its coding, such as `hvc1`. */
  readonly coding: string;
  /** Boxes that say what it is, each whole. */
  readonly properties: readonly Buffer[];
  readonly data: Buffer;
}

const ESSENTIAL = 0x80;
/** The numbers of the picture, and of the one that says what of it is transparent. */
const [PICTURE, TRANSPARENCY] = [1, 2];

/** Whole numbers of two bytes and of four. */
const short = (...values: number[]) => numbers(values, 2);
const long = (...values: number[]) => numbers(values, 4);

function numbers(values: readonly number[], bytes: number): Buffer {
  const buffer = Buffer.alloc(values.length * bytes);
  for (const [index, value] of values.entries()) buffer.writeUIntBE(value, index * bytes, bytes);
  return buffer;
}

/** A box: its length, its kind and what is in it. */
export function box(kind: string, ...content: readonly Buffer[]): Buffer {
  const length = content.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([long(length), Buffer.from(kind, 'latin1'), ...content]);
}

/** A box that says its version. */
export function versioned(kind: string, version: number, ...content: readonly Buffer[]): Buffer {
  return box(kind, long(version * 2 ** 24), ...content);
}

/**
 * Writes a HEIF file of one picture (ISO/IEC 23008-12).
 * @param brand what the file says it is, such as `heic`
 * @param transparency a picture that says what of it is transparent
 */
export function writeStill(brand: string, picture: CodedPicture, transparency?: CodedPicture): Buffer {
  const pictures = transparency ? [picture, transparency] : [picture];
  const header = box('ftyp', Buffer.from(`${brand}\0\0\0\0mif1${brand}`, 'latin1'));
  const meta = (from: number) => describe(pictures, from);
  const begin = header.length + meta(0).length + 8;
  return Buffer.concat([header, meta(begin), box('mdat', ...pictures.map(({ data }) => data))]);
}

/** What is said of pictures, whose data lies one after the other from a place on. */
function describe(pictures: readonly CodedPicture[], from: number): Buffer {
  const ids = pictures.map((_, index) => PICTURE + index);
  const infos = pictures.map(({ coding }, index) =>
    versioned('infe', 2, short(PICTURE + index, 0), Buffer.from(`${coding}\0`, 'latin1')),
  );
  const belonging = box('auxl', short(TRANSPARENCY, 1, PICTURE));
  return versioned(
    'meta',
    0,
    versioned('hdlr', 0, long(0), Buffer.from('pict', 'latin1'), Buffer.alloc(13)),
    versioned('pitm', 0, short(PICTURE)),
    versioned('iinf', 0, short(ids.length), ...infos),
    ...(ids.length > 1 ? [versioned('iref', 0, belonging)] : []),
    propertiesOf(pictures),
    placesOf(pictures, from),
  );
}

/** All properties one after the other, and which of them are whose. */
function propertiesOf(pictures: readonly CodedPicture[]): Buffer {
  let last = 0;
  const associations = pictures.map(({ properties }, index) => {
    const own = properties.map(() => ESSENTIAL | ++last);
    return Buffer.concat([short(PICTURE + index), Buffer.from([own.length, ...own])]);
  });
  const all = pictures.flatMap(({ properties }) => properties);
  return box('iprp', box('ipco', ...all), versioned('ipma', 0, long(pictures.length), ...associations));
}

/** Where the data of each lies, in numbers of four bytes. */
function placesOf(pictures: readonly CodedPicture[], from: number): Buffer {
  let at = from;
  const places = pictures.map(({ data }, index) => {
    const place = Buffer.concat([short(PICTURE + index, 0, 1), long(at, data.length)]);
    at += data.length;
    return place;
  });
  return versioned('iloc', 0, short(0x4400, pictures.length), ...places);
}
