import { once } from 'node:events';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { VERSION } from '../version.ts';
import { registerTools, type ToolContext } from './tools.ts';

/** Serves the tools to an assistant over standard input and output, until the input ends or the signal is aborted. */
export async function serveMcp(context: ToolContext, signal: AbortSignal): Promise<void> {
  const serving = serveStdio(() => {
    const server = new McpServer({ name: 'file-conversion', version: VERSION }, { capabilities: { tools: {} } });
    registerTools(server, context);
    return server;
  });
  const stopping = new AbortController();
  const ended = AbortSignal.any([signal, stopping.signal]);
  process.stdin.once('end', () => stopping.abort()).once('close', () => stopping.abort());
  if (!ended.aborted) await once(ended, 'abort');
  await serving.close();
}
