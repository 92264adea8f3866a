import { escapeXml } from '../trees/xml-text.ts';
import type { Placemark } from './placemark.ts';
import type { Position, Shape } from './shapes.ts';

const HEADER =
  '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">\n<Document>';

/** Writes the Keyhole Markup Language (OGC 12-007r2), with all properties. */
export function writeKml(placemarks: readonly Placemark[]): string {
  return `${[HEADER, ...placemarks.map(placemark), '</Document>', '</kml>'].join('\n')}\n`;
}

function placemark({ name, description, properties, shapes, times }: Placemark): string {
  const data = properties.map(
    ([key, value]) => `<Data name="${escapeXml(key)}"><value>${escapeXml(value)}</value></Data>`,
  );
  let lines = 0;
  const drawn = shapes.map((shape) => drawingOf(shape, shape.type === 'LineString' ? times[lines++] : undefined));
  return [
    '<Placemark>',
    ...element('name', name),
    ...element('description', description),
    ...(data.length > 0 ? [`<ExtendedData>${data.join('')}</ExtendedData>`] : []),
    ...(drawn.length > 1 ? ['<MultiGeometry>', ...drawn, '</MultiGeometry>'] : drawn),
    '</Placemark>',
  ].join('\n');
}

function element(name: string, text: string | undefined): string[] {
  return text === undefined ? [] : [`<${name}>${escapeXml(text)}</${name}>`];
}

function drawingOf(shape: Shape, times: readonly string[] = []): string {
  if (shape.type === 'Point') return `<Point>${coordinates([shape.at])}</Point>`;
  if (shape.type === 'Polygon') return `<Polygon>${shape.rings.map(boundary).join('')}</Polygon>`;
  const { line } = shape;
  if (times.length !== line.length || times.includes('')) return `<LineString>${coordinates(line)}</LineString>`;
  const when = times.map((time) => `<when>${escapeXml(time)}</when>`);
  const where = line.map((position) => `<gx:coord>${position.join(' ')}</gx:coord>`);
  return `<gx:Track>${[...when, ...where].join('')}</gx:Track>`;
}

/** The first ring is the outer boundary, the others are holes. */
function boundary(ring: readonly Position[], index: number): string {
  const name = index === 0 ? 'outerBoundaryIs' : 'innerBoundaryIs';
  return `<${name}><LinearRing>${coordinates(ring)}</LinearRing></${name}>`;
}

function coordinates(positions: readonly Position[]): string {
  return `<coordinates>${positions.map((position) => position.join(',')).join(' ')}</coordinates>`;
}
