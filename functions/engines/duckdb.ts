import { CONVERSIONS } from './duckdb/conversions.ts';
import { DATA_OPTIONS } from './duckdb/options.ts';
import type { Engine } from './engine.ts';

/** Converts tables and trees of data with DuckDB, which can access only the folder of its job, and with small libraries. */
export const duckdb: Engine = {
  name: 'duckdb',
  worker: {
    layers: [],
    memory: 3008,
    processes: 1,
    timeout: 300,
    processorTime: { seconds: 20, secondsForMillion: 60, most: 500 },
    scratch: 4096,
    // It decodes in its own process, which a hostile file may have corrupted, and which cannot allocate again what it was
    // once refused. The next host is started ahead.
    jobs: 1,
    packages: ['@duckdb/node-api'],
  },
  conversions: CONVERSIONS,
  options: DATA_OPTIONS,
};
