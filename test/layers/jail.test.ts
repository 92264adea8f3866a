import { spawn } from 'node:child_process';
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jailedCommand, jailedEnvironment, type RunOptions, runJailed } from '../../functions/sandbox/jail.ts';
import { type LayerProgram, layerProgram } from '../../functions/sandbox/layer.ts';
import { ensureLayers } from '../../layers/ensure.ts';

const node: LayerProgram = { command: [process.execPath], files: ['/'] };
const shell: LayerProgram = { command: ['/bin/sh'], files: ['/'] };
const ffmpeg = layerProgram('ffmpeg', 'bin/ffmpeg');
const BUILD_TIME = 20 * 60_000;

let folder: string;
let server: Server;
let visits = 0;

beforeAll(async () => {
  await ensureLayers(['jail', 'ffmpeg']);
  folder = mkdtempSync(join(tmpdir(), 'jail-'));
  server = createServer((_, response) => response.end('#EXTM3U\n')).on('connection', () => visits++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}, BUILD_TIME);

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function run(program: LayerProgram, args: readonly string[], options: Partial<RunOptions> = {}) {
  return runJailed(program, args, { folder, timeLimit: 20_000, ...options });
}

/** Runs JavaScript in the jail and returns what it prints. */
async function script(code: string, options: Partial<RunOptions> = {}): Promise<string> {
  const { stdout, stderr } = await run(node, ['-e', code], options);
  return stdout.trim() || stderr;
}

const address = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;

describe('no network', () => {
  const sources = {
    'an address': () => `http://${address()}/video.mp4`,
    'an HLS playlist': () =>
      write('list.m3u8', `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://${address()}/1.ts\n#EXT-X-ENDLIST\n`),
    'a concat list': () => write('list.ffconcat', `ffconcat version 1.0\nfile 'http://${address()}/1.mp4'\n`),
    'a DASH manifest': () =>
      write(
        'list.mpd',
        `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"><Period><AdaptationSet><Representation id="1" bandwidth="1"><BaseURL>http://${address()}/v.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>`,
      ),
  };

  it.each(Object.entries(sources))('ffmpeg reaches nothing through %s', async (_, source) => {
    const open = ['-protocol_whitelist', 'file,http,https,tcp,tls,crypto,data,concat', '-allowed_extensions', 'ALL'];
    const kind = source();
    const options = kind.endsWith('m3u8')
      ? open
      : kind.endsWith('ffconcat')
        ? [...open.slice(0, 2), '-safe', '0']
        : open.slice(0, 2);
    const { exitCode, stderr } = await run(ffmpeg, ['-v', 'error', ...options, '-i', kind, '-f', 'null', '-']);
    expect(exitCode).not.toBe(0);
    expect(stderr).not.toBe('');
    expect(visits).toBe(0);
  });

  it('the server of these tests can be reached by who is allowed to', async () => {
    await fetch(`http://${address()}/`);
    expect(visits).toBe(1);
    visits = 0;
  });

  it.each(['net.connect(80, "127.0.0.1")', 'net.connect(80, "::1")', 'net.connect("/run/dbus/system_bus_socket")'])(
    'refuses %s',
    async (call) => {
      expect(await script(`${call}.on("error", (error) => console.log(error.code))`)).toBe('EACCES');
    },
  );

  it('refuses datagrams and listening', async () => {
    const udp =
      'try { dgram.createSocket("udp4").on("error", (e) => console.log(e.code)).send("x", 53, "127.0.0.1") } catch (e) { console.log(e.code) }';
    expect(await script(udp)).toBe('EACCES');
    expect(await script('net.createServer().on("error", (e) => console.log(e.code)).listen(0)')).toBe('EACCES');
  });
});

describe('files', () => {
  it('writes into its folder and nowhere else', async () => {
    const code = (path: string) =>
      `try { fs.writeFileSync(${JSON.stringify(path)}, "x"); console.log("written") } catch (e) { console.log(e.code) }`;
    expect(await script(code(join(folder, 'mine')))).toBe('written');
    expect(await script(code(join(dirname(folder), 'other')))).toBe('EACCES');
    expect(await script(code('/etc/other'))).toBe('EACCES');
  });

  it('reads nothing of the machine: a file:// reference finds it closed', async () => {
    for (const source of ['/etc/passwd', 'file:///etc/passwd', `/proc/${process.pid}/environ`, import.meta.filename]) {
      const { exitCode, stderr } = await run(ffmpeg, ['-v', 'error', '-f', 'data', '-i', source, '-f', 'null', '-']);
      expect(exitCode).not.toBe(0);
      expect(stderr).toContain('Permission denied');
    }
  });

  it('limits how large a file may grow', async () => {
    const noise = ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'anoisesrc=d=60:r=48000', '-c:a', 'pcm_s16le'];
    const { exitCode } = await run(ffmpeg, [...noise, join(folder, 'noise.wav')], { fileSize: 1 });
    expect(exitCode).not.toBe(0);
    expect(statSync(join(folder, 'noise.wav')).size).toBeLessThanOrEqual(1024 * 1024);
  });

  it('inherits no open files but those it is given', async () => {
    const stray = openSync('/etc/hostname', 'r');
    const [command, ...args] = jailedCommand(node, ['-e', listFiles], { keep: [4] });
    const stdio = ['ignore', 'pipe', 'inherit', stray, stray] as const;
    const child = spawn(command, args, { stdio: [...stdio], env: jailedEnvironment(folder) });
    const output = await new Response(child.stdout as unknown as ReadableStream).text();
    expect(JSON.parse(output)).toEqual(['4']);
  });
});

