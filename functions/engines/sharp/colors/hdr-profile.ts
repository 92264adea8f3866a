/** Transfer characteristics of HDR (ITU-T H.273). */
const [PQ, HLG] = [16, 18] as const;

/** The colours of red, green and blue as XYZ at D50, by the code of the primaries. */
const BT709 = [0.43607, 0.22249, 0.01392, 0.38515, 0.71687, 0.09708, 0.14307, 0.06061, 0.7141];
const COLUMNS: Readonly<Record<number, readonly number[]>> = {
  9: [0.67348, 0.27904, -0.00193, 0.16566, 0.67534, 0.02998, 0.12505, 0.04561, 0.79686],
  12: [0.51512, 0.2412, -0.00105, 0.29198, 0.69225, 0.04189, 0.1571, 0.06657, 0.78407],
};
const D50 = [0.9642, 1, 0.8249];

/** The brightness of white paper in HDR, in cd/m² (ITU-R BT.2408), and the peak of HLG. */
const [WHITE, HLG_PEAK] = [203, 1000] as const;
/** From here on, highlights are compressed instead of cut off. */
const KNEE = 0.5;
const [HEADER, TAG, SAMPLES] = [128, 12, 4096] as const;

/** Whether transfer characteristics (ITU-T H.273) are those of HDR. */
export function isHdr(transfer: number): boolean {
  return transfer === PQ || transfer === HLG;
}

/**
 * An ICC profile that maps HDR to the brightness of ordinary screens: its curves hold the tone mapping. It is one of an
 * input device, so that results are in sRGB unless the options say otherwise. Other transfers have none.
 */
export function hdrProfile(transfer: number, primaries: number): Buffer | undefined {
  if (!isHdr(transfer)) return undefined;
  const light = transfer === PQ ? lightOfPq : lightOfHlg;
  const columns = COLUMNS[primaries] ?? BT709;
  const curve = curveTag((value) => compress(light(value) / WHITE));
  return profile([
    ['wtpt', xyzTag(D50)],
    ['rXYZ', xyzTag(columns.slice(0, 3))],
    ['gXYZ', xyzTag(columns.slice(3, 6))],
    ['bXYZ', xyzTag(columns.slice(6))],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]);
}

/** SMPTE ST 2084, in cd/m². */
function lightOfPq(value: number): number {
  const power = value ** (32 / 2523);
  return 10_000 * (Math.max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power)) ** (16384 / 2610);
}

/** ITU-R BT.2100, in cd/m² of a screen with the usual gamma of 1.2. */
function lightOfHlg(value: number): number {
  const scene = value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12;
  return HLG_PEAK * scene ** 1.2;
}

function compress(light: number): number {
  if (light <= KNEE) return light;
  const above = (light - KNEE) / (1 - KNEE);
  return KNEE + ((1 - KNEE) * above) / (1 + above);
}

/** A version 2 profile (ICC.1:2001-04). */
function profile(tags: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const head = Buffer.alloc(HEADER + 4 + tags.length * TAG);
  let end = head.length;
  for (const [index, [name, content]] of tags.entries()) {
    const at = HEADER + 4 + index * TAG;
    head.write(name, at);
    head.writeUInt32BE(end, at + 4);
    head.writeUInt32BE(content.length, at + 8);
    end += content.length;
  }
  head.writeUInt32BE(end, 0);
  head.writeUInt32BE(0x02400000, 8);
  head.write('scnrRGB XYZ ', 12);
  head.write('acsp', 36);
  xyzTag(D50).copy(head, 68, 8);
  head.writeUInt32BE(tags.length, HEADER);
  return Buffer.concat([head, ...tags.map(([, content]) => content)]);
}

function xyzTag(values: readonly number[]): Buffer {
  const tag = Buffer.alloc(20);
  tag.write('XYZ ');
  for (const [index, value] of values.entries()) tag.writeInt32BE(Math.round(value * 65_536), 8 + index * 4);
  return tag;
}

function curveTag(valueAt: (place: number) => number): Buffer {
  const tag = Buffer.alloc(12 + SAMPLES * 2);
  tag.write('curv');
  tag.writeUInt32BE(SAMPLES, 8);
  for (let index = 0; index < SAMPLES; index++)
    tag.writeUInt16BE(Math.round(valueAt(index / (SAMPLES - 1)) * 65_535), 12 + index * 2);
  return tag;
}
