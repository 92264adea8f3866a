import { layerFolder, layerProgram } from '../../../sandbox/layer.ts';
import { runTool } from '../../../sandbox/run-tool.ts';
import { PROCESSORS } from '../planning/processors.ts';

/** Two seconds of moving shapes and noise, 55 megapixels, and the seconds in which two Lambda vCPUs encode them. */
const SAMPLE = 'testsrc2=size=1280x720:rate=30:duration=2,noise=alls=8:allf=t,format=yuv420p';
const REFERENCE = 1.1;
/** The lowest speed that is believed: slower only means that other jobs were running. */
const LEAST = 0.25;

let measured: Promise<number> | undefined;

/**
 * The present encoding speed of the machine, as a multiple of two Lambda vCPUs. It is measured once per process, with a
 * sample that takes a second; anew where that failed.
 */
export function machineSpeed(folder: string): Promise<number> {
  measured ??= measure(folder).catch((error: unknown) => {
    measured = undefined;
    throw error;
  });
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