const listFiles =
  'console.log(JSON.stringify(fs.readdirSync("/proc/self/fd").filter((fd) => { try { return fs.readlinkSync("/proc/self/fd/" + fd).startsWith("/etc/") } catch { return false } })))';

describe('processes', () => {
  it('holds no credentials', async () => {
    process.env.AWS_SECRET_ACCESS_KEY = 'secret';
    const names = await script('console.log(Object.keys(process.env).sort().join())');
    delete process.env.AWS_SECRET_ACCESS_KEY;
    expect(names).toBe('HOME,LC_ALL,TMPDIR,XDG_CACHE_HOME');
  });

  it('starts no other program', async () => {
    const { exitCode, stderr } = await run(shell, ['-c', 'f() { f | f & }; f; /bin/true']);
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(/Cannot fork|fork/i);
  });

  it('gains nothing, traces nobody, signals nobody', async () => {
    const status = await script('console.log(fs.readFileSync("/proc/self/status", "utf8"))');
    expect(status).toMatch(/NoNewPrivs:\s+1/);
    expect(status).toMatch(/Seccomp:\s+2/);
    expect(status).toMatch(/CapEff:\s+0000000000000000/);
    const kill = (pid: number) =>
      script(`try { process.kill(${pid}, 0); console.log("sent") } catch (e) { console.log(e.code) }`);
    expect(await kill(process.pid)).toBe('EPERM');
    expect(await kill(1)).toBe('EPERM');
  });

  it('is stopped when it takes too much processor time', async () => {
    const began = Date.now();
    const { signal } = await run(node, ['-e', 'for (;;);'], { cpuTime: 1 });
    expect(['SIGXCPU', 'SIGKILL']).toContain(signal);
    expect(Date.now() - began).toBeLessThan(15_000);
  });

  it('gets no more memory than it may have', async () => {
    const code =
      'const all = []; for (let i = 0; i < 40; i++) all.push(Buffer.alloc(32 << 20, 1)); console.log("had it")';
    const limited = await run(node, ['-e', code], { memory: 512 });
    expect(limited.stdout).toBe('');
    expect(limited.exitCode).not.toBe(0);
  });

  it('is killed on time-out with all that it has started', async () => {
    const marker = `${process.pid}.5`;
    const code = `setsid sleep ${marker} & (sleep ${marker} & sleep ${marker}) & sleep ${marker}`;
    const running = run(shell, ['-c', code], { processes: 50, timeLimit: 1000 });
    await expect(running).rejects.toMatchObject({ code: 'ENGINE_TIMED_OUT' });
    await wait(100);
    expect(commands().filter((command) => command.includes(marker))).toEqual([]);
  });

  it('is killed when nobody waits any more', async () => {
    const running = run(node, ['-e', 'setInterval(() => {}, 1000)'], { signal: AbortSignal.timeout(300) });
    await expect(running).rejects.toThrow(/timeout/i);
  });

  it('leaves no process behind when it ends by itself', async () => {
    const marker = `${process.pid}.25`;
    await run(shell, ['-c', `sleep ${marker} & exit 0`], { processes: 50 });
    await wait(100);
    expect(commands().filter((command) => command.includes(marker))).toEqual([]);
  });
});

describe('runJailed', () => {
  it('gives what the program reads, and takes what it prints line by line', async () => {
    const lines: string[] = [];
    const code = 'process.stdin.pipe(process.stdout)';
    const { exitCode } = await run(node, ['-e', code], { input: 'one\ntwo', onLine: (line) => lines.push(line) });
    expect({ lines, exitCode }).toEqual({ lines: ['one', 'two'], exitCode: 0 });
  });

  it('keeps the beginning of the output and the end of the errors', async () => {
    const code = 'process.stdout.write("ab".repeat(1000)); process.stderr.write("x".repeat(20000) + "end")';
    const { stdout, stderr } = await run(node, ['-e', code], { outputLimit: 4 });
    expect(stdout).toBe('abab');
    expect(stderr).toMatch(/xend$/);
    expect(stderr.length).toBe(8192);
  });

  it('says so when the program cannot be started', async () => {
    const broken = { ...ffmpeg, files: [join(folder, 'missing')] };
    await expect(run(broken, [])).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  });
});

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** The command lines of all processes of this machine. */
function commands(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => readCommand(pid));
}

function readCommand(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
