/** An element of a document as pandoc hands it over: a block, or a part of a line (pandoc-types 1.23). */
export interface Element {
  readonly t: string;
  readonly c?: unknown;
}

/** A document as pandoc hands it over. */
export interface Tree {
  readonly 'pandoc-api-version': readonly number[];
  readonly meta: Readonly<Record<string, Element>>;
  readonly blocks: readonly Element[];
}

/** Name, classes, and other attributes of an element. */
export type Attributes = readonly [
  name: string,
  classes: readonly string[],
  others: readonly (readonly [string, string])[],
];

export const NO_ATTRIBUTES: Attributes = ['', [], []];

/** Makes something else of an element, in which all elements are rewritten already. */
export type Rule = (element: Element) => Element | readonly Element[];

/** What is below a value, with every element rewritten, the inner ones first. */
export function rewrite<T>(value: T, rule: Rule): T {
  return rewriteValue(value, rule) as T;
}

function rewriteValue(value: unknown, rule: Rule): unknown {
  if (Array.isArray(value)) return rewriteList(value, rule);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rewriteValue(part, rule)]));
}

function rewriteList(list: readonly unknown[], rule: Rule): unknown[] {
  const made: unknown[] = [];
  for (const item of list) {
    if (!isElement(item)) made.push(rewriteValue(item, rule));
    else {
      const result = rule('c' in item ? { t: item.t, c: rewriteValue(item.c, rule) } : item);
      if (isElement(result)) made.push(result);
      else for (const each of result) made.push(each);
    }
  }
  return made;
}

function isElement(value: unknown): value is Element {
  return typeof value === 'object' && value !== null && typeof (value as Element).t === 'string';
}

/** Does one rule after the other. */
export function inOrder(...rules: readonly Rule[]): Rule {
  return (element) =>
    rules.reduce<readonly Element[]>(
      (made, rule) =>
        made.flatMap((each) => {
          const result = rule(each);
          return isElement(result) ? [result] : [...result];
        }),
      [element],
    );
}

/** Whether there is such an element below a value; it is looked for no further than it has to be. */
export function contains(value: unknown, wanted: (element: Element) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (isElement(value) && wanted(value)) return true;
  return (Array.isArray(value) ? value : Object.values(value)).some((part) => contains(part, wanted));
}

/** The words below a value, without any markup. */
export function textOf(value: unknown): string {
  const words: string[] = [];
  rewrite([value], (element) => {
    if (element.t === 'Str') words.push(String(element.c));
    else if (element.t === 'Space' || element.t === 'SoftBreak' || element.t === 'LineBreak') words.push(' ');
    else if (element.t === 'Code' || element.t === 'Math') words.push(String((element.c as unknown[])[1]));
    return element;
  });
  return words.join('');
}

/** Words as elements. */
export function wordsOf(text: string): Element[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.flatMap((word, index) => [...(index > 0 ? [{ t: 'Space' }] : []), { t: 'Str', c: word }]);
}
