import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { checkSize } from '../limits.ts';
import type { Picture, PictureRequest } from '../picture.ts';
import { pageSize } from './page-size.ts';
import type { PdfFile, PdfReference } from './pdf-file.ts';
import { encodePicture, type PdfPicture, type PdfSource } from './pdf-picture.ts';

/** Adds a page that consists of a picture. Transparent pixels become white. */
export async function addPicturePage(
  pdf: PdfFile,
  picture: Picture,
  request: PictureRequest,
  source: PdfSource,
): Promise<void> {
  checkSize(picture, 'pdf');
  const encoded = await encodePicture(picture, request, source);
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
