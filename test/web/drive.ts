import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { photo } from '../support/pictures.ts';

export interface Given {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export const text = (name: string, content: string): Given => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

export const picture = async (name: string): Promise<Given> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await photo(),
});

/** A row of the list, counted from 1. */
export const row = (page: Page, at: number) => page.locator(`.rows > li:nth-child(${at})`);

export const choose = (page: Page, files: Given[]) => page.setInputFiles('input[type=file]', files);

export async function pick(page: Page, at: number, format: string): Promise<void> {
  await row(page, at).locator('.picker > button').click();
  await page.locator('dialog[open] [role=combobox]').waitFor();
  await page.keyboard.type(format);
  await page.keyboard.press('Enter');
}

export async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}
