import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MACHINE } from '../../functions/sandbox/architecture.ts';
import { run } from '../../layers/run.ts';

const REPOSITORY = join(import.meta.dirname, '../..');

/** Runs an app, with the context that `cdk synth` gives it, for functions that this machine can run. */
export async function synthesise(app: string, output: string): Promise<void> {
  mkdirSync(output);
  const { context } = JSON.parse(readFileSync(join(REPOSITORY, 'cdk.json'), 'utf8')) as { context: object };
  const metadata = { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true };
  const all = { ...context, ...metadata, architecture: MACHINE, 'aws:cdk:bundling-stacks': ['**'] };
  const env = { ...process.env, CDK_OUTDIR: output, CDK_CONTEXT_JSON: JSON.stringify(all) };
  await run(process.execPath, [join(REPOSITORY, app)], { cwd: REPOSITORY, env });
}
