import type { EngineJob } from '../../engine.ts';
import type { JobFiles } from './tool.ts';

/** A job with the path of its result. */
export interface MediaJob extends EngineJob, JobFiles {
  readonly resultPath: string;
}
