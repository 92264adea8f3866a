import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with one plain line that any CI can read: `N passed, N failed, N skipped`. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    // A file that cannot be collected, or an error outside of any test, is a failure too.
    const failed = count('failed') + errors.length + modules.filter((module) => module.errors().length > 0).length;
    process.stdout.write(`\n${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped\n`);
  }
}
