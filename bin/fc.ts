#!/usr/bin/env node
import { runCommandLine } from '../cli/run.ts';

// In a checkout the engines come along.
await runCommandLine(async (jobs) => (await import('../cli/local-converter.ts')).localConverter(jobs));
