import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureLayers } from '../../layers/ensure.ts';
import { run } from '../../layers/run.ts';
import { makeRoot } from './sandbox/root.ts';
import { runInSandbox } from './sandbox/sandbox.ts';
import { copySystemFiles } from './sandbox/system-files.ts';
import { synthesise } from './synthesise.ts';
import type { Workbench } from './workbench.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What the sandboxes are made of, or why none can be made here. */
    readonly workbench: Workbench | string;
  }
}

const SOURCES = ['launcher.c', 'root.c', 'filter.c'].map((name) => join(import.meta.dirname, 'sandbox', name));
const FLAGS = ['-D_GNU_SOURCE', '-std=gnu17', '-Wall', '-Wextra', '-Werror', '-Wshadow', '-O2', '-static-pie', '-fPIE'];

/** Before the rehearsal: prepares what imitates Lambda, and begins to synthesise the app as a deployment does, while other tests run. */
export default async function prepare(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
  const workbench: Workbench = {
    folder,
    launcher: join(folder, 'launcher'),
    node: process.execPath,
    system: join(folder, 'system'),
    synthesis: join(folder, 'synthesis'),
  };
  await run('gcc', [...FLAGS, '-o', workbench.launcher, ...SOURCES]);
  await copySystemFiles(workbench.system, workbench.node);
  const obstacle = await whatIsInTheWay(workbench);
  let synthesising: Promise<void> | undefined;
  if (obstacle === undefined) {
    await ensureLayers();
    synthesising = synthesise(workbench.synthesis);
  } else process.stderr.write(`\nTHE REHEARSAL OF LAMBDA IS SKIPPED: no sandbox can be made here.\n${obstacle}\n\n`);
  project.provide('workbench', obstacle ?? workbench);
  return async () => {
    await synthesising;
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Why no sandbox can be made here, if none can: containers and some systems forbid namespaces. */
async function whatIsInTheWay(workbench: Workbench): Promise<string | undefined> {
  const root = join(workbench.folder, 'trial');
  const views = [
    { source: join(workbench.system, 'lib64'), target: 'lib64' },
    { source: workbench.node, target: 'var/lang/bin/node' },
  ];
  makeRoot(root, views);
  const command = ['/var/lang/bin/node', '--version'];
  const options = { ...workbench, root, views, scratch: 1, ports: {}, environment: { LD_LIBRARY_PATH: '/lib64' } };
  const { code, output } = await runInSandbox({ ...options, command });
  return code === 0 ? undefined : `The trial ended with ${code}: ${output}`;
}
