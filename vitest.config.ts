import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import SlowFirst from './test/support/slow-first.ts';

const common = {
  // Real engines on real files: slow machines get time, but nothing may hang.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // Of twelve thousand tests with real processes one may starve on a busy machine. The run's last lines tell which.
  retry: 1,
  env: { POWERTOOLS_LOG_LEVEL: 'SILENT' },
};

/** What needs no heavy engine: what one runs while working. A linter of API documents takes half a minute to load. */
const QUICK = [
  'test/callers/*.test.ts',
  'test/repository/!(api-document).test.ts',
  'test/{conversion,detection,edge,http,storage,regular-expressions}/**/*.test.ts',
  'test/sandbox/{limit,run-tool}.test.ts',
];

export default defineConfig({
  test: {
    // Tests wait for engines, silence and time as often as they work: with two files at a time, of two processors a quarter has nothing to do.
    maxWorkers: availableParallelism() + 1,
    globalSetup: './test/support/temporary-files.ts',
    sequence: { sequencer: SlowFirst },
    reporters: ['default', './test/support/closing-line.ts'],
    projects: [
      // Loading the CDK takes seconds: these tests share one process, which they can, since they keep no state.
      {
        test: {
          ...common,
          name: 'infrastructure',
          // More than half of the time of a synthesis: only who looks for findings wants them.
          env: { ...common.env, CDK_VALIDATION: 'false' },
          include: ['test/lib/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: 'quick',
          globalSetup: './test/support/build-layers.ts',
          include: QUICK,
        },
      },
      {
        test: {
          ...common,
          name: 'service',
          globalSetup: './test/support/build-layers.ts',
          include: ['test/*.test.ts', 'test/!(lib|rehearsal)/**/*.test.ts'],
          exclude: QUICK,
        },
      },
      {
        // What is synthesised, in an imitation of Lambda: see test/rehearsal/README.md.
        test: {
          ...common,
          name: 'rehearsal',
          globalSetup: './test/rehearsal/prepare.ts',
          include: ['test/rehearsal/**/*.test.ts'],
        },
      },
    ],
  },
});
