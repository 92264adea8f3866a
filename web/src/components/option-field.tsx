import { useId } from 'preact/hooks';
import type { OptionSchema, OptionValue } from '../../../client/index.ts';
import { say } from '../state/language.ts';
import { optionText, valueText } from '../state/words.ts';

interface OptionFieldProps {
  readonly name: string;
  readonly target: string;
  readonly schema: OptionSchema;
  readonly value: OptionValue | undefined;
  readonly onChange: (value: OptionValue | undefined) => void;
}

/** An option with its title and its help. */
export function OptionField(props: OptionFieldProps) {
  const { name, target, schema } = props;
  const { title, help } = optionText(name, target, schema);
  const unit = schema['x-unit'] === 'degrees' ? '°' : schema['x-unit'];
  return (
    <Field label={unit ? `${title} (${unit})` : title} hint={help}>
      {(id, hint) => <Control id={id} hint={hint} {...props} />}
    </Field>
  );
}

function Control({ id, hint, name, schema, value, onChange }: OptionFieldProps & { id: string; hint: string }) {
  const choices = schema.enum ?? (schema.type === 'boolean' ? [true, false] : undefined);
  if (choices)
    return (
      <select
        id={id}
        aria-describedby={hint}
        value={value === undefined ? '' : `${value}`}
        onChange={({ currentTarget }) => onChange(choices.find((choice) => `${choice}` === currentTarget.value))}
      >
        <option value="">{defaultText(name, schema)}</option>
        {choices.map((choice) => (
          <option key={`${choice}`} value={`${choice}`}>
            {choiceText(name, choice)}
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

function choiceText(name: string, choice: OptionValue): string {
  if (typeof choice === 'boolean') return choice ? say.value.yes : say.value.no;
  return valueText(name, choice);
}

function defaultText(name: string, { default: value }: OptionSchema): string {
  return value === undefined ? say.value.byDefault : `${say.value.byDefault} (${choiceText(name, value)})`;
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

/** A control with its label and its help. */
export function Field({ label, hint, children }: FieldProps) {
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
