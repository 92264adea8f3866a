import { inspect } from 'node:util';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

/**
 * Ends a run with a summary: failed tests with their errors, tests that passed only when they were run again, and a plain
 * line for any CI: `N passed, N failed, N skipped`.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const having = (state: string) => tests.filter((test) => test.result().state === state);
    // A file or suite that cannot be collected, or an error outside of tests, is a failure too.
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = suites.filter((suite) => suite.errors().length > 0);
    const lines = [
      ...tests.filter((test) => test.diagnostic()?.flaky).map((test) => `run again: ${nameOf(test)}`),
      ...having('failed').map((test) => `failed: ${nameOf(test)}: ${firstLine(test.result().errors?.[0])}`),
      ...broken.map((suite) => `failed: ${nameOf(suite)}: ${firstLine(suite.errors()[0])}`),
      ...errors.map((error) => `failed: outside of any test: ${firstLine(error)}`),
    ];
    const failed = having('failed').length + broken.length + errors.length;
    const counts = `${having('passed').length} passed, ${failed} failed, ${having('skipped').length} skipped`;
    process.stdout.write(`\n${[...lines, counts].join('\n')}\n`);
  }
}

function nameOf(part: TestCase | TestSuite | TestModule): string {
  return part.type === 'module' ? part.relativeModuleId : `${part.module.relativeModuleId} > ${part.fullName}`;
}

function firstLine(error: unknown): string {
  const message = error instanceof Object && 'message' in error ? error.message : error;
  // Values of a worker may lack a prototype, and so toString.
  const text = typeof message === 'string' ? message : inspect(message);
  return text.split('\n', 1)[0]?.slice(0, 300) ?? '';
}
