import { withDurableExecution } from '@aws/durable-execution-sdk-js';
import { convertInChunks } from './convert-in-chunks.ts';

/** Converts a long video in chunks, as a durable execution: it waits for the engines without being paid for. */
export const handler = withDurableExecution(convertInChunks);
