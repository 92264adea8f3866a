import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENVIRONMENT } from '../functions/environment.ts';
import { inTurn, median, ms, table } from './measure.ts';

const ROUNDS = 11;
const ROOT = join(import.meta.dirname, '..');

/** The used properties of a function in a template. */
interface FunctionProperties {
  /** An object where it has references. */
  readonly Description?: unknown;
  readonly Environment?: { readonly Variables?: Readonly<Record<string, unknown>> };
}

interface Bundle {
  readonly name: string;
  readonly folder: string;
}

/** The bundles of a synthesised app that hold no engine, each with the description of its function. */
function bundles(output: string): Bundle[] {
  const file = readdirSync(output).find((name) => name.endsWith('.template.json')) ?? '';
  const { Resources } = JSON.parse(readFileSync(join(output, file), 'utf8')) as {
    Resources: Record<
      string,
      { Type: string; Properties?: FunctionProperties; Metadata?: { 'aws:asset:path'?: string } }
    >;
  };
  return (
    Object.values(Resources)
      .filter(({ Type, Metadata }) => Type === 'AWS::Lambda::Function' && Metadata?.['aws:asset:path'])
      // Those of the CDK, which run at deployment alone, say nothing of themselves, or what is put together then.
      .filter(({ Properties }) => typeof Properties?.Description === 'string')
      // An engine function starts its engine when it is imported, and waits for it.
      .filter(({ Properties }) => Properties?.Environment?.Variables?.[ENVIRONMENT.engine] === undefined)
      .map(({ Properties, Metadata }) => ({
        name: String(Properties?.Description),
        folder: join(output, Metadata?.['aws:asset:path'] ?? ''),
      }))
  );
}

/** The size of each bundle, and the import time in a fresh Node, minus that of an empty module. */
export async function benchColdStart(): Promise<string> {
  const output = mkdtempSync(join(tmpdir(), 'bench-synth-'));
  try {
    execFileSync('cdk', ['synth', '--quiet', '--output', output], { cwd: ROOT, stdio: 'inherit' });
    const rows = [];
    for (const { name, folder } of bundles(output)) {
      const importing = `import ${JSON.stringify(join(folder, 'index.mjs'))};`;
      const work = { first: [] as number[], second: [] as number[] };
      const { first, second } = await inTurn(
        ROUNDS,
        async () => work.first.push(run(output, importing)),
        async () => work.second.push(run(output, '')),
      );
      const size = statSync(join(folder, 'index.mjs')).size;
      const figures = [over(first, second), over(work.first, work.second), median(second)];
      rows.push([name, `${(size / 1e6).toFixed(2)} MB`, ...figures.map(ms)]);
    }
    return table(['function', 'bundle', 'import to ready', 'of processors', 'bare Node'], rows);
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

/** The globals that Lambda's runtime defines before it imports a handler. */
const RUNTIME = 'globalThis.awslambda = { streamifyResponse: (handler) => handler, HttpResponseStream: {} };';

/** By how much one figure exceeds the other of its round. */
function over(figures: readonly number[], bare: readonly number[]): number {
  return median(figures.map((figure, round) => figure - (bare[round] ?? Number.NaN)));
}

const TELL_WORK = 'const { user, system } = process.cpuUsage(); process.stdout.write(String((user + system) / 1000));';

/** @returns the time of processors that it took: it tells more than the clock where others are at work too */
function run(folder: string, importing: string): number {
  writeFileSync(join(folder, 'runtime.mjs'), RUNTIME);
  const program = join(folder, 'start.mjs');
  writeFileSync(program, `import './runtime.mjs';${importing}${TELL_WORK}`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}
