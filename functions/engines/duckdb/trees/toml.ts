import { parse, stringify, TomlDate } from 'smol-toml';
import { unsupported } from '../../refusals.ts';
import { LIMITS } from '../limits.ts';
import { isRecord, type TreeFormat } from './tree-format.ts';

/** TOML 1.0. It has no null: a name without a value is left out. What is no table becomes one with `items`. */
export const toml: TreeFormat = {
  read: (text) => plain(parse(text, { maxDepth: LIMITS.depth, integersAsBigInt: 'asNeeded' })),
  write: (tree) => {
    const table = isRecord(tree) ? tree : { items: tree };
    return `${stringify(writable(table) as Record<string, unknown>, { maxDepth: LIMITS.depth + 1 })}`;
  },
};

function plain(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

const LARGEST = 2n ** 63n;

function writable(value: unknown): unknown {
  if (typeof value === 'bigint' && (value >= LARGEST || value < -LARGEST))
    throw unsupported('TOML cannot hold integers of more than 64 bits.');
  if (Array.isArray(value)) {
    if (value.includes(null)) throw unsupported('The file has a list with null, which TOML cannot hold.');
    return value.map(writable);
  }
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(fields.map(([name, inner]) => [name, writable(inner)]));
}
