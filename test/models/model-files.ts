import { zip } from '../documents/package.ts';
import { committed } from '../support/committed.ts';
import { unzip } from '../support/unzip.ts';

/**
 * A model of ours. `box` is 1 by 2 by 3, moved by 10 in x in 3mf and dae, and stands in z in 3ds; `boxes` are two that reach from 8 0 0 to
 * 12 21 6, one larger and one turned; the combs are concave polygons.
 */
export const model = (name: string): Buffer => committed(`models/files/${name}`);

const TYPES = 'http://schemas.openxmlformats.org/package/2006';

/** A 3MF package of some models, of which the first is the root. */
export const manufacturingPackage = (models: Readonly<Record<string, string | Buffer>>) =>
  zip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${TYPES}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>`,
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${TYPES}/relationships"><Relationship Target="/${Object.keys(models)[0]}" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`,
    ...models,
  });

/** A 3MF model with the namespace of the production extension. */
export const manufacturingModel = (resources: string, items = '', unit = 'millimeter') =>
  `<?xml version="1.0"?><model unit="${unit}" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06"><resources>${resources}</resources><build>${items}</build></model>`;

const MESH = /<mesh>.*<\/mesh>/.exec(String(unzip(model('box.3mf')).get('3D/3dmodel.model')))?.[0] ?? '';

/** The box as an object of 3MF. */
export const manufacturingBox = (id: number, more = '') => `<object id="${id}" type="model"${more}>${MESH}</object>`;
