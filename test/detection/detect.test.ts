import sharp from 'sharp';
import { expect, it } from 'vitest';
import { detectFormat } from '../../functions/detection/detect.ts';
import { committed } from '../support/committed.ts';

const text = (content: string, encoding: BufferEncoding = 'utf8') => Buffer.from(content, encoding);
const box = (major: string, ...brands: string[]) => {
  const body = Buffer.concat([text(major), Buffer.alloc(4), ...brands.map((brand) => text(brand))]);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(body.length + 8);
  header.write('ftyp', 4);
  return Buffer.concat([header, body, Buffer.alloc(64)]);
};

const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } });

it.each(['jpg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)(
  'detectFormat detects %s whatever the name is',
  async (format) => {
    const content = await picture
      .clone()
      .toFormat(format === 'jpg' ? 'jpeg' : format)
      .toBuffer();
    expect(await detectFormat(content, 'document.pdf')).toBe(format);
    expect(await detectFormat(content, 'no extension')).toBe(format);
  },
);

it.each([
  ['heic', 'heic'],
  ['mif1', 'heic', 'mif1', 'heic'],
  ['avis', 'avif', 'avis', 'msf1'],
  ['heim', 'heic', 'heim'],
])('detectFormat reads the brands of %s as %s', async (major, format, ...brands) => {
  expect(await detectFormat(box(major, ...brands), 'x')).toBe(format);
});

it.each([
  ['\ufeff  <?xml version="1.0"?>\n<!-- a > b --><!DOCTYPE svg PUBLIC "-//W3C//DTD" "x.dtd">\n<svg/>'],
  ['<!DOCTYPE svg [ <!ENTITY a "<b>"> ]><svg viewBox="0 0 1 1"></svg>'],
  ['<?xml version="1.0"?><?xml-stylesheet href="a"?><svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>'],
])('detectFormat sees svg in %j', async (content) => expect(await detectFormat(text(content), 'x.txt')).toBe('svg'));

it.each(['49492a00', '4d4d002a', '49492b00', '4d4d002b'])(
  'detectFormat sees a TIFF (%s) whose directory lies beyond what is looked at',
  async (start) => {
    const content = Buffer.concat([Buffer.from(`${start}00f0f0f0`, 'hex'), Buffer.alloc(2_000_000, 7)]);
    expect(await detectFormat(content, 'scan')).toBe('tiff');
  },
);

it.each([
  ['html that has an svg in it', text('<!doctype html><html><svg/></html>'), 'a.svg', 'html'],
  ['xml', text('<?xml version="1.0"?><svgs/>'), 'a.svg', 'txt'],
  ['a comment that never ends', text(`<!--${'<svg>'.repeat(1000)}`), 'a.svg', 'txt'],
  ['one byte', text('<'), 'a.svg', 'txt'],
])('detectFormat does not detect %s as a picture', async (_, content, filename, format) => {
  expect(await detectFormat(content, filename)).toBe(format);
});

it.each([
  ['png', 'a.png'],
  ['zip', 'notes.ZIP'],
  ['mp3', 'a.mp3'],
  ['docx', 'a.docm'],
  ['pbm', 'a.pbm'],
  ['fodg', 'a.fodg'],
])('detectFormat does not detect plain text as %s, though its name claims it', async (claimed, filename) => {
  const error = await detectFormat(text('hello'), filename).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'UNREADABLE_FILE', message: expect.stringContaining(` ${claimed} `) });
});

it.each([
  ['hello', 'a.foo'],
  ['hello', 'a.json'],
  ['hello', '.png.txt'],
  ['FORM 10-K, annual report\n', 'a.txt'],
  ['GIFTS\nfor all of you\n', 'a.txt'],
  ['MZ,XY\n1,2\n3,4\n5,6\n', 'a.txt'],
  ['FWS is a service\n', 'a.txt'],
])(
  'detectFormat takes plain text for that, whatever it begins with and is called: %j, %s',
  async (content, filename) => {
    expect(await detectFormat(text(content), filename)).toBe('txt');
  },
);

it.each([
  ['aiff', text('FORM\0\0\0\x40AIFCFVER', 'latin1')],
  ['aiff', text('FORM\0\0\0\x40AIFFCOMM', 'latin1')],
  ['pcx', Buffer.from('0a050008000000000900090048004800', 'hex')],
  ['gltf', text(`{"accessors": [${'{"count": 1},'.repeat(9000)}{}], "asset": {"version": "2.0"}}`)],
])('detectFormat sees %s', async (format, content) => {
  expect(await detectFormat(content, `a.${format}`)).toBe(format);
});

it('detectFormat does not detect another IFF file as aiff', async () => {
  const picture = Buffer.concat([text('FORM\0\0\0\x40PBM BMHD', 'latin1'), Buffer.alloc(64, 1)]);
  await expect(detectFormat(picture, 'a.pbm')).rejects.toMatchObject({ code: 'UNKNOWN_FORMAT' });
});

it.each(['a.stl', 'a', 'a.txt'])(
  'detectFormat calls EBU STL subtitles by their name, whatever the file is called: %s',
  async (name) => {
    const file = committed('media/fixtures/ebu-subtitles.stl');
    const message = 'The file holds EBU STL subtitles, which this service does not read.';
    await expect(detectFormat(file, name)).rejects.toMatchObject({ code: 'UNKNOWN_FORMAT', message });
  },
);

it('detectFormat gives advice for a GIMP file', async () => {
  const drawing = Buffer.concat([text('gimp xcf v011\0'), Buffer.alloc(64)]);
  await expect(detectFormat(drawing, 'a.xcf')).rejects.toMatchObject({ message: expect.stringContaining('as PNG') });
});

it('detectFormat names a detected format that is not supported', async () => {
  const archive = Buffer.concat([Buffer.from('4c5a4950', 'hex'), Buffer.alloc(64)]);
  await expect(detectFormat(archive, 'a.png')).rejects.toThrow('lz');
});
