/** An expression that is slow on some texts, and why no such text can hurt. */
export interface AllowedExpression {
  /** Path relative to the repository. */
  readonly file: string;
  /** As `/source/flags`, or `built` for all that the file puts together while it runs. */
  readonly expression: string;
  /** What bounds the texts it is applied to. */
  readonly reason: string;
}

export const ALLOWED_EXPRESSIONS: readonly AllowedExpression[] = [];
