import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layerProgram } from '../../functions/sandbox/layer.ts';
import { type RunResult, runTool } from '../../functions/sandbox/run-tool.ts';

/** What qpdf says of a PDF file, and with what it ends: 0 where nothing is wrong with it. */
export async function askQpdf(args: readonly string[], pdf: Buffer): Promise<RunResult> {
  const folder = mkdtempSync(join(tmpdir(), 'qpdf-'));
  try {
    const path = join(folder, 'asked.pdf');
    writeFileSync(path, pdf);
    return await runTool(layerProgram('qpdf', 'bin/qpdf'), [...args, path], { folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
