import type { OptionSchema } from '../../../client/index.ts';
import { formatNamed } from './formats.ts';
import { optionText, valueText } from './words.ts';

/**
 * The options that a sentence of the service names, as the page calls them, and what they accept.
 * @param target what was to be made
 */
export function namedOptions(sentence: string, target: string): string {
  const { options = {} } = formatNamed(target) ?? {};
  const named = [...sentence.matchAll(/"([a-z_]+)"/g)].flatMap(([, name = '']) => {
    const schema = options[name];
    return schema ? [optionText(name, target, schema).title + acceptedText(name, schema)] : [];
  });
  return [...new Set(named)].join(', ');
}

/** What an option accepts, in brackets, where that is a list or a range. */
function acceptedText(name: string, { enum: choices, minimum, maximum }: OptionSchema): string {
  if (choices) return ` (${choices.map((choice) => valueText(name, choice)).join(', ')})`;
  return minimum === undefined || maximum === undefined ? '' : ` (${minimum} – ${maximum})`;
}
