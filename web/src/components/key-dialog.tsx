import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { answered, asking, forgetKey, takeKey } from '../state/account.ts';
import { say } from '../state/language.ts';
import { key } from '../state/service.ts';
import { Dialog } from './dialog.tsx';

/** Asks for the API key. The page never shows it again. */
export function KeyDialog() {
  const problem = useSignal(asking.value === 'refused' ? say.value.keyUnknown : '');
  const busy = useSignal(false);
  const [field, hint, error] = [useId(), useId(), useId()];
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const submit = async (form: HTMLFormElement) => {
    const given = new FormData(form);
    busy.value = true;
    problem.value = '';
    problem.value = (await takeKey(`${given.get('key') ?? ''}`, given.has('remember'))) ?? '';
    busy.value = false;
    if (problem.value === '') form.closest('dialog')?.close();
  };
  return (
    <Dialog title={say.value.apiKey} onClose={answered}>
      <form
        class="key-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit(event.currentTarget);
        }}
      >
        <p id={hint}>{say.value.keyNeeded}</p>
        <div class="key-field">
          <label for={field}>{say.value.keyLabel}</label>
          <input
            ref={input}
            id={field}
            name="key"
            type="password"
            dir="ltr"
            autoComplete="off"
            spellcheck={false}
            placeholder="fc_…"
            required
            maxLength={200}
            aria-describedby={`${hint} ${error}`}
            aria-invalid={problem.value !== ''}
          />
          <p id={error} class="key-problem" role="alert">
            {problem.value}
          </p>
        </div>
        <label class="check">
          <input type="checkbox" name="remember" />
          <span>
            {say.value.keyRemember}
            <small>{say.value.keyRememberHint}</small>
          </span>
        </label>
        <div class="dialog-foot">
          {key.value !== undefined && (
            <button
              type="button"
              class="button"
              onClick={(event) => {
                forgetKey();
                event.currentTarget.closest('dialog')?.close();
              }}
            >
              {say.value.keyForget}
            </button>
          )}
          <button type="submit" class="button primary" disabled={busy.value}>
            {say.value.keyUse}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
