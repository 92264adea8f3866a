import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { processorTimeOf } from '../../functions/engines/engine.ts';
import { ENGINES } from '../../functions/engines/index.ts';
import { type LayerTools, runLayerTool, type ToolRun } from '../../functions/engines/tool.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const small = join(folder, 'small');
writeFileSync(small, 'x');

/** A tool of a layer that does what it is told: Python. */
const PYTHON: LayerTools = {
  layer: 'calibre',
  memory: 200,
  fileSize: 1,
  done: [0, 3],
  endings: [
    { exitCodes: [4], code: 'UNSUPPORTED_CONVERSION', message: 'four' },
    { says: /secret/, evenWhenDone: true, code: 'PASSWORD_PROTECTED', message: 'locked' },
  ],
  tooComplex: 'too much',
  unreadable: 'damaged',
};
const run = (script: string, tools = PYTHON, more: Partial<ToolRun> = {}) =>
  runLayerTool(tools, 'python3.13', ['-I', '-S', '-c', script], { folder, source: small, ...more });
const endingOf = (script: string, tools?: LayerTools, more?: Partial<ToolRun>) =>
  run(script, tools, more).then(
    ({ exitCode }) => exitCode,
    (error: { code?: string; message: string }) => error.code ?? 'ours',
  );

/** Engines whose work, or that of a tool they hand on to, is decided by pixels, pages and seconds: a small file may have many. */
const BY_CONTENT = 'sharp ffmpeg fluidsynth poppler tesseract ghostscript ezdxf office pandoc reflow'.split(' ');

it.each(ENGINES.filter(({ name }) => !BY_CONTENT.includes(name)))(
  'a small file keeps the engine $name for a minute and a half of a processor at most',
  (engine) => {
    expect(processorTimeOf(engine, 1000)).toBeLessThanOrEqual(91);
    expect(processorTimeOf(engine, 100_000_000)).toBeGreaterThanOrEqual(240);
  },
);

it('a tool of a layer succeeds by its exit code', async () => {
  expect(await endingOf('pass')).toBe(0);
  expect(await endingOf('raise SystemExit(3)')).toBe(3);
});

it.each([
  ['works without end', 'while True: pass', 'TOO_COMPLEX'],
  ['takes more memory than it is given', 'bytearray(10**9)', 'TOO_COMPLEX'],
  ['says that it gets no more memory', 'import sys; sys.exit("out of memory")', 'TOO_COMPLEX'],
  ['writes more than it may', 'open("big", "wb").write(bytes(2*1024*1024))', 'TOO_COMPLEX'],
  ['crashes', 'import os; os.abort()', 'UNREADABLE_FILE'],
  ['fails', 'raise SystemExit(9)', 'UNREADABLE_FILE'],
  ['ends in a way of its own', 'raise SystemExit(4)', 'UNSUPPORTED_CONVERSION'],
  ['says a thing of its own though it is done', 'import sys; print("secret", file=sys.stderr)', 'PASSWORD_PROTECTED'],
])('a tool of a layer that %s: the client gets the right error', async (_, script, code) => {
  expect(await endingOf(script, PYTHON, { cpuTime: 1 })).toBe(code);
});

it('a tool of a layer fails where it has not written its target', async () => {
  const target = join(folder, 'target');
  expect(await endingOf('pass', PYTHON, { target })).toBe('UNREADABLE_FILE');
  expect(await endingOf(`open(${JSON.stringify(target)}, "w").write("x")`, PYTHON, { target })).toBe(0);
});

it('a tool of a layer fails by our fault where its ending is not in the table, but for a crash', async () => {
  const { unreadable: _, ...without } = PYTHON;
  expect(await endingOf('raise SystemExit(9)', without)).toBe('ours');
  expect(await endingOf('import os; os.abort()', without)).toBe('UNREADABLE_FILE');
});

it('a tool of a layer that cannot be loaded is our fault, whatever file it was to read', async () => {
  expect(await endingOf('raise SystemExit(127)')).toBe('ours');
});
