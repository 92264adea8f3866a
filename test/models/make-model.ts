import { zip } from '../documents/package.ts';

type Corner = readonly [x: number, y: number, z: number];

/** A box of 1 by 2 by 3: its corners, and its sides, which look outwards. */
export const CORNERS: readonly Corner[] = [
  ...([
    [0, 0, 0],
    [1, 0, 0],
    [1, 2, 0],
    [0, 2, 0],
  ] as const),
  ...([
    [0, 0, 3],
    [1, 0, 3],
    [1, 2, 3],
    [0, 2, 3],
  ] as const),
];
const SIDES = [
  [0, 3, 2, 1],
  [4, 5, 6, 7],
  [0, 1, 5, 4],
  [1, 2, 6, 5],
  [2, 3, 7, 6],
  [3, 0, 4, 7],
] as const;
const TRIANGLES = SIDES.flatMap(
  ([a, b, c, d]) =>
    [
      [a, b, c],
      [a, c, d],
    ] as const,
);

const floats = (values: readonly number[]) => Buffer.from(Float32Array.from(values).buffer);
const shorts = (values: readonly number[]) => Buffer.from(Uint16Array.from(values).buffer);
const long = (value: number) => Buffer.from(Uint32Array.of(value).buffer);

const at = (corner: number) => CORNERS[corner] ?? [0, 0, 0];

/** STL as text. */
export const textStl = () =>
  Buffer.from(
    `solid box\n${TRIANGLES.map(
      (corners) =>
        `facet normal 0 0 0\nouter loop\n${corners.map((corner) => `vertex ${at(corner).join(' ')}`).join('\n')}\nendloop\nendfacet\n`,
    ).join('')}endsolid box\n`,
  );

export const binaryStl = () =>
  Buffer.concat([
    ...[Buffer.alloc(80), long(TRIANGLES.length)],
    ...TRIANGLES.map((corners) => Buffer.concat([floats([0, 0, 0, ...corners.flatMap(at)]), Buffer.alloc(2)])),
  ]);

/** OBJ with sides of four corners, and a name for what they are made of. */
export const obj = (library = 'box.mtl') =>
  Buffer.from(
    [
      `mtllib ${library}\no box`,
      ...CORNERS.map((corner) => `v ${corner.join(' ')}`),
      'usemtl red',
      ...SIDES.map((corners) => `f ${corners.map((corner) => corner + 1).join(' ')}`),
    ].join('\n'),
  );

export const ply = () =>
  Buffer.from(
    [
      ...['ply', 'format ascii 1.0', 'comment a box', `element vertex ${CORNERS.length}`],
      ...['x', 'y', 'z'].map((name) => `property float ${name}`),
      ...[`element face ${SIDES.length}`, 'property list uchar int vertex_indices', 'end_header'],
      ...CORNERS.map((corner) => corner.join(' ')),
      ...SIDES.map((corners) => `4 ${corners.join(' ')}`),
      '',
    ].join('\n'),
  );

export const off = () =>
  Buffer.from(
    `OFF\n8 12 0\n${CORNERS.map((corner) => corner.join(' ')).join('\n')}\n${TRIANGLES.map((corners) => `3 ${corners.join(' ')}`).join('\n')}\n`,
  );

/** OFF with sides of four corners, as text that is still to be changed. */
export const offSides = () =>
  `OFF\n8 6 12\n${CORNERS.map((corner) => corner.join(' ')).join('\n')}\n${SIDES.map((side) => `4 ${side.join(' ')}`).join('\n')}\n`;

export const amf = () =>
  Buffer.from(
    `<?xml version="1.0"?><amf unit="millimeter"><object id="0"><mesh><vertices>${CORNERS.map(
      ([x, y, z]) => `<vertex><coordinates><x>${x}</x><y>${y}</y><z>${z}</z></coordinates></vertex>`,
    ).join('')}</vertices><volume>${TRIANGLES.map(
      ([a, b, c]) => `<triangle><v1>${a}</v1><v2>${b}</v2><v3>${c}</v3></triangle>`,
    ).join('')}</volume></mesh></object></amf>`,
  );

export const x3d = () =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><X3D version="3.3" profile="Interchange"><Scene><Shape><IndexedFaceSet coordIndex="${TRIANGLES.map(
      (corners) => `${corners.join(' ')} -1`,
    ).join(' ')}"><Coordinate point="${CORNERS.flat().join(' ')}"/></IndexedFaceSet></Shape></Scene></X3D>`,
  );

const TYPES = 'http://schemas.openxmlformats.org/package/2006';

