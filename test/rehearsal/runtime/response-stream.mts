import type { ClientRequest } from 'node:http';
import { Writable } from 'node:stream';
import { beginResponse, endOfResponse } from './runtime-api.mts';

const BYTES = 'application/octet-stream';
const HTTP = 'application/vnd.awslambda.http-integration-response';

/** What comes between the metadata of an HTTP answer and its body. */
const DELIMITER = Buffer.alloc(8);

/** What a handler with response streaming writes its answer to: it is on its way from the first byte on. */
export class ResponseStream extends Writable {
  private readonly id: string;
  private prelude: object | undefined;
  private request: ClientRequest | undefined;

  constructor(id: string) {
    super();
    this.id = id;
  }

  /** Sends the status and the headers of an HTTP answer before its body. */
  begin(prelude: object): this {
    this.prelude = prelude;
    return this;
  }

  /** Whether something of the answer has been sent, so that it cannot be an error any more. */
  get begun(): boolean {
    return this.request !== undefined;
  }

  /** Ends an answer that has begun with what went wrong. */
  fail(error: unknown): void {
    const { name = 'Error', message = String(error) } = error instanceof Error ? error : {};
    const details = Buffer.from(JSON.stringify({ errorType: name, errorMessage: message })).toString('base64');
    this.request?.addTrailers({
      'Lambda-Runtime-Function-Error-Type': name,
      'Lambda-Runtime-Function-Error-Body': details,
    });
    this.request?.end();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.send().write(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    const sent = this.send().end();
    endOfResponse(sent).then(() => done(), done);
  }

  /** An answer that is broken off does not look whole. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.writableFinished) this.request?.destroy();
    done(error);
  }

  private send(): ClientRequest {
    if (this.request) return this.request;
    this.request = beginResponse(this.id, this.prelude ? HTTP : BYTES).on('error', (error) => this.destroy(error));
    if (this.prelude) this.request.write(Buffer.concat([Buffer.from(JSON.stringify(this.prelude)), DELIMITER]));
    return this.request;
  }
}
