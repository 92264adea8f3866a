import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Stack } from 'aws-cdk-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INGEST_HEALTH_PATH } from '../../../functions/lanes.ts';
import { INGEST_ENTRY } from '../../../functions/routes.ts';
import { DETECTION_WORKER } from '../../../lib/functions/function-bundling.ts';
import { ServerBundle } from '../../../lib/ingest/server-bundle.ts';
import { newApp } from '../synthesis.ts';

const MEGABYTE = 1024 * 1024;

let output: string;
let alone: string;
let image: string;

beforeAll(() => {
  output = mkdtempSync(join(tmpdir(), 'bundling-'));
  const stack = new Stack(newApp({ outdir: output, bundling: true }), 'Test');
  const server = { entry: INGEST_ENTRY, programs: [DETECTION_WORKER] };
  alone = new ServerBundle(stack, 'Alone', server).folder;
  image = new ServerBundle(stack, 'Image', { ...server, image: 'lib/ingest/image' }).folder;
});

afterAll(() => rmSync(output, { recursive: true, force: true }));

describe('the bundle of the ingest server', () => {
  it('is one module of at most a megabyte, under the name that a web function starts, beside that of its thread', () => {
    expect(readdirSync(alone).sort()).toEqual(['detection-worker.mjs', 'index.js', 'package.json']);
    expect(JSON.parse(readFileSync(join(alone, 'package.json'), 'utf8'))).toEqual({ type: 'module' });
    expect(statSync(join(alone, 'index.js')).size).toBeLessThanOrEqual(MEGABYTE);
  });

  it('finds its role in containers and web functions; functions only use their environment', () => {
    const code = readFileSync(join(alone, 'index.js'), 'utf8');
    for (const variable of ['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI', 'AWS_CONTAINER_CREDENTIALS_FULL_URI'])
      expect(code).toContain(variable);
  });

  it('is the same in an image, with its recipe', () => {
    expect(readdirSync(image).sort()).toEqual(['Dockerfile', 'detection-worker.mjs', 'index.js', 'package.json']);
    for (const file of readdirSync(alone)) {
      expect(readFileSync(join(image, file)).equals(readFileSync(join(alone, file))), file).toBe(true);
    }
  });
});

describe('the recipe of the image', () => {
  const recipe = readFileSync(new URL('../../../lib/ingest/image/Dockerfile', import.meta.url), 'utf8');
  const instructions = recipe.split('\n').filter((line) => /^[A-Z]/.test(line));

  it('has a public Node.js 24 run the bundle, and not as root', () => {
    expect(instructions[0]).toMatch(/^FROM public\.ecr\.aws\/.*\/node:24-slim$/);
    expect(instructions).toContain('USER node');
    expect(instructions.at(-1)).toBe('CMD ["node", "index.js"]');
  });

  it('copies what there is', () => {
    const copied = instructions
      .filter((line) => line.startsWith('COPY '))
      .flatMap((line) => line.split(' ').slice(1, -1));
    expect([...copied, 'Dockerfile'].sort()).toEqual(readdirSync(image).sort());
  });

  it('runs nothing, so that it makes an image for another processor than that of its maker', () => {
    expect(instructions.filter((line) => line.startsWith('RUN'))).toEqual([]);
  });
});

describe('the server in the bundle', () => {
  let server: ChildProcess;
  let origin: string;

  beforeAll(async () => {
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    const env = {
      AWS_LAMBDA_HTTP_ENDPOINT: `127.0.0.1:${port}`,
      POWERTOOLS_LOG_LEVEL: 'SILENT',
    };
    server = spawn(process.execPath, ['index.js'], { cwd: alone, env, stdio: 'ignore' });
    for (let attempt = 0; attempt < 100 && !(await answers(origin)); attempt += 1) await setTimeout(100);
  });

  afterAll(async () => {
    server.kill();
    await once(server, 'exit');
  });

  it('starts with nothing of this repository within reach, and is well', async () => {
    const { status } = await fetch(`${origin}${INGEST_HEALTH_PATH}`);
    expect(status).toBe(200);
  });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

async function answers(origin: string): Promise<boolean> {
  return fetch(`${origin}${INGEST_HEALTH_PATH}`).then(
    () => true,
    () => false,
  );
}
