import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue, targetsOf } from '../../functions/conversion/catalogue.ts';
import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import { ConversionError } from '../../functions/conversion/errors.ts';
import type { Engine } from '../../functions/engines/engine.ts';
import { ENGINES } from '../../functions/engines/index.ts';

function engine(name: string, conversions: Engine['conversions']): Engine {
  const [first] = ENGINES;
  if (!first) throw new Error('There is no engine.');
  return { ...first, name, conversions };
}

describe('chooseEngine', () => {
  beforeEach(() => vi.stubEnv('ENGINES', 'better,other'));
  afterEach(() => vi.unstubAllEnvs());

  const engines = [
    engine('absent', { png: ['jpg', 'gif'] }),
    engine('better', { png: ['jpg'] }),
    engine('other', { png: ['jpg', 'webp'] }),
  ];

  it('takes the first in the list that is there and can do it', () => {
    expect(chooseEngine('png', 'jpg', {}, engines).name).toBe('better');
    expect(chooseEngine('png', 'webp', {}, engines).name).toBe('other');
  });

  it('names the targets that exist when there is none', () => {
    expect(() => chooseEngine('png', 'gif', {}, engines)).toThrow(/png file cannot be converted to gif.*: jpg, webp\./);
    expect(() => chooseEngine('arrow', 'gif', {}, [engine('other', { arrow: ['csv'] })])).toThrow(/^An arrow file/);
    expect(() => chooseEngine('gif', 'png', {}, engines)).toThrow(ConversionError);
  });

  it('does not list what no available engine does', () => {
    expect(targetsOf('png', engines)).toEqual(['jpg', 'webp']);
    expect(catalogue(engines).map(({ format }) => format)).toEqual(['jpg', 'png', 'webp']);
  });
});

describe('the catalogue', () => {
  const entries = catalogue();
  const entryOf = (name: string) => entries.find(({ format }) => format === name);

  it('is the same from both ends and names only listed formats', () => {
    for (const { format, convertsTo, convertsFrom } of entries) {
      for (const target of convertsTo) expect(entryOf(target)?.convertsFrom).toContain(format);
      for (const source of convertsFrom) expect(entryOf(source)?.convertsTo).toContain(format);
    }
  });

  it('lists a format only when something can be done with it', () => {
    expect(entries.length).toBeGreaterThan(5);
    for (const { convertsTo, convertsFrom } of entries)
      expect(convertsTo.length + convertsFrom.length).toBeGreaterThan(0);
  });
});
