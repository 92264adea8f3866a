import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stack } from 'aws-cdk-lib';
import { afterAll, expect, it } from 'vitest';
import { INGEST_ENTRY } from '../../../functions/routes.ts';
import { DETECTION_WORKER } from '../../../lib/functions/function-bundling.ts';
import { ServerBundle } from '../../../lib/ingest/server-bundle.ts';
import { newApp } from '../synthesis.ts';

const output = mkdtempSync(join(tmpdir(), 'bundling-'));
afterAll(() => rmSync(output, { recursive: true, force: true }));

/** As a web function it runs in the rehearsal. */
it('the ingest server in an image is its bundle with a recipe: a public Node.js 24 runs it, not as root', () => {
  const stack = new Stack(newApp({ outdir: output, bundling: true }), 'Test');
  const server = { entry: INGEST_ENTRY, programs: [DETECTION_WORKER], image: 'lib/ingest/image' };
  const { folder } = new ServerBundle(stack, 'Image', server);
  const files = readdirSync(folder).sort();
  expect(files).toEqual(['Dockerfile', 'detection-worker.mjs', 'index.js', 'package.json']);
  // It finds its role in containers; functions only use their environment.
  expect(readFileSync(join(folder, 'index.js'), 'utf8')).toContain('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI');
  const recipe = readFileSync(join(folder, 'Dockerfile'), 'utf8');
  const instructions = recipe.split('\n').filter((line) => /^[A-Z]/.test(line));
  expect(instructions[0]).toMatch(/^FROM public\.ecr\.aws\/.*\/node:24-slim$/);
  expect(instructions).toContain('USER node');
  expect(instructions.at(-1)).toBe('CMD ["node", "index.js"]');
  const copied = instructions
    .filter((line) => line.startsWith('COPY '))
    .flatMap((line) => line.split(' ').slice(1, -1));
  expect([...copied, 'Dockerfile'].sort()).toEqual(files);
  // It runs nothing, so that it makes an image for another processor than that of its maker.
  expect(recipe).not.toMatch(/^RUN/m);
});
