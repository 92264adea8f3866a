import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { MACHINE } from '../../functions/sandbox/architecture.ts';
import { run } from '../../layers/run.ts';

const REPOSITORY = join(import.meta.dirname, '../..');

const unfinished = (output: string) => `${output}-unfinished`;
const failed = (output: string) => `${output}-failed`;

/** Runs the app, with the context that `cdk synth` gives it, for functions that this machine can run. Whoever waits for it learns how it ends. */
export async function synthesise(output: string): Promise<void> {
  await mkdir(unfinished(output));
  await runApp(unfinished(output)).then(
    () => rename(unfinished(output), output),
    (error: Error) => writeFileSync(failed(output), error.message),
  );
}

/** Waits until the app is synthesised into a folder, by whatever process. */
export async function synthesised(output: string): Promise<string> {
  while (!existsSync(output)) {
    if (existsSync(failed(output))) throw new Error(readFileSync(failed(output), 'utf8'));
    await setTimeout(200);
  }
  return output;
}

async function runApp(output: string): Promise<void> {
  const { context } = JSON.parse(readFileSync(join(REPOSITORY, 'cdk.json'), 'utf8')) as { context: object };
  const metadata = { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true };
  const all = { ...context, ...metadata, architecture: MACHINE, 'aws:cdk:bundling-stacks': ['**'] };
  // Half of the time of a synthesis is the look for findings, which test/lib has.
  const settings = { CDK_OUTDIR: output, CDK_CONTEXT_JSON: JSON.stringify(all), CDK_VALIDATION: 'false' };
  const env = { ...process.env, ...settings };
  await run(process.execPath, [join(REPOSITORY, 'bin/file-conversion.ts')], { cwd: REPOSITORY, env });
}
