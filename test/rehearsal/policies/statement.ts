import { listOf } from '../template/template.ts';

/** A statement of a policy, its references resolved. */
export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action?: string | readonly string[];
  readonly NotAction?: string | readonly string[];
  readonly Resource: string | readonly string[];
  readonly Principal?: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** What is asked of the policies: may this be done to that? */
export interface Question {
  readonly action: string;
  /** An ARN. */
  readonly resource: string;
  /** What conditions look at, such as `aws:SecureTransport`. */
  readonly context: Readonly<Record<string, string>>;
}

export function matches(statement: Statement, { action, resource, context }: Question): boolean {
  const named = (patterns: Statement['Action']) =>
    listOf(patterns).some((pattern) => like(action.toLowerCase(), pattern.toLowerCase()));
  const about = statement.NotAction === undefined ? named(statement.Action) : !named(statement.NotAction);
  return (
    about &&
    listOf(statement.Resource).some((pattern) => like(resource, pattern)) &&
    Object.entries(statement.Condition ?? {}).every(([operator, keys]) =>
      Object.entries(keys).every(([key, values]) => holds(operator, context[key], listOf(values))),
    )
  );
}

type Comparison = (actual: string, value: string) => boolean;

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  StringEquals: (actual, value) => actual === value,
  StringLike: like,
  ArnEquals: like,
  ArnLike: like,
  Bool: (actual, value) => actual === `${value}`,
  NumericLessThan: (actual, value) => Number(actual) < Number(value),
  NumericLessThanEquals: (actual, value) => Number(actual) <= Number(value),
};

/** A condition as IAM reads it: what is not there fulfils only what is denied of it, `IfExists` or `ForAllValues`. */
function holds(operator: string, actual: string | undefined, values: readonly string[]): boolean {
  const name = operator.replace(/^ForAllValues:/, '').replace(/IfExists$/, '');
  const comparison = COMPARISONS[name];
  const denied = COMPARISONS[name.replace('Not', '')];
  if (!comparison && !denied) throw new Error(`Nothing is known of the condition ${operator}`);
  if (actual === undefined) return name !== operator || comparison === undefined;
  if (comparison) return values.some((value) => comparison(actual, value));
  return !values.some((value) => denied?.(actual, value));
}

/** Whether a text fits a pattern with `*` and `?`. */
function like(text: string, pattern: string): boolean {
  const expression = pattern
    .replace(/[\\^$.+()[\]{}|]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${expression}$`, 's').test(text);
}
