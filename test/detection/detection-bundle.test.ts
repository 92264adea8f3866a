import { execFile, execSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { bundle, REPOSITORY } from '../../lib/functions/function-bundling.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const detection = join(REPOSITORY, 'functions/detection');

it('detects in a bundle that has its program beside it', { timeout: 60_000 }, async () => {
  const entry = join(folder, 'entry.ts');
  writeFileSync(
    entry,
    `import { detectFormat } from ${JSON.stringify(join(detection, 'detect.ts'))};
    console.log(await detectFormat(Buffer.from('GIF89a'), 'a'));`,
  );
  const [main, program] = [join(folder, 'index.mjs'), join(folder, 'detection-worker.mjs')];
  execSync(bundle(entry, main), { cwd: REPOSITORY });
  execSync(bundle(join(detection, 'detection-worker.ts'), program), { cwd: REPOSITORY });
  const { stdout } = await promisify(execFile)(process.execPath, [main], { cwd: folder, timeout: 20_000 });
  expect(stdout.trim()).toBe('gif');
});
