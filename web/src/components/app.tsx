import { asking } from '../state/account.ts';
import { announcement } from '../state/announce.ts';
import { entries } from '../state/entries.ts';
import { formats, loadFormats } from '../state/formats.ts';
import { say } from '../state/language.ts';
import { Account } from './account.tsx';
import { DropZone } from './drop-zone.tsx';
import { EntryList } from './entry-list.tsx';
import { Header } from './header.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { Popular } from './popular.tsx';

/** The page. */
export function App() {
  return (
    <>
      <Header />
      <main class="main">
        {formats.value === false && (
          <p class="notice" role="alert">
            {say.value.loadFailed}{' '}
            <button type="button" class="button" onClick={loadFormats}>
              {say.value.retry}
            </button>
          </p>
        )}
        <DropZone />
        <EntryList />
        <Account />
        {entries.value.length === 0 && <Popular />}
      </main>
      <footer class="footer">
        <p>{say.value.privacy}</p>
      </footer>
      {asking.value && <KeyDialog />}
      <div class="hidden" role="status" aria-live="polite">
        {announcement.value}
      </div>
    </>
  );
}
