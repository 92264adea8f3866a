import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Small files that take half a minute and more: they wait, or other processes work for them. Without results of earlier
 * runs, small files come last, when there is nothing beside them to do.
 */
const SLOW = [
  'local/unfinished-requests',
  'ingest/large-uploads',
  'engines/chromium-hostile',
  'engines/ezdxf',
  'packages/packages',
  'smoke/smoke-test',
  'local/full-queue',
  'sandbox/greedy-hosts',
].map((name) => `/test/${name}.test.ts`);

/** Runs the slowest files of a project first. */
export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.some((name) => moduleId.endsWith(name));
    return [...projects.values()].flatMap((those) => [
      ...those.filter(isSlow),
      ...those.filter((file) => !isSlow(file)),
    ]);
  }
}
