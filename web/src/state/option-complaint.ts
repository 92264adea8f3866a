import type { OptionSchema } from '../../../client/index.ts';
import { formatNamed } from './formats.ts';
import { optionText, valueText } from './words.ts';

/**
 * The titles of the options in a message of the service, with their accepted values.
 * @param target the target format
 */
export function namedOptions(sentence: string, target: string): string {
  const { options = {} } = formatNamed(target) ?? {};
  const named = [...sentence.matchAll(/"([a-z_]+)"/g)].flatMap(([, name = '']) => {
    const schema = options[name];
    return schema ? [optionText(name, target, schema).title + acceptedText(name, schema)] : [];
  });
  return [...new Set(named)].join(', ');
}

/** The accepted values of an option in brackets, where they are a list or a range. */
function acceptedText(name: string, { enum: choices, minimum, maximum }: OptionSchema): string {
  if (choices) return ` (${choices.map((choice) => valueText(name, choice)).join(', ')})`;
  return minimum === undefined || maximum === undefined ? '' : ` (${minimum} – ${maximum})`;
}
