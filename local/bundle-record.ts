import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Engine, programOf } from '../functions/engines/engine.ts';

/** What bundles were made of: where nothing of it has changed since, they are what they would be if they were made now. */
export interface BundleRecord {
  /** What engines ask for, by their names. */
  readonly engines: Readonly<Record<string, string>>;
  /** The files that were read, by their paths in the repository, each with its size and when it was last changed. */
  readonly inputs: Readonly<Record<string, string>>;
  /** The bundles themselves, by their paths. */
  readonly bundles: readonly string[];
}

/** How bundles were made. */
interface Making extends Pick<BundleRecord, 'bundles'> {
  readonly inputs: readonly string[];
  /** When it began: a file that was changed since may be in them as it was before. */
  readonly began: number;
}

/** What tells whether an engine asks for the same bundle. */
const wishOf = (engine: Engine) => JSON.stringify([programOf(engine), engine.worker.packages, engine.worker.files]);

function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.size} ${stats.mtimeMs}` : '';
}

/**
 * Notes what bundles were made of.
 * @returns undefined where a file was changed meanwhile
 */
export function recordOf(
  root: string,
  engines: readonly Engine[],
  { inputs, bundles, began }: Making,
): BundleRecord | undefined {
  const changed = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (inputs.some((path) => changed(path) >= began)) return undefined;
  return {
    engines: Object.fromEntries(engines.map((engine) => [engine.name, wishOf(engine)])),
    inputs: Object.fromEntries(inputs.map((path) => [path, stampOf(join(root, path))])),
    bundles,
  };
}

/** Whether a record says that the bundles of all these engines are as they would be made now. */
export function isUpToDate(root: string, engines: readonly Engine[], record: string): boolean {
  try {
    const { engines: made, inputs, bundles } = JSON.parse(readFileSync(record, 'utf8')) as BundleRecord;
    return (
      engines.every((engine) => made[engine.name] === wishOf(engine)) &&
      bundles.every((path) => existsSync(join(root, path))) &&
      Object.entries(inputs).every(([path, stamp]) => stampOf(join(root, path)) === stamp)
    );
  } catch {
    return false; // there is none
  }
}
