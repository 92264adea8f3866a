import { join } from 'node:path';
import { DevToolsConnection } from '../../sandbox/devtools-connection.ts';
import { layerProgram } from '../../sandbox/layer.ts';
import { unpackedLayer } from '../../sandbox/unpack-layer.ts';

export { DevToolsError } from '../../sandbox/devtools-connection.ts';

/** A browser for one job at a time, each in a new context. */
export class Browser extends DevToolsConnection {
  /** @param sessionId of the page. @default the browser's */
  override send<T = unknown>(method: string, params?: object, sessionId?: string): Promise<T> {
    return super.send(method, params, sessionId) as Promise<T>;
  }

  override close(): Promise<void> {
    return super.close(BROWSER.closing);
  }
}

/** The limits of a browser. */
const BROWSER = {
  /** Private memory of each process, in MB. */
  memory: 1800,
  /** The largest file that it may write, in MB: shared memory consists of files. */
  fileSize: 128,
  /** Open files of each process. */
  openFiles: 256,
  /** The longest message from it, in bytes: a screenshot is one. */
  longestMessage: 64 * 1024 * 1024,
  /** How long it may take to end, in milliseconds. */
  closing: 5000,
} as const;

const LAYER = 'chromium';

/**
 * The browser fetches nothing: no host name resolves, and the proxy does not exist. The jail around the engine replaces
 * Chromium's own sandbox of namespaces.
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
  // Pages in the background are rendered too.
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-features=Translate,MediaRouter,OptimizationHints,BackForwardCache,Prerender2,AudioServiceOutOfProcess',
];

/**
 * Starts a browser with the limits of a tool. Its total memory is bounded by the jail and the function, as each process
 * reserves much and uses little.
 * @param home an empty folder for it alone
 */
export async function startBrowser(home: string): Promise<Browser> {
  const folder = unpackedLayer(LAYER);
  const launcher = join(folder, 'bin/start-browser');
  const browser = new Browser({
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
  await browser.send('Browser.getVersion');
  return browser;
}
