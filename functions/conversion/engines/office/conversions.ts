import type { Engine } from '../../engine.ts';
import type { FormatName } from '../../formats.ts';
import { SOURCES, TARGETS } from './families.ts';

/** Every source to every target of its family, but to itself. */
export const CONVERSIONS: Engine['conversions'] = Object.fromEntries(
  Object.entries(SOURCES).map(([source, family]) => {
    const targets = Object.keys(TARGETS[family]) as FormatName[];
    return [source, targets.filter((target) => target !== source)];
  }),
);
