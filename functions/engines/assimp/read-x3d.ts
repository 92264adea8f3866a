import { applyEdits, attributesOf, type Edit, tokensOf } from '../markup.ts';
import { unsupported } from '../refusals.ts';

/** Nodes whose children lie where those of a group would: assimp leaves them out with all that is in them. */
const GROUPS: ReadonlySet<string> = new Set('collision anchor billboard staticgroup cadassembly cadface'.split(' '));
/** Nodes that assimp leaves out as well, and whose surfaces are not that easy to place. */
const UNREAD: ReadonlySet<string> = new Set(['inline', 'lod', 'protoinstance', 'cadpart', 'cadlayer']);
/** Textures lie in files of their own, which are not there; assimp cannot read the list of their addresses. */
const TEXTURES: ReadonlySet<string> = new Set(['imagetexture', 'movietexture']);
/** What is hit in place of what is seen. */
const PROXY = /\bcontainerField=["']proxy["']/;

/**
 * Writes groups of X3D as those that assimp knows, without textures of other files.
 * @throws ConversionError UNSUPPORTED_CONVERSION where surfaces would be left out
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

/** The tag of a group in place of another one; of its attributes only what names it is for groups as well. */
function groupOf(tag: string): string {
  const names = attributesOf(tag).filter(({ name }) => name === 'DEF' || name === 'USE');
  return `<Group ${names.map(({ start, end }) => tag.slice(start, end)).join(' ')}${tag.endsWith('/>') ? '/' : ''}>`;
}

function unread(node: string) {
  return unsupported(
    `The model has surfaces in an X3D node ${node}, which is not read here. Save it without such nodes.`,
  );
}
