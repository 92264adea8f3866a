import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { findFormat } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { ENGINES } from '../../functions/engines/index.ts';
import { HostPool } from '../../functions/sandbox/host-pool.ts';
import { removeFolder } from '../../functions/sandbox/remove-folder.ts';
import { bundlePrograms } from '../../local/bundle-programs.ts';
import { makeServiceFolder } from '../../local/service-folder.ts';
import { SAMPLES } from '../../smoke/samples.ts';

// node test/arm64/try-engines.ts [engine...]: converts a file with each engine, in its jail, twice: the first job starts it.
const wanted = process.argv.slice(2);
const folder = await makeServiceFolder();
await mkdir(join(folder, 'hosts'), { recursive: true });
for (const { engine: name, filename, content, target, options = {}, fault } of SAMPLES) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const engine = ENGINES.find((each) => each.name === name);
  const [sourceFormat, targetFormat] = [await detectFormat(content, filename), findFormat(target)];
  if (!engine || !targetFormat) throw new Error(`no engine for ${filename}`);
  // An emulated processor is 20 times slower than one.
  const patience = { timeout: 1200, processorTime: { seconds: 3000, secondsForMillion: 0, most: 3000 } };
  const slow = { ...engine, worker: { ...engine.worker, ...patience } };
  const pool = new HostPool(slow, { folder: join(folder, 'hosts'), size: 1, programs: await bundlePrograms([engine]) });
  const order = { sourceFormat, targetFormat, quality: 'medium', options } as const;
  for (const round of ['first', 'second']) {
    const began = performance.now();
    const said = await pool
      .convert(
        order,
        async () => content,
        async (_, result) => fault(await buffer(Readable.from(result.content))),
      )
      .catch((error: unknown) => `${error}`);
    const time = Math.round(performance.now() - began);
    process.stdout.write(
      `${said ? 'FAILED' : 'ok    '}  ${name}: ${filename} to ${target}, ${round} (${time} ms)  ${said ?? ''}\n`,
    );
  }
  await pool.stop();
}
await removeFolder(folder);
process.exit();
