import { applyEdits, attributesOf, type Edit, tokensOf } from '../markup.ts';
import { unsupported } from '../refusals.ts';

/** Nodes that place their children as a Group does: assimp drops them with their content. */
const GROUPS: ReadonlySet<string> = new Set('collision anchor billboard staticgroup cadassembly cadface'.split(' '));
/** Nodes that assimp drops as well, but that are no groups. */
const UNREAD: ReadonlySet<string> = new Set(['inline', 'lod', 'protoinstance', 'cadpart', 'cadlayer']);
/** Textures are in other files, which are missing, and assimp cannot read the list of their URLs. */
const TEXTURES: ReadonlySet<string> = new Set(['imagetexture', 'movietexture']);
/** The geometry of a Collision that is not visible. */
const PROXY = /\bcontainerField=["']proxy["']/;

/**
 * Replaces groups of X3D by those that assimp reads, and drops textures in other files.
 * @throws ConversionError UNSUPPORTED_CONVERSION where surfaces would be lost
 */
export function groupX3d(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  if (PROXY.test(text)) throw unread('Collision with a proxy');
  const edits: Edit[] = [];
  for (const { kind, name, start, end } of tokensOf(text)) {
    if (kind !== 'open' && kind !== 'close') continue;
    if (UNREAD.has(name)) throw unread(text.slice(start + 1, start + 1 + name.length));
    if (TEXTURES.has(name)) edits.push({ start, end, text: '' });
    if (!GROUPS.has(name)) continue;
    edits.push({ start, end, text: kind === 'close' ? '</Group>' : groupOf(text.slice(start, end)) });
  }
  return edits.length === 0 ? bytes : Buffer.from(applyEdits(text, edits), 'latin1');
}

/** The tag of a Group in place of another one, with the attributes of its name. */
function groupOf(tag: string): string {
  const names = attributesOf(tag).filter(({ name }) => name === 'DEF' || name === 'USE');
  return `<Group ${names.map(({ start, end }) => tag.slice(start, end)).join(' ')}${tag.endsWith('/>') ? '/' : ''}>`;
}

function unread(node: string) {
  return unsupported(
    `The model has surfaces in an X3D node ${node}, which cannot be read here. Save it without such nodes.`,
  );
}
