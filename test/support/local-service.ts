import { readdir } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import type { KeySettings } from '../../functions/callers/make-key.ts';
import { type LocalService, type LocalServiceOptions, startLocalService } from '../../local/service.ts';
import { fetchChecked } from './check-answer.ts';
import { fileForm } from './file-form.ts';
import { multipartBody, type RawPart } from './multipart-body.ts';
import { newAccount } from './new-account.ts';
import { uploadForm } from './upload-form.ts';

export interface Envelope {
  readonly success: boolean;
  readonly message: string;
  readonly error?: string;
  readonly code?: string;
  readonly timestamp?: string;
  readonly request_id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: each operation has a payload of its own, and tests assert on it
  readonly data?: any;
}

/** Starts the whole service for the tests of a file. @returns a client of its public address */
export function useLocalService(options: LocalServiceOptions = {}) {
  let service: LocalService;
  beforeAll(async () => {
    service = await startLocalService(options);
  });
  afterAll(() => service.stop());
  const request = (path: string, init?: RequestInit) => fetchChecked(`${service.origin}${path}`, init);
  const status = (id: string) => read(request(`/api/v1/status/${id}`));
  const announce = (order: unknown, headers: Record<string, string> = {}) => {
    const body = typeof order === 'string' ? order : JSON.stringify(order);
    return request('/api/v1/uploads', { method: 'POST', body, headers });
  };
  return {
    request,
    get origin() {
      return service.origin;
    },
    /** Makes an API key, where callers have them. */
    makeKey: (settings: KeySettings) => service.makeKey(settings),
    /** Makes an API key of an account that no other test has. */
    newKey: (plan?: string) => service.makeKey({ account: newAccount(), plan }),
    status,
    /** What an account has used. */
    usage: (headers: Record<string, string>, query = '') => read(request(`/api/v1/usage${query}`, { headers })),
    /** POSTs what is to become of a file to /uploads. */
    announce,
    /** The keys of all stored files, and of all uploads that are neither finished nor aborted. */
    async stored(): Promise<string[]> {
      const names = await readdir(service.files);
      return [...new Set(names.map((name) => decodeURIComponent(name.replace(/~[^~]*$/, ''))))];
    },
    /** Polls the status of a conversion until it is no longer processing. */
    async settled(id: string): Promise<{ status: number; body: Envelope }> {
      for (;;) {
        const answer = await status(id);
        if (answer.body.data?.status !== 'processing') return answer;
        await setTimeout(50);
      }
    },
    convert(
      content: Uint8Array,
      filename: string,
      fields: Record<string, string | undefined>,
      headers: Record<string, string> = {},
    ) {
      return request('/api/v1/convert', { method: 'POST', body: fileForm(content, filename, fields), headers });
    },
    /** POSTs parts to /convert as a stream whose length nobody knows: they go the way of large files. */
    convertStream(...parts: readonly RawPart[]) {
      const body = new Blob([new Uint8Array(multipartBody('b', parts))]).stream();
      const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
      return read(request('/api/v1/convert', { method: 'POST', headers, body, duplex: 'half' } as RequestInit));
    },
    /** Announces a file to /uploads, and sends it by the form. @returns the answer to the announcement */
    async upload(content: Uint8Array, order: object, headers: Record<string, string> = {}) {
      const asked = await read(announce(order, headers));
      const { url, fields } = asked.body.data ?? {};
      if (url) await fetch(url, { method: 'POST', body: uploadForm(fields, content) });
      return asked;
    },
  };
}

export async function read(response: Response | Promise<Response>): Promise<{ status: number; body: Envelope }> {
  const answer = await response;
  return { status: answer.status, body: (await answer.json()) as Envelope };
}
