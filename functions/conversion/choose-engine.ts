import type { Engine } from '../engines/engine.ts';
import { ENGINES } from '../engines/index.ts';
import { converts, engineNamed, isOffered, optionsOf, targetsOf } from './catalogue.ts';
import type { Conversion } from './conversion.ts';
import { ConversionError } from './errors.ts';
import type { FormatName } from './formats.ts';
import type { OptionSchema, OptionSchemas, Options, OptionValue } from './options.ts';
import { withArticle } from './with-article.ts';

/**
 * The engine for a conversion: one that the options choose, else the first in the list that can do it.
 * @throws ConversionError UNSUPPORTED_CONVERSION, naming the targets that exist.
 */
export function chooseEngine(source: FormatName, target: FormatName, options: Options = {}): Engine {
  const able = ENGINES.filter((engine) => isOffered(engine) && converts(engine, source, target));
  const engine = able.find((candidate) => isChosen(candidate, options)) ?? able[0];
  if (engine) return engine;
  const targets = targetsOf(source);
  throw new ConversionError(
    'UNSUPPORTED_CONVERSION',
    targets.length > 0
      ? `${capitalized(withArticle(source))} file cannot be converted to ${target}. It can be converted to: ${targets.join(', ')}.`
      : `The file is ${source}, which this service cannot convert.`,
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isChosen(engine: Engine, options: Options): boolean {
  return selectors(engine, options).length > 0 && !isRuledOut(engine, options);
}

/** Whether one of the options that choose an engine has a value that does not choose it. */
function isRuledOut(engine: Engine, options: Options): boolean {
  return selectors(engine, options).some((name) => !chooses(engine, name, options));
}

function chooses({ when }: Engine, name: string, options: Options): boolean {
  return when?.[name]?.includes(options[name] as OptionValue) ?? false;
}

/** The given options whose values choose this engine or another. */
function selectors({ when = {} }: Engine, options: Options): string[] {
  return Object.keys(options).filter((name) => Object.hasOwn(when, name));
}

/**
 * The engine that takes over a conversion which the first refuses with UNSUPPORTED_CONVERSION. It must be available, and
 * have all the options.
 */
export function successorOf(
  conversion: Pick<Conversion, 'originalFormat' | 'targetFormat' | 'options' | 'secrets'>,
  { successor }: Engine,
): Engine | undefined {
  const { originalFormat, targetFormat, options, secrets } = conversion;
  if (!successor || !isOffered(successor) || !converts(successor, originalFormat, targetFormat)) return undefined;
  const known = optionsOf(originalFormat, targetFormat, successor);
  const all = Object.keys({ ...options, ...secrets }).every((name) => Object.hasOwn(known, name));
  return all && !isRuledOut(successor, options) ? successor : undefined;
}

/**
 * The options that a request may have: those of its engine, and those whose values ruled out another engine.
 * @param given the options of the request
 */
export function knownOptions(source: FormatName, target: FormatName, engine: Engine, given: Options): OptionSchemas {
  const others = ENGINES.filter((other) => other !== engine && isOffered(other) && converts(other, source, target));
  const ruling = others.flatMap((other) =>
    selectors(other, given)
      .filter((name) => !chooses(other, name, given))
      .map((name) => [name, optionsOf(source, target, other)[name]] as const),
  );
  const known = ruling.filter((entry): entry is [string, OptionSchema] => entry[1] !== undefined);
  return { ...optionsOf(source, target, engine), ...Object.fromEntries(known) };
}

/** The options of a job that its engine has, without those that only chose between engines. */
export function ownOptions(
  conversion: Pick<Conversion, 'originalFormat' | 'targetFormat' | 'options' | 'engine'>,
): Options {
  const { originalFormat, targetFormat, options, engine } = conversion;
  const known = optionsOf(originalFormat, targetFormat, engineNamed(engine));
  return Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(known, name)));
}
