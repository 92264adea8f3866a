import { describe, expect, it } from 'vitest';
import { type LayerProgram, layerProgram } from '../../functions/sandbox/layer.ts';
import { runTool } from '../../functions/sandbox/run-tool.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

/** Node behind the launcher of a layer; it can start no other process. */
const node: LayerProgram = { ...layerProgram('poppler', ''), command: [process.execPath] };
const run = (script: string, options = {}) => runTool(node, ['-e', script], { folder, ...options });

describe('a tool', () => {
  it('is run to its end, whatever that is', async () => {
    expect(await run('console.log("out"); console.error("err"); process.exit(3)')).toEqual({
      stdout: 'out\n',
      stderr: 'err\n',
      exitCode: 3,
      signal: null,
    });
    expect((await run('process.kill(process.pid, "SIGSEGV"); setTimeout(() => {}, 5000)')).signal).toBe('SIGSEGV');
  });

  it('has an environment of its own, and works in its folder', async () => {
    const { stdout } = await run('console.log(JSON.stringify([process.cwd(), Object.keys(process.env).sort()]))', {
      environment: { GIVEN: 'yes' },
    });
    expect(JSON.parse(stdout)).toEqual([folder, ['GIVEN', 'HOME', 'LC_ALL', 'TMPDIR', 'XDG_CACHE_HOME']]);
  });

  it('reads what it is given, as far as it wants to', async () => {
    async function* chunks() {
      for (let count = 0; count < 100; count++) yield Buffer.alloc(100_000, 'x');
    }
    const count = 'let n = 0; process.stdin.on("data", (c) => { n += c.length }).on("end", () => console.log(n))';
    expect((await run(count, { input: chunks() })).stdout).toBe('10000000\n');
    expect(await run('process.exit(3)', { input: chunks() })).toMatchObject({ exitCode: 3 });
  });

  it('is over with an error where what it reads cannot be had', async () => {
    async function* broken() {
      yield Buffer.from('x');
      throw new Error('gone');
    }
    await expect(run('process.stdin.resume()', { input: broken() })).rejects.toThrow('gone');
  });

  it('is heard line by line, but not without end', async () => {
    const lines: string[] = [];
    const onLine = (line: string) => lines.push(line);
    await run('console.log("one\\ntwo\\n" + "x".repeat(200_000) + "\\nthree")', { onLine });
    expect(lines).toEqual(['one', 'two']);
  });

  it('is not kept for more than a limit, and of its complaints the end', async () => {
    const { stdout } = await run('process.stdout.write("x".repeat(300_000))', { outputLimit: 1000 });
    expect(stdout.length).toBe(1000);
    const { stderr } = await run('process.stderr.write("x".repeat(300_000) + "the end\\n")');
    expect(stderr.length).toBeLessThanOrEqual(8 * 1024);
    expect(stderr).toMatch(/the end\n$/);
  });

  it('that is not there, or cannot be started, is our fault and no answer', async () => {
    const absent: LayerProgram = { ...node, command: ['/nowhere/tool'] };
    await expect(runTool(absent, [], { folder })).rejects.toThrow(/could not be started/);
    const unlaunched: LayerProgram = { ...node, launcher: '/nowhere/limit' };
    await expect(runTool(unlaunched, [], { folder })).rejects.toThrow(/ENOENT/);
    const [loader] = layerProgram('poppler', '').command;
    const broken: LayerProgram = { ...node, command: [loader, '/nowhere/pdfinfo'] };
    await expect(runTool(broken, [], { folder })).rejects.toThrow(/could not be started/);
  });

  it('may not use more than it is given, nor start another', async () => {
    expect((await run('for (;;);', { cpuTime: 1 })).signal).toBe('SIGXCPU');
    expect((await run('fs.writeFileSync("file", Buffer.alloc(5e6))', { fileSize: 1 })).exitCode).not.toBe(0);
    const { stdout } = await run('console.log(child_process.spawnSync("/bin/true").error.code)');
    expect(stdout).toBe('EPERM\n');
  });
});
