import { render } from 'preact';
import { App } from './components/app.tsx';
import { refreshAccount } from './state/account.ts';
import { addFiles } from './state/entries.ts';
import { loadFormats } from './state/formats.ts';
import { say, speakAsBefore } from './state/language.ts';
import { takeShared } from './state/shared.ts';
import { lookAsBefore } from './state/theme.ts';

lookAsBefore();
loadFormats();
await speakAsBefore();
render(<App />, document.body);
refreshAccount();

if ('serviceWorker' in navigator) {
  navigator.serviceWorker.register('/page/service-worker.js', { scope: '/' }).catch(() => undefined);
  takeShared()
    .then((files) => addFiles(files, say.value))
    .catch(() => undefined);
}
