import { attributesOf } from '../../markup.ts';

/** Attributes to set; `undefined` removes one. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** Sets attributes of a tag; values keep their XML entities. */
export function setAttributes(tag: string, attributes: Attributes): string {
  const kept = attributesOf(tag).filter(({ name }) => !Object.hasOwn(attributes, name));
  const set = Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  const name = /^<[^\s/>]+/.exec(tag)?.[0] ?? '';
  const written = [...kept, ...set].map((each) => ` ${each.name}="${each.value.replaceAll('"', '&quot;')}"`);
  return `${name}${written.join('')}${tag.endsWith('/>') ? '/>' : '>'}`;
}
