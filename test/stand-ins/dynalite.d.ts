declare module 'dynalite' {
  import type { Server } from 'node:http';

  /** Starts nothing yet: a server to call `listen` on. Without `path` it keeps everything in memory. */
  export default function dynalite(options?: { path?: string; createTableMs?: number }): Server;
}
