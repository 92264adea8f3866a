import { spawnSync } from 'node:child_process';
import { layerProgram } from '../../functions/sandbox/layer.ts';

/** SSIM by ffmpeg: brightness counts four times as much as each of both colours. */
export function ssimOf(before: string, after: string): number {
  const [loader, ...rest] = layerProgram('ffmpeg', 'bin/ffmpeg').command;
  const filter = '[0]format=yuv444p[a];[1]format=yuv444p[b];[a][b]ssim';
  const args = [...rest, '-i', before, '-i', after, '-lavfi', filter, '-f', 'null', '-'];
  const { stderr } = spawnSync(loader, args, { encoding: 'utf8' });
  const [, y, u, v] = /SSIM Y:([\d.]+).*U:([\d.]+).*V:([\d.]+)/.exec(stderr) ?? [];
  if (!y) throw new Error(`no SSIM: ${stderr.slice(-500)}`);
  return (4 * Number(y) + Number(u) + Number(v)) / 6;
}
