import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTurn, median, ms, table } from './measure.ts';

const ROUNDS = 11;
const ROOT = join(import.meta.dirname, '..');

interface Bundle {
  readonly name: string;
  readonly folder: string;
}

/** The bundles of a synthesised app, each with the description of its function. */
function bundles(output: string): Bundle[] {
  const file = readdirSync(output).find((name) => name.endsWith('.template.json')) ?? '';
  const { Resources } = JSON.parse(readFileSync(join(output, file), 'utf8')) as {
    Resources: Record<
      string,
      { Type: string; Properties?: { Description?: string }; Metadata?: { 'aws:asset:path'?: string } }
    >;
  };
  return (
    Object.values(Resources)
      .filter(({ Type, Metadata }) => Type === 'AWS::Lambda::Function' && Metadata?.['aws:asset:path'])
      // Those of the CDK, which run at deployment alone, say nothing of themselves.
      .filter(({ Properties }) => Properties?.Description)
      .map(({ Properties, Metadata }) => ({
        name: Properties?.Description ?? '',
        folder: join(output, Metadata?.['aws:asset:path'] ?? ''),
      }))
  );
}

/** Size of each bundle, and how long a fresh Node takes to import it over one that imports nothing. */
export async function benchColdStart(): Promise<string> {
  const output = mkdtempSync(join(tmpdir(), 'bench-synth-'));
  try {
    execFileSync('cdk', ['synth', '--quiet', '--output', output], { cwd: ROOT, stdio: 'inherit' });
    const rows = [];
    for (const { name, folder } of bundles(output)) {
      const importing = `import ${JSON.stringify(join(folder, 'index.mjs'))};`;
      const { first, second } = await inTurn(
        ROUNDS,
        () => run(output, importing),
        () => run(output, ''),
      );
      const size = statSync(join(folder, 'index.mjs')).size;
      rows.push([name, `${(size / 1e6).toFixed(2)} MB`, ms(median(first) - median(second)), ms(median(second))]);
    }
    return table(['function', 'bundle', 'import to ready', 'bare Node'], rows);
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

/** What Lambda's runtime puts in place before it imports a handler. */
const RUNTIME = 'globalThis.awslambda = { streamifyResponse: (handler) => handler, HttpResponseStream: {} };';

async function run(folder: string, importing: string): Promise<void> {
  writeFileSync(join(folder, 'runtime.mjs'), RUNTIME);
  const program = join(folder, 'start.mjs');
  writeFileSync(program, `import './runtime.mjs';${importing}`);
  const { status, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
