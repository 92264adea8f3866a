import { CONVERSIONS } from './duckdb/conversions.ts';
import { DATA_OPTIONS } from './duckdb/options.ts';
import type { Engine } from './engine.ts';

/** Tables and trees of data: DuckDB, which may read and write in the folder of its job alone, and small libraries. */
export const duckdb: Engine = {
  name: 'duckdb',
  worker: {
    layers: [],
    memory: 3008,
    processes: 1,
    timeout: 300,
    processorTime: { seconds: 20, secondsForMillion: 60, most: 500 },
    scratch: 4096,
    // It decodes in the process itself: what a file did to that must not last.
    // What was denied memory once is denied it in the jobs after that, too. The next host is started ahead.
    jobs: 1,
    packages: ['@duckdb/node-api'],
  },
  conversions: CONVERSIONS,
  options: DATA_OPTIONS,
};
