import { layerFolder, layerProgram } from '../../../sandbox/layer.ts';
import { runTool } from '../../../sandbox/run-tool.ts';
import { PROCESSORS } from '../planning/processors.ts';

/** Two seconds of moving shapes and noise, 55 million pixels: what two processors of Lambda encode in this time, in seconds. */
const SAMPLE = 'testsrc2=size=1280x720:rate=30:duration=2,noise=alls=8:allf=t,format=yuv420p';
const REFERENCE = 1.1;
/** What a measurement beside other jobs may say at least; a machine is never that slow by itself. */
const LEAST = 0.25;

let measured: Promise<number> | undefined;

/**
 * How many times as fast as two processors of Lambda videos are encoded here, as things are: measured once a process,
 * with a sample that takes a second.
 */
export function machineSpeed(folder: string): Promise<number> {
  measured ??= measure(folder);
  return measured;
}

async function measure(folder: string): Promise<number> {
  const before = performance.now();
  const { exitCode } = await runTool(
    layerProgram('ffmpeg', 'bin/ffmpeg', layerFolder('ffmpeg')),
    [
      ...['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', SAMPLE],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-threads', String(PROCESSORS), '-f', 'null', '-'],
    ],
    { folder, memory: 1000, cpuTime: 60 },
  );
  if (exitCode !== 0) return 1;
  return Math.max(LEAST, (REFERENCE * 1000) / (performance.now() - before));
}
