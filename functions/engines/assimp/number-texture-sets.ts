const TAG = /<(?:input|bind_vertex_input)\s[^<>]{0,500}>/g;
const TEXTURE = /semantic=["']TEXCOORD["']/;
const SET = /(\s(?:input_)?set=["'])(\d{1,4})(?=["'])/;

/**
 * Numbers the sets of texture coordinates of COLLADA from 0. 3ds Max begins with 1, and assimp then frees the name of a set
 * twice and dies.
 */
export function numberTextureSets(bytes: Buffer): Buffer {
  const xml = bytes.toString('latin1');
  let least = Number.POSITIVE_INFINITY;
  for (const [tag] of xml.matchAll(TAG))
    if (tag.startsWith('<input') && TEXTURE.test(tag)) least = Math.min(least, Number(SET.exec(tag)?.[2] ?? 0));
  if (least === 0 || !Number.isFinite(least)) return bytes;
  const lower = (_: string, before: string, set: string) => `${before}${Math.max(0, Number(set) - least)}`;
  return Buffer.from(
    xml.replace(TAG, (tag) => (TEXTURE.test(tag) ? tag.replace(SET, lower) : tag)),
    'latin1',
  );
}
