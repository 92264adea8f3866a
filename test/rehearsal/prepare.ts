import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureLayers } from '../../layers/ensure.ts';
import { compileLauncher } from './sandbox/compile.ts';
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

/** Before the rehearsal: prepares what imitates Lambda, and begins to synthesise the app as a deployment does, while other tests run. */
export default async function prepare(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Whoever breaks off leaves nothing behind either.
  process.once('exit', remove);
  const workbench: Workbench = {
    folder,
    launcher: await compileLauncher(folder),
    node: process.execPath,
    system: join(folder, 'system'),
    synthesis: join(folder, 'synthesis'),
    ownSynthesis: join(folder, 'own-synthesis'),
  };
  await copySystemFiles(workbench.system, workbench.node);
  const obstacle = await whatIsInTheWay(workbench);
  let synthesising: Promise<void> | undefined;
  if (obstacle === undefined) {
    await ensureLayers();
    synthesising = synthesiseAll(workbench);
  } else process.stderr.write(`\nTHE REHEARSAL OF LAMBDA IS SKIPPED: no sandbox can be made here.\n${obstacle}\n\n`);
  project.provide('workbench', obstacle ?? workbench);
  return async () => {
    await synthesising;
    remove();
  };
}

async function synthesiseAll({ synthesis, ownSynthesis }: Workbench): Promise<void> {
  await synthesise('bin/file-conversion.ts', synthesis);
  await synthesise('test/rehearsal/own-app.ts', ownSynthesis);
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
