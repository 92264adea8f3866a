import { join } from 'node:path';
import { DevToolsConnection, type DevToolsListener } from '../../sandbox/devtools-connection.ts';
import { layerProgram } from '../../sandbox/layer.ts';
import { unpackedLayer } from '../../sandbox/unpack-layer.ts';
import { BROWSER } from './limits.ts';

export { DevToolsError } from '../../sandbox/devtools-connection.ts';

/** A browser that does one job after the other, each in a fresh context. */
export interface Browser {
  /** Whether it can take another job. */
  readonly usable: boolean;
  /**
   * Sends a DevTools command.
   * @param sessionId of the page; without one it is the browser's
   * @throws ToolEnded when the browser has ended
   * @throws DevToolsError when it refuses
   */
  send<T = unknown>(method: string, params?: object, sessionId?: string): Promise<T>;
  /**
   * Listens to an event, such as `Fetch.requestPaused`, of all sessions.
   * @returns stops listening
   */
  on(event: string, listener: DevToolsListener): () => void;
  /**
   * Ends it, and waits until it is gone.
   * @throws Error when it does not end: then the host has to
   */
  close(): Promise<void>;
}

const LAYER = 'chromium';

/**
 * Nothing is fetched: no name has an address, and every way out leads to a proxy that is not there. What confines it is
 * around the engine, which takes the place of the sandbox that it would make of namespaces.
 */
const ARGUMENTS = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-sandbox',
  '--no-zygote',
  '--disable-dev-shm-usage',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-software-rasterizer',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--metrics-recording-only',
  '--no-first-run',
  '--no-service-autorun',
  '--no-pings',
  '--block-new-web-contents',
  '--mute-audio',
  '--hide-scrollbars',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--password-store=basic',
  '--use-mock-keychain',
  // A page in the background is drawn as any other; what is not seen is not.
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-features=Translate,MediaRouter,OptimizationHints,BackForwardCache,Prerender2,AudioServiceOutOfProcess',
];

/**
 * Starts a browser with the limits of a tool. Its memory is the jail's and the function's to bound: each of its processes
 * reserves much and uses little.
 * @param home an empty folder that is its own
 */
export async function startBrowser(home: string): Promise<Browser> {
  const folder = unpackedLayer(LAYER);
  const launcher = join(folder, 'bin/start-browser');
  const connection = new DevToolsConnection({
    program: { ...layerProgram(LAYER, ''), command: [launcher] },
    arguments: [`--browser-subprocess-path=${launcher}`, `--user-data-dir=${join(home, 'profile')}`, ...ARGUMENTS],
    home,
    environment: { FONTCONFIG_FILE: join(folder, 'fonts.conf') },
    processes: true,
    memory: BROWSER.memory,
    fileSize: BROWSER.fileSize,
    openFiles: BROWSER.openFiles,
    longestMessage: BROWSER.longestMessage,
  });
  await connection.send('Browser.getVersion');
  return {
    get usable() {
      return connection.usable;
    },
    send: <T>(method: string, params?: object, sessionId?: string) =>
      connection.send(method, params, sessionId) as Promise<T>,
    on: (event, listener) => connection.on(event, listener),
    close: () => connection.close(BROWSER.closingSeconds * 1000),
  };
}
