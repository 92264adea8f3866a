import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { invalidOption } from '../../../conversion/options.ts';
import type { EngineJob } from '../../engine.ts';
import { checkSize } from '../limits.ts';
import type { Picture, PictureRequest } from '../picture.ts';
import type { Size } from '../transforming/geometry.ts';
import type { PdfFile, PdfReference } from './pdf-file.ts';
import { encodePicture, type PdfPicture } from './pdf-picture.ts';

/** Adds a page that consists of a picture. Transparent pixels become white. */
export async function addPicturePage(
  pdf: PdfFile,
  picture: Picture,
  request: PictureRequest,
  job: EngineJob,
): Promise<void> {
  checkSize(picture, 'pdf');
  const encoded = await encodePicture(picture, request, job);
  const { width, height } = pageSize(picture, request.options.dpi);
  const image = await addImage(pdf, encoded);
  const drawing = `q ${matrixOf(encoded.orientation, width, height).join(' ')} cm /P Do Q`;
  const contents = await pdf.add('', Buffer.from(drawing));
  const resources = `/Resources<</XObject<</P ${image}>>>>`;
  await pdf.addPage(`/MediaBox[0 0 ${width} ${height}]${resources}/Contents ${contents}`);
}

async function addImage(pdf: PdfFile, picture: PdfPicture): Promise<PdfReference> {
  const { width, height, channels, filter, data, profile } = picture;
  const device = channels === 1 ? '/DeviceGray' : '/DeviceRGB';
  const space = profile ? `[/ICCBased ${await addProfile(pdf, profile, channels)}]` : device;
  // Each row of a PNG begins with its predictor.
  const rows = `/DecodeParms<</Predictor 15/Colors ${channels}/BitsPerComponent 8/Columns ${width}>>`;
  return pdf.add(
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace ${space}/BitsPerComponent 8` +
      `/Filter/${filter}${filter === 'FlateDecode' ? rows : ''}`,
    data,
  );
}

async function addProfile(pdf: PdfFile, profile: Uint8Array, channels: number): Promise<PdfReference> {
  return pdf.add(`/N ${channels}/Filter/FlateDecode`, await promisify(deflate)(profile));
}

/** The transformation matrix of the picture, for each orientation of EXIF. */
function matrixOf(orientation: number, width: number, height: number): readonly number[] {
  const upright = [width, 0, 0, height, 0, 0];
  const others: Readonly<Record<number, readonly number[]>> = {
    2: [-width, 0, 0, height, width, 0],
    3: [-width, 0, 0, -height, width, height],
    4: [width, 0, 0, -height, 0, height],
    5: [0, -height, -width, 0, width, height],
    6: [0, -height, width, 0, 0, height],
    7: [0, height, width, 0, 0, 0],
    8: [0, height, -width, 0, width, 0],
  };
  return others[orientation] ?? upright;
}

const POINTS_PER_INCH = 72;
/** The density of browsers. A density of 72 usually means that none was stated. */
const USUAL_DENSITY = 96;
/** Lower densities are defaults of programs, higher ones mistakes. */
const [LEAST_DENSITY, MOST_DENSITY] = [73, 4800];
/** The longer side of A4, in points: pictures without a density become no larger. */
const USUAL_SIDE = 842;
/** The page sizes that viewers support (ISO 32000-1, annex C), in points. */
const [LEAST_SIDE, MOST_SIDE] = [3, 14_400];

/**
 * The size of a picture's page, in points: by its density, else as on a screen, at most as long as A4.
 * @param dpi the requested density
 * @throws ConversionError INVALID_OPTION where pages cannot be as large as that makes it
 */
function pageSize({ width, height, metadata: { density = 0 } }: Picture, dpi?: number): Size {
  const longest = Math.max(width, height);
  const least = Math.ceil((longest * POINTS_PER_INCH) / MOST_SIDE);
  if (dpi !== undefined && dpi < least)
    throw invalidOption(
      `The option "dpi" must be at least ${least} for a picture of ${longest} pixels: pages cannot be larger.`,
    );
  const stated = dpi !== undefined || (density >= LEAST_DENSITY && density <= MOST_DENSITY);
  const wanted = POINTS_PER_INCH / (dpi ?? (stated ? density : USUAL_DENSITY));
  const scale = Math.min(wanted, (stated ? MOST_SIDE : USUAL_SIDE) / longest);
  const side = (pixels: number) => Math.max(LEAST_SIDE, Math.round(pixels * scale * 1000) / 1000);
  return { width: side(width), height: side(height) };
}
