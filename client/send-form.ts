import { unreachable } from './errors.ts';

/** The callback of an upload. */
export interface SentBytes {
  /** Called with counts of bytes of the whole request; only browsers know them. */
  readonly onSent?: ((loaded: number, total: number) => void) | undefined;
}

interface SendOptions extends SentBytes {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly fetch: typeof fetch;
}

/** The used part of XMLHttpRequest, since the types of Node.js lack it. */
interface Xhr {
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  responseType: string;
  readonly response: string;
  readonly status: number;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: FormData): void;
  abort(): void;
}

/** POSTs a form: by XMLHttpRequest where progress is wanted and it exists, since `fetch` reports none. */
export function sendForm(url: string, form: FormData, options: SendOptions): Promise<Response> {
  const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: new () => Xhr };
  if (options.onSent && XMLHttpRequest) return sendByXhr(new XMLHttpRequest(), url, form, options);
  return sendByFetch(url, form, options);
}

async function sendByFetch(url: string, body: FormData, { headers, signal, fetch }: SendOptions): Promise<Response> {
  try {
    return await fetch(url, { method: 'POST', body, ...(headers && { headers }), ...(signal && { signal }) });
  } catch (cause) {
    throw unreachable(cause, new URL(url).origin, signal);
  }
}

function sendByXhr(xhr: Xhr, url: string, form: FormData, options: SendOptions): Promise<Response> {
  const { headers = {}, signal, onSent } = options;
  return new Promise((resolve, reject) => {
    const fail = () => reject(unreachable(undefined, new URL(url).origin, signal));
    const abort = () => xhr.abort();
    if (signal?.aborted) return fail();
    xhr.open('POST', url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.responseType = 'text';
    xhr.upload.onprogress = ({ loaded, total }) => onSent?.(loaded, total);
    xhr.onload = () => resolve(responseOf(xhr));
    xhr.onerror = fail;
    xhr.onabort = fail;
    signal?.addEventListener('abort', abort, { once: true });
    xhr.send(form);
  });
}

function responseOf(xhr: Xhr): Response {
  const lines = xhr.getAllResponseHeaders().trim().split('\r\n');
  const headers = lines.flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    return colon > 0 ? [[line.slice(0, colon), line.slice(colon + 1).trim()]] : [];
  });
  const empty = xhr.status === 204 || xhr.response === '';
  return new Response(empty ? null : xhr.response, { status: xhr.status, headers });
}
