import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Engine, programOf } from '../functions/engines/engine.ts';

/** The inputs of bundles: while they are unchanged, the bundles are up to date. */
export interface BundleRecord {
  /** The settings of engines, by their names. */
  readonly engines: Readonly<Record<string, string>>;
  /** The sizes and modification times of the files that were read, by their paths in the repository. */
  readonly inputs: Readonly<Record<string, string>>;
  /** The bundles themselves, by their paths. */
  readonly bundles: readonly string[];
}

/** A build of bundles. */
interface BundleBuild extends Pick<BundleRecord, 'bundles'> {
  readonly inputs: readonly string[];
  /** When it began: a file that was changed since may have been read before. */
  readonly began: number;
}

/** The settings of an engine on which its bundle depends. */
const settingsOf = (engine: Engine) => JSON.stringify([programOf(engine), engine.worker.packages, engine.worker.files]);

function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.size} ${stats.mtimeMs}` : '';
}

/**
 * Makes the record of a build.
 * @returns undefined when a file was changed meanwhile
 */
export function recordOf(
  root: string,
  engines: readonly Engine[],
  { inputs, bundles, began }: BundleBuild,
): BundleRecord | undefined {
  const changed = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (inputs.some((path) => changed(path) >= began)) return undefined;
  return {
    engines: Object.fromEntries(engines.map((engine) => [engine.name, settingsOf(engine)])),
    inputs: Object.fromEntries(inputs.map((path) => [path, stampOf(join(root, path))])),
    bundles,
  };
}

/** Whether the bundles of all these engines are up to date. */
export function isUpToDate(root: string, engines: readonly Engine[], record: string): boolean {
  try {
    const { engines: made, inputs, bundles } = JSON.parse(readFileSync(record, 'utf8')) as BundleRecord;
    return (
      engines.every((engine) => made[engine.name] === settingsOf(engine)) &&
      bundles.every((path) => existsSync(join(root, path))) &&
      Object.entries(inputs).every(([path, stamp]) => stampOf(join(root, path)) === stamp)
    );
  } catch {
    return false; // there is no record
  }
}
