import { useId } from 'preact/hooks';
import type { OptionSchema, OptionValue, Quality } from '../../../client/index.ts';
import type { Entry } from '../state/entries.ts';
import { formatNamed, optionsOf } from '../state/formats.ts';
import { fill, say } from '../state/language.ts';
import { Dialog } from './dialog.tsx';

/** What can be asked of a result, as the service lists it: this page knows none of it. */
export function OptionsDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const target = formatNamed(entry.target.value);
  if (!target) return null;
  const set = (name: string, value: OptionValue | undefined) => {
    const { [name]: _, ...others } = entry.options.value;
    entry.options.value = value === undefined ? others : { ...others, [name]: value };
  };
  return (
    <Dialog title={fill(say.value.optionsOf, { name: entry.file.name })} onClose={onClose}>
      <form method="dialog" class="options">
        <Field label={say.value.quality}>
          {(id) => (
            <select
              id={id}
              value={entry.quality.value}
              onChange={({ currentTarget }) => (entry.quality.value = currentTarget.value as Quality)}
            >
              {(['low', 'medium', 'high'] as const).map((quality) => (
                <option key={quality} value={quality}>
                  {say.value[quality]}
                </option>
              ))}
            </select>
          )}
        </Field>
        {optionsOf(target, entry.source.value).map(([name, schema]) => (
          <OptionField
            key={name}
            schema={schema}
            value={entry.options.value[name]}
            onChange={(value) => set(name, value)}
          />
        ))}
        <div class="dialog-foot">
          <button type="button" class="button" onClick={() => (entry.options.value = {})}>
            {say.value.reset}
          </button>
          <button type="submit" class="button primary">
            {say.value.done}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface OptionFieldProps {
  readonly schema: OptionSchema;
  readonly value: OptionValue | undefined;
  readonly onChange: (value: OptionValue | undefined) => void;
}

function OptionField({ schema, value, onChange }: OptionFieldProps) {
  const { title, description, 'x-unit': unit } = schema;
  return (
    <Field label={unit ? `${title} (${unit})` : title} hint={description}>
      {(id, hint) => <Control id={id} hint={hint} schema={schema} value={value} onChange={onChange} />}
    </Field>
  );
}

function Control({ id, hint, schema, value, onChange }: OptionFieldProps & { id: string; hint: string }) {
  const choices = schema.enum ?? (schema.type === 'boolean' ? [true, false] : undefined);
  if (choices)
    return (
      <select
        id={id}
        aria-describedby={hint}
        value={value === undefined ? '' : `${value}`}
        onChange={({ currentTarget }) => onChange(choices.find((choice) => `${choice}` === currentTarget.value))}
      >
        <option value="">{defaultText(schema)}</option>
        {choices.map((choice) => (
          <option key={`${choice}`} value={`${choice}`}>
            {choice === true ? say.value.yes : choice === false ? say.value.no : choice}
          </option>
        ))}
      </select>
    );
  const common = { id, 'aria-describedby': hint, autoComplete: 'off', value: value === undefined ? '' : `${value}` };
  const onText = ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange(currentTarget.value || undefined);
  if (schema.writeOnly) return <input {...common} type="password" onInput={onText} />;
  if (schema.type === 'string')
    return (
      <input
        {...common}
        type="text"
        pattern={schema.pattern?.replace(/^\^|\$$/g, '')}
        placeholder={`${schema.examples?.[0] ?? ''}`}
        onInput={onText}
      />
    );
  return (
    <input
      {...common}
      type="number"
      min={schema.minimum}
      max={schema.maximum}
      step={schema.type === 'integer' ? 1 : 'any'}
      placeholder={rangeText(schema)}
      onInput={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))}
    />
  );
}

function defaultText({ default: value }: OptionSchema): string {
  if (typeof value === 'boolean') return `${say.value.byDefault} (${value ? say.value.yes : say.value.no})`;
  return value === undefined ? say.value.byDefault : `${say.value.byDefault} (${value})`;
}

function rangeText({ minimum, maximum, default: value }: OptionSchema): string {
  if (value !== undefined) return `${value}`;
  return minimum === undefined || maximum === undefined ? '' : `${minimum} – ${maximum}`;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly children: (id: string, hint: string) => preact.JSX.Element;
}

function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id, `${id}-hint`)}
      {hint && (
        <p id={`${id}-hint`} class="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