/** A package of 3MF of some models, which is opened by the first. */
export const manufacturingPackage = (models: Readonly<Record<string, string | Buffer>>) =>
  zip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${TYPES}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>`,
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${TYPES}/relationships"><Relationship Target="/${Object.keys(models)[0]}" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`,
    ...models,
  });

/** A model of 3MF, the words of the production extension among its own. */
export const manufacturingModel = (resources: string, items = '', unit = 'millimeter') =>
  `<?xml version="1.0"?><model unit="${unit}" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06"><resources>${resources}</resources><build>${items}</build></model>`;

/** The box as an object of 3MF. */
export const manufacturingBox = (id: number, more = '') =>
  `<object id="${id}" type="model"${more}><mesh><vertices>${CORNERS.map(
    ([x, y, z]) => `<vertex x="${x}" y="${y}" z="${z}"/>`,
  ).join('')}</vertices><triangles>${TRIANGLES.map(([a, b, c]) => `<triangle v1="${a}" v2="${b}" v3="${c}"/>`).join(
    '',
  )}</triangles></mesh></object>`;

/** 3MF, in which the box is moved by 10 in x. */
export const manufacturing = () =>
  manufacturingPackage({
    '3D/3dmodel.model': manufacturingModel(
      manufacturingBox(1),
      '<item objectid="1" transform="1 0 0 0 1 0 0 0 1 10 0 0"/>',
    ),
  });

/** A chunk of a 3DS file. */
const chunk = (kind: number, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([shorts([kind]), long(body.length + 6), body]);
};

export const studio = () =>
  chunk(
    0x4d4d,
    chunk(0x0002, long(3)),
    chunk(
      0x3d3d,
      chunk(
        0x4000,
        Buffer.from('box\0'),
        chunk(
          0x4100,
          chunk(0x4110, shorts([CORNERS.length]), floats(CORNERS.flat())),
          chunk(0x4120, shorts([TRIANGLES.length, ...TRIANGLES.flatMap((corners) => [...corners, 7])])),
        ),
      ),
    ),
  );

/** A picture of one red pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);

/** What a scene may have beside two boxes, of which one is larger and one is turned, both moved. */
export interface SceneWish {
  readonly animated?: boolean;
  readonly textured?: boolean;
  /** Where the data is, when not in the file. */
  readonly uri?: string;
}

function scene({ animated = false, textured = false, uri }: SceneWish) {
  const [corners, indexes] = [floats(CORNERS.flat()), shorts(TRIANGLES.flat())];
  const places = Buffer.concat([
    floats(CORNERS.flatMap(([x, y]) => [x, y / 2])),
    floats([0, 1]),
    floats([0, 0, 0, 0, 5, 0]),
  ]);
  const parts = [corners, indexes, places.subarray(0, 64), places.subarray(64, 72), places.subarray(72), PIXEL];
  const views = parts.map((part, index) => ({
    buffer: 0,
    byteOffset: Buffer.concat(parts.slice(0, index)).length,
    byteLength: part.length,
  }));
  const data = Buffer.concat(parts, Math.ceil(Buffer.concat(parts).length / 4) * 4);
  const attributes = { POSITION: 0, ...(textured && { TEXCOORD_0: 2 }) };
  const colour = textured ? { baseColorTexture: { index: 0 } } : { baseColorFactor: [1, 0, 0, 1] };
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [
      { name: 'both', translation: [10, 0, 0], children: [1, 2] },
      { name: 'larger', mesh: 0, scale: [2, 2, 2] },
      { name: 'turned', mesh: 0, rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2], translation: [0, 20, 0] },
    ],
    meshes: [{ primitives: [{ attributes, indices: 1, material: 0 }] }],
    materials: [{ name: 'red', pbrMetallicRoughness: colour }],
    ...(textured && { textures: [{ source: 0 }], images: [{ bufferView: 5, mimeType: 'image/png' }] }),
    ...(animated && {
      animations: [
        { channels: [{ sampler: 0, target: { node: 1, path: 'translation' } }], samplers: [{ input: 3, output: 4 }] },
      ],
    }),
    accessors: [
      { bufferView: 0, componentType: 5126, count: 8, type: 'VEC3', min: [0, 0, 0], max: [1, 2, 3] },
      { bufferView: 1, componentType: 5123, count: 36, type: 'SCALAR' },
      { bufferView: 2, componentType: 5126, count: 8, type: 'VEC2' },
      { bufferView: 3, componentType: 5126, count: 2, type: 'SCALAR', min: [0], max: [1] },
      { bufferView: 4, componentType: 5126, count: 2, type: 'VEC3' },
    ],
    bufferViews: views,
    buffers: [{ byteLength: data.length, ...(uri !== undefined && { uri }) }],
  };
  return { json, data };
}

