import { CHANNELS, type Color, distance, premultiply } from './bitmap.ts';
import { findColors, isOpaque } from './find-colors.ts';
import { findEdges } from './find-edges.ts';
import { findGradients, type Gradient } from './find-gradients.ts';
import { fitOutline, UNITS } from './fit-outline.ts';
import { drawnColor, Outlines, type Point } from './follow-outlines.ts';
import { type Mixtures, MOST_COLORS, mixColors } from './mix-colors.ts';
import { findThinLines } from './thin-lines.ts';

/** The least share of pixels that are not between others in a drawing of more pixels than a small one has. */
const LEAST_PLAIN = { share: 0.8, pixels: 65_536 } as const;
/** The least share of smoothed edges: the steps of other edges are not to be followed. */
const LEAST_SMOOTHED = 0.15;
/** Colours that are nearer than this, squared, may be of one gradient. */
const ALIKE = 64 ** 2;
/** The most sides of pixels that outlines follow. */
const MOST_SIDES = 200_000;

/** How a drawing is traced. */
export interface DrawingSettings {
  readonly colors: number;
  /** How far the colours of areas may be off, from 0 to 255. */
  readonly near: number;
  /** Areas that are smaller are left out, in pixels. */
  readonly speckle: number;
  /** Whether each area is of one colour, and not a gradient where that is nearer. */
  readonly flat?: boolean;
  /** How far outlines may be off, in pixels. */
  readonly tolerance: number;
}

/** A traced picture. */
export interface Tracing {
  /** Of the root of its SVG, but for its size. */
  readonly attributes: string;
  /** What is in it, with its end. */
  readonly content: string;
}

/**
 * Traces a drawing of few colours: its smoothed edges say where in a pixel an outline runs.
 * @param data pixels of red, green, blue and opacity
 * @returns undefined for a photo, and for a picture whose edges are not smoothed
 */
export function traceDrawing(
  data: Uint8Array,
  width: number,
  height: number,
  settings: DrawingSettings,
): Tracing | undefined {
  const bitmap = premultiply(data, width, height);
  const edges = findEdges(bitmap);
  const plain = edges.between.reduce((count, isBetween) => count + 1 - isBetween, 0);
  if (plain < LEAST_PLAIN.share * width * height && width * height > LEAST_PLAIN.pixels) return undefined;
  const colors = findColors(bitmap, edges, { most: Math.min(settings.colors, MOST_COLORS), near: settings.near });
  if (!colors) return undefined;
  const mixtures = mixColors(bitmap, edges, colors);
  return draw(mixtures, colors, settings, () => (settings.flat ? [] : findGradients(bitmap, mixtures, colors)));
}

/** Traces the dark parts of a grey picture in black, where its edges are smoothed. @param data as above */
export function traceDark(
  data: Uint8Array,
  width: number,
  height: number,
  settings: DrawingSettings,
): Tracing | undefined {
  const share = Float32Array.from({ length: width * height }, (_, pixel) => 1 - (data[pixel * CHANNELS] ?? 0) / 255);
  const lower = new Uint8Array(width * height);
  return draw(
    { width, height, lower, upper: lower.map(() => 1), share },
    [
      [0, 0, 0, 0],
      [0, 0, 0, 255],
    ],
    settings,
  );
}

function draw(
  mixtures: Mixtures,
  colors: readonly Color[],
  { speckle, tolerance }: DrawingSettings,
  gradientsOf: () => readonly (Gradient | undefined)[] = () => [],
): Tracing | undefined {
  const { sides, smoothed } = countSides(mixtures, colors);
  if (sides > MOST_SIDES || smoothed < LEAST_SMOOTHED) return undefined;
  const gradients = gradientsOf();
  const outlines = new Outlines(mixtures, findThinLines(mixtures));
  const paths = colors.flatMap((color, layer) => {
    if (!isOpaque(color)) return [];
    const rings = outlines.of(layer).filter((ring) => areaOf(ring) >= speckle);
    if (rings.length === 0) return [];
    const gradient = gradients[layer];
    const fill = gradient ? `url(#g${layer})` : hexadecimal(color);
    const definition = gradient ? writeGradient(gradient, `g${layer}`) : '';
    return [`${definition}<path d="${rings.map((ring) => fitOutline(ring, tolerance)).join('')}" fill="${fill}"/>\n`];
  });
  if (paths.length === 0) return undefined;
  const { width, height } = mixtures;
  const attributes = `viewBox="0 0 ${width * UNITS} ${height * UNITS}" fill-rule="evenodd"`;
  return { attributes, content: `${paths.join('')}</svg>\n` };
}

/** How many sides of pixels the outlines of all layers have, and which share of the edges is smoothed; within gradients, none need be. */
function countSides(
  mixtures: Mixtures,
  colors: readonly Color[],
): { readonly sides: number; readonly smoothed: number } {
  const { width, share } = mixtures;
  let [sides, edges, smoothed] = [0, 0, 0];
  for (let pixel = 0; pixel < share.length; pixel++) {
    for (const other of [
      (pixel + 1) % width > 0 ? pixel + 1 : pixel,
      pixel + width < share.length ? pixel + width : pixel,
    ]) {
      const [one, another] = [drawnColor(mixtures, pixel), drawnColor(mixtures, other)];
      if (one === another) continue;
      sides += Math.abs(one - another);
      if (distance(colors[one] ?? [], 0, colors[another] ?? []) < ALIKE) continue;
      edges++;
      const isSmoothed = [pixel, other].some((one) => (share[one] ?? 0) > 0.05 && (share[one] ?? 0) < 0.95);
      if (isSmoothed) smoothed++;
    }
  }
  return { sides, smoothed: edges > 0 ? smoothed / edges : Math.sign(sides) };
}

function writeGradient({ axis, places, colors }: Gradient, name: string): string {
  const [start, end] = places.map((place) => place * UNITS) as [number, number];
  const rounded = (values: Readonly<Record<string, number>>) =>
    Object.entries(values).map(([attribute, value]) => `${attribute}="${Math.round(value)}"`);
  const stopsFrom = (offset: number) =>
    colors.map((color, at) => `<stop offset="${at === 0 ? offset : 1}" stop-color="${hexadecimal(color)}"/>`).join('');
  const units = `id="${name}" gradientUnits="userSpaceOnUse"`;
  if ('center' in axis) {
    const [cx, cy] = axis.center.map((place) => place * UNITS) as Point;
    const circle = rounded({ cx, cy, r: end }).join(' ');
    return `<radialGradient ${units} ${circle}>${stopsFrom(Math.round((start / end) * 1e6) / 1e6)}</radialGradient>\n`;
  }
  const [x, y] = axis.direction;
  const line = rounded({ x1: start * x, y1: start * y, x2: end * x, y2: end * y }).join(' ');
  return `<linearGradient ${units} ${line}>${stopsFrom(0)}</linearGradient>\n`;
}

function areaOf(ring: readonly Point[]): number {
  let sum = 0;
  ring.forEach(([x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] as Point;
    sum += x * nextY - nextX * y;
  });
  return Math.abs(sum) / 2;
}

/** The colour of a path, no longer premultiplied. */
function hexadecimal(color: Color): string {
  const [opacity = 255] = color.slice(3);
  const values = color.slice(0, 3).map((value) => Math.min(255, Math.round((value * 255) / opacity)));
  return `#${values.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
