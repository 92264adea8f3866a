import type { Page } from 'playwright-core';
import type { Film } from './film.ts';
import { Pointer } from './pointer.ts';

/** Drives the page: several files, a look at the results, one PDF of all. @returns a still picture of it */
export async function filmPage(page: Page, film: Film, files: readonly string[]): Promise<Buffer> {
  const pointer = new Pointer(page, film);
  await page.getByText(' formats.').waitFor();
  await pointer.show();
  await pointer.say('Drop files');
  await pointer.moveTo(page.getByRole('button', { name: 'Choose files' }));
  await page.setInputFiles('input[type=file]', [...files]);
  await film.shoot(page, 900);

  const row = (at: number) => page.locator(`.rows > li:nth-child(${at})`);
  const choose = async (at: number, format: string) => {
    await pointer.press(row(at).locator('.picker > button'), 300);
    for (const letter of format) {
      await page.keyboard.type(letter);
      await film.shoot(page, 80);
    }
    await film.shoot(page, 250);
    await page.keyboard.press('Enter');
    await film.shoot(page, 250);
  };
  await pointer.say('Choose what each becomes');
  await choose(1, 'webp');
  await choose(2, 'pdf');
  await choose(3, 'xlsx');
  await pointer.say('Convert');
  await pointer.press(page.getByRole('button', { name: 'Convert all' }), 150);
  await film.shootUntil(page, page.locator('.rows > li[data-stage=done]').nth(2).waitFor({ timeout: 60_000 }));
  await film.shoot(page, 1200);
  await pointer.hide();
  const still = await page.screenshot();

  await pointer.say('Compare before you save');
  await pointer.press(row(1).getByRole('button', { name: /^Preview/ }), 500);
  const slider = page.getByRole('slider');
  await pointer.moveTo(slider);
  for (let edge = 50; edge >= 15; edge -= 5) {
    await slider.fill(`${edge}`);
    await film.shoot(page, 70);
  }
  await film.shoot(page, 600);
  await page.keyboard.press('Escape');
  await pointer.say('The first page of a document');
  await pointer.press(row(2).getByRole('button', { name: /^Preview/ }), 200);
  await film.shootUntil(page, page.getByAltText(/^The first page/).waitFor({ timeout: 60_000 }));
  await film.shoot(page, 1600);
  await page.keyboard.press('Escape');

  await pointer.say('Or join them into one PDF');
  await pointer.press(page.getByRole('button', { name: 'Join into one PDF' }), 900);
  await pointer.press(page.getByRole('button', { name: 'Join', exact: true }), 150);
  await film.shootUntil(page, row(4).and(page.locator('[data-stage=done]')).waitFor({ timeout: 60_000 }));
  await row(4).scrollIntoViewIfNeeded();
  await film.shoot(page, 1500);
  return still;
}