/** Two boxes that are moved, turned and scaled by what they hang on: they reach from 8 0 0 to 12 21 6. */
export function glb(wish: SceneWish = {}): Buffer {
  const { json, data } = scene(wish);
  const text = Buffer.from(JSON.stringify(json));
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const chunks = [long(padded.length), Buffer.from('JSON'), padded, long(data.length), Buffer.from('BIN\0'), data];
  const body = Buffer.concat(chunks);
  return Buffer.concat([Buffer.from('glTF'), long(2), long(body.length + 12), body]);
}

/** The same as text, with its data in it. */
export function gltf({ uri, ...wish }: SceneWish = {}): Buffer {
  const embedded = `data:application/octet-stream;base64,${scene(wish).data.toString('base64')}`;
  return Buffer.from(JSON.stringify(scene({ ...wish, uri: uri ?? embedded }).json));
}

/** A list of numbers of COLLADA. */
const list = (id: string, numbers: readonly number[], names: readonly string[]) =>
  `<source id="${id}"><float_array id="${id}-a" count="${numbers.length}">${numbers.join(' ')}</float_array><technique_common><accessor source="#${id}-a" count="${numbers.length / names.length}" stride="${names.length}">${names
    .map((name) => `<param name="${name}" type="float"/>`)
    .join('')}</accessor></technique_common></source>`;

/** The box going from 10 to 15 in x within a second. */
const GOING = `<library_animations><animation id="go">${list('time', [0, 1], ['TIME'])}${list('way', [10, 0, 0, 15, 0, 0], ['X', 'Y', 'Z'])}<source id="how"><Name_array id="how-a" count="2">LINEAR LINEAR</Name_array><technique_common><accessor source="#how-a" count="2" stride="1"><param name="INTERPOLATION" type="name"/></accessor></technique_common></source><sampler id="go-s"><input semantic="INPUT" source="#time"/><input semantic="OUTPUT" source="#way"/><input semantic="INTERPOLATION" source="#how"/></sampler><channel source="#go-s" target="n/translate"/></animation></library_animations>`;

/** COLLADA, in which the box is moved by 10 in x. */
export const collada = ({ animated = false } = {}) =>
  Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit name="meter" meter="1"/><up_axis>Y_UP</up_axis></asset>${animated ? GOING : ''}<library_geometries><geometry id="g"><mesh>${list('p', CORNERS.flat(), ['X', 'Y', 'Z'])}<vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="12"><input semantic="VERTEX" source="#v" offset="0"/><p>${TRIANGLES.flat().join(' ')}</p></triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id="s"><node id="n"><translate sid="translate">10 0 0</translate><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>`,
  );

/** The outline of a comb of ten teeth in the plane: a polygon that is concave, of this area. */
export const COMB_AREA = 50;
const COMB: readonly (readonly [x: number, y: number])[] = [
  [0, 0],
  [20, 0],
  ...Array.from({ length: 10 }, (_, index) => 20 - index * 2).flatMap(
    (x) =>
      [
        [x, 4],
        [x - 1, 4],
        [x - 1, 1],
        [x - 2, 1],
      ] as const,
  ),
];

/** FBX as text, of one polygon that is concave. */
export const combFbx = (scale: number) =>
  Buffer.from(`; FBX 7.3.0 project file
FBXHeaderExtension:  {
	FBXHeaderVersion: 1003
	FBXVersion: 7300
}
Definitions:  {
	Version: 100
	Count: 2
}
Objects:  {
	Geometry: 1000, "Geometry::comb", "Mesh" {
		Vertices: *${COMB.length * 3} {
			a: ${COMB.flatMap(([x, y]) => [x * scale, y * scale, 0]).join(',')}
		}
		PolygonVertexIndex: *${COMB.length} {
			a: ${COMB.map((_, index) => (index < COMB.length - 1 ? index : -index - 1)).join(',')}
		}
		GeometryVersion: 124
	}
	Model: 2000, "Model::comb", "Mesh" {
		Version: 232
	}
}
Connections:  {
	C: "OO",2000,0
	C: "OO",1000,2000
}
`);

/** The same as OBJ. */
export const combObj = (scale: number) =>
  Buffer.from(
    `${COMB.map(([x, y]) => `v ${x * scale} ${y * scale} 0`).join('\n')}\nf ${COMB.map((_, index) => index + 1).join(' ')}\n`,
  );
