import {
  catalogOf,
  type Dictionary,
  dictionaryAt,
  listAt,
  type PdfObject,
  type PdfObjects,
  type Value,
} from './list-pdf.ts';

/** The destinations of a file by their names. */
type Destinations = ReadonlyMap<string, readonly Value[]>;

/** The longest destination: a page, `/FitR`, and four numbers. */
const LONGEST_DESTINATION = 6;
/** The longest number, name or reference in a destination, in characters. */
const LONGEST_WORD = 127;

/** The objects with named destinations in links replaced by explicit ones: joining files loses the names. */
export function resolveNamedDestinations(objects: PdfObjects): PdfObjects {
  const destinations = destinationsIn(objects);
  if (destinations.size === 0) return {};
  const changed = Object.entries(objects).flatMap(([key, object]): [string, PdfObject][] => {
    if (!('value' in object)) return [];
    const value = replaced(object.value, destinations);
    return value === object.value ? [] : [[key, { value }]];
  });
  return Object.fromEntries(changed);
}

/** The named destinations of a file, from its name tree and its old dictionary (ISO 32000-1, 12.3.2.3). */
function destinationsIn(objects: PdfObjects): Destinations {
  const { '/Names': names, '/Dests': old } = catalogOf(objects);
  const named: [string, Value][] = Object.entries(dictionaryAt(old, objects));
  const nodes: Value[] = [dictionaryAt(names, objects)['/Dests'] ?? null];
  const seen = new Set<Value>();
  // A damaged name tree may be circular.
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const { '/Kids': kids, '/Names': pairs } = dictionaryAt(node, objects);
    for (const kid of listAt(kids, objects)) nodes.push(kid);
    const list = listAt(pairs, objects);
    for (let at = 0; at + 1 < list.length; at += 2)
      if (typeof list[at] === 'string') named.push([list[at] as string, list[at + 1] ?? null]);
  }
  return new Map(
    named.flatMap(([name, value]): [string, readonly Value[]][] => {
      const destination = Array.isArray(value) ? value : listAt(dictionaryAt(value, objects)['/D'] ?? value, objects);
      return isDestination(destination) ? [[name, destination]] : [];
    }),
  );
}

/** Whether a list is an explicit destination (ISO 32000-1, 12.3.2.2). A longer one would be copied to each link. */
function isDestination(list: readonly Value[]): boolean {
  const isShort = (value: Value) =>
    value === null || (typeof value !== 'object' && String(value).length <= LONGEST_WORD);
  return list.length > 0 && list.length <= LONGEST_DESTINATION && list.every(isShort);
}

/** A value with named destinations replaced; the same object where it has none. */
function replaced(value: Value, destinations: Destinations): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const list = value.map((each) => replaced(each, destinations));
    return list.every((each, index) => each === value[index]) ? value : list;
  }
  const dictionary = value as Dictionary;
  const key = dictionary['/S'] === '/GoTo' ? '/D' : '/Dest';
  const entries = Object.entries(dictionary).map(([name, each]): [string, Value] => {
    const destination = name === key && typeof each === 'string' ? destinations.get(each) : undefined;
    return [name, destination ?? replaced(each, destinations)];
  });
  return entries.every(([name, each]) => each === dictionary[name]) ? value : Object.fromEntries(entries);
}
