import { askForKey, hasKeys } from '../state/account.ts';
import { chooseLanguage, LANGUAGES, language, say } from '../state/language.ts';
import { key } from '../state/service.ts';
import { chooseTheme, theme } from '../state/theme.ts';
import { Icon, IconButton } from './icons.tsx';

/** The header of the page: its name, the language and the theme. */
export function Header() {
  return (
    <header class="header">
      <h1>
        <a class="brand" href="/">
          <img src="/page/icon.svg" alt="" width="28" height="28" />
          {say.value.title}
        </a>
      </h1>
      <nav class="settings">
        <a class="quiet-link" href="/docs">
          {say.value.api}
        </a>
        {hasKeys.value && key.value === undefined && (
          <IconButton
            icon="key"
            aria-haspopup="dialog"
            label={say.value.apiKey}
            title={say.value.apiKey}
            onClick={() => askForKey()}
          />
        )}
        <label class="setting">
          <Icon name="sun" />
          <span class="hidden">{say.value.theme}</span>
          <select value={theme.value} onChange={(event) => chooseTheme(event.currentTarget.value)}>
            <option value="auto">{say.value.themeAuto}</option>
            <option value="light">{say.value.themeLight}</option>
            <option value="dark">{say.value.themeDark}</option>
          </select>
        </label>
        <label class="setting">
          <Icon name="globe" />
          <span class="hidden">{say.value.language}</span>
          <select value={language.value} onChange={(event) => chooseLanguage(event.currentTarget.value)}>
            {Object.entries(LANGUAGES).map(([tag, { name }]) => (
              <option key={tag} value={tag} lang={tag}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </nav>
    </header>
  );
}
