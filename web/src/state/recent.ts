import { signal } from '@preact/signals';
import type { ListedConversion } from '../../../client/index.ts';
import { announce } from './announce.ts';
import { type Complaint, complaintOf } from './complaint.ts';
import { fill, say } from './language.ts';
import { saveFile } from './save.ts';
import { service } from './service.ts';

/** How many conversions are shown at first, and with each request for more. */
const PART = 20;

/** The shown conversions of the account, newest first; undefined while they are closed. */
export const recent = signal<readonly ListedConversion[] | undefined>(undefined);

/** Whether there are more conversions. */
export const hasMore = signal(false);

/** The failure of the last request. */
export const complaint = signal<Complaint | undefined>(undefined);

let pages: AsyncGenerator<ListedConversion, void> | undefined;

/** Loads and shows the newest conversions. */
export async function openRecent(): Promise<void> {
  pages = service.value.conversions.list({ pageSize: PART });
  await show(pages, []);
}

/** Shows more conversions. */
export async function showMore(): Promise<void> {
  if (pages) await show(pages, recent.value ?? []);
}

/** Reloads the conversions, if they are shown. */
export function refreshRecent(): void {
  if (pages) openRecent();
}

/** Hides the conversions. */
export function closeRecent(): void {
  pages = undefined;
  recent.value = undefined;
  complaint.value = undefined;
}

/** Downloads a result, which works once, and saves it. */
export async function saveRecent(conversion: ListedConversion): Promise<void> {
  await attempt(async () => {
    const file = service.value.conversions.file(conversion);
    saveFile(await file.blob(), file.name);
    replace(conversion, { ...conversion, status: 'expired' });
  });
}

/** Deletes a conversion and its files. */
export async function deleteRecent(conversion: ListedConversion): Promise<void> {
  await attempt(async () => {
    await service.value.conversions.delete(conversion.conversion_id);
    replace(conversion);
    announce(fill(say.value.deleted, { name: conversion.original_filename }));
  });
}

async function show(from: AsyncGenerator<ListedConversion, void>, known: readonly ListedConversion[]): Promise<void> {
  await attempt(async () => {
    const added: ListedConversion[] = [];
    let more = true;
    while (more && added.length < PART) {
      const next = await from.next();
      if (next.done) more = false;
      else added.push(next.value);
    }
    if (from !== pages) return; // closed or reloaded meanwhile
    recent.value = [...known, ...added];
    hasMore.value = more;
  });
}

async function attempt(request: () => Promise<void>): Promise<void> {
  try {
    await request();
    complaint.value = undefined;
  } catch (error) {
    complaint.value = complaintOf(error);
  }
}

function replace(conversion: ListedConversion, ...by: readonly ListedConversion[]): void {
  recent.value = recent.value?.flatMap((other) => (other.conversion_id === conversion.conversion_id ? by : [other]));
}
