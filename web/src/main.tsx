import { computed, effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './components/app.tsx';
import { asking, refreshAccount } from './state/account.ts';
import { addFiles, entries } from './state/entries.ts';
import { loadFormats } from './state/formats.ts';
import { language, speakAsBefore } from './state/language.ts';
import { recent } from './state/recent.ts';
import { takeShared } from './state/shared.ts';
import { lookAsBefore } from './state/theme.ts';
import { loadWords } from './state/words.ts';

/** Whether the page may show names of options, formats or errors, whose translations are loaded then. */
const needsWords = computed(() => entries.value.length > 0 || asking.value !== undefined || recent.value !== undefined);

lookAsBefore();
loadFormats();
await speakAsBefore();
render(<App />, document.body);
refreshAccount();
effect(() => {
  if (needsWords.value) loadWords(language.value).catch(() => undefined);
});

if ('serviceWorker' in navigator) {
  navigator.serviceWorker.register('/page/service-worker.js', { scope: '/' }).catch(() => undefined);
  takeShared()
    .then((files) => addFiles(files))
    .catch(() => undefined);
}
