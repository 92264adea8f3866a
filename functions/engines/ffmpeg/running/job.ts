import type { EngineJob } from '../../engine.ts';
import type { Workplace } from './tool.ts';

/** A job, with where its result goes and when it must be done. */
export interface MediaJob extends EngineJob, Workplace {
  readonly resultPath: string;
}
