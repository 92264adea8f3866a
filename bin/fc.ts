#!/usr/bin/env node
import { runCommandLine } from '../cli/run.ts';

// Only a checkout has the engines.
await runCommandLine(async (jobs) => (await import('../cli/local-converter.ts')).localConverter(jobs));
