import type { EngineJob } from '../../engine.ts';
import type { Workplace } from './tool.ts';

/** A job with the path of its result. */
export interface MediaJob extends EngineJob, Workplace {
  readonly resultPath: string;
}
