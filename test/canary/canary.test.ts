import { execFile, execSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { bsdtar } from '../../functions/engines/bsdtar.ts';
import { sharp } from '../../functions/engines/sharp.ts';
import { CANARY_ENTRY } from '../../functions/routes.ts';
import { bundle, REPOSITORY } from '../../lib/functions/function-bundling.ts';
import { useLocalService } from '../support/local-service.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const service = useLocalService({ engines: [sharp, bsdtar] });
const folder = temporaryFolder();

let program: string;

beforeAll(() => {
  program = join(folder, 'index.mjs');
  execSync(bundle(join(REPOSITORY, CANARY_ENTRY), program), { cwd: REPOSITORY, stdio: 'ignore' });
});

/** Calls the bundle as Lambda does: alone, with nothing but its variables. */
async function run(baseUrl: string, engines: string) {
  const call = `const { handler } = await import(${JSON.stringify(program)}); await handler();`;
  const env = { SERVICE_URL: baseUrl, ENGINES: engines };
  return promisify(execFile)(process.execPath, ['--input-type=module', '-e', call], { cwd: folder, env });
}

/** What it says when it fails; but for the line of code that Node shows, which is all of the bundle. */
async function failure(baseUrl: string, engines: string): Promise<string> {
  const { stderr } = await run(baseUrl, engines).then(
    () => Promise.reject(new Error('it did not fail')),
    (error: { stderr: string }) => error,
  );
  return stderr
    .split('\n')
    .filter(({ length }) => length < 1000)
    .join('\n');
}

describe('the canary, bundled', () => {
  it('succeeds with a service that works, and logs its steps', async () => {
    const { stdout } = await run(`${service.origin}/api/v1`, 'sharp,bsdtar');
    const steps = stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { step: string }).step);
    expect(steps).toEqual([
      'health',
      'sharp: red.bmp to png',
      'bsdtar: words.tar to zip',
      'queue: red.bmp to png',
      'form: red.bmp to png',
      'large: noise.bmp to png',
    ]);
  });

  it('fails where one engine does, and names it', async () => {
    const said = await failure(`${service.origin}/api/v1`, 'sharp,office');
    expect(said).toMatch(/"step":"office: words.txt to pdf",.*"fault":"400 UNSUPPORTED_CONVERSION/);
    expect(said).toMatch(/Error: The smoke test failed: office: words.txt to pdf$/m);
  });

  it('fails where there is no such service', async () => {
    const gone = await serve((_, response) => response.writeHead(503).end('gone'));
    const said = await failure(`${gone}/api/v1`, 'sharp');
    expect(said).toMatch(
      /Error: The smoke test failed: health; sharp: red.bmp to png; queue: .*; form: .*; large: noise.bmp to png$/m,
    );
  });
});
