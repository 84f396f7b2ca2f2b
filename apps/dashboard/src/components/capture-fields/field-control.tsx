import { MultiSelect, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { fieldTexts } from '../../texts/field-texts.ts';
import type { AnyTexts } from '../../texts/types/field-texts.ts';
import classes from './capture-fields.module.css';
import type { Control } from './field.ts';
import { type FieldFaults, faultAt } from './field-faults.ts';
import { isOwn } from './own-values.ts';
import { valueText } from './value-text.ts';

/** Longer lists of values can be searched. */
const listedValues = 12;
const shownMatches = 60;

type FieldControlProps = {
  /** The path of the value in `faults`. */
  path: string;
  control: Control;
  words: AnyTexts;
  /** The value set at this level; null or undefined if it is inherited. */
  value: unknown;
  /** The inherited value. Inputs show it as their placeholder, other controls as their value. */
  inherited: unknown;
  /** Default: the inherited value. */
  placeholder?: string;
  faults: FieldFaults;
  isRequired?: boolean;
  /** Receives null if the value was removed. */
  onChange: (value: unknown) => void;
};

/** The control of a value. */
export function FieldControl(props: FieldControlProps) {
  const { path, control, words, value, inherited, faults, onChange } = props;
  const shown = isOwn(value) ? value : inherited;
  const isOn = isOwn(shown) && shown !== false;
  const fault = faultAt(faults, path, 'parts' in control);
  const common = {
    label: words.label,
    description: words.hint,
    error: fault && messageOf(fault),
    required: props.isRequired ?? false,
    placeholder: props.placeholder ?? valueText(control, words, inherited),
  };
  const textOf = (one: string) => ({ value: one, label: words.values?.[one] ?? one });
  switch (control.kind) {
    case 'switch':
      return (
        <>
          <Switch
            label={words.label}
            description={words.hint}
            error={common.error}
            checked={isOn}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
          {isOn && control.parts && (
            <div className={classes.below}>
              <PartControls
                {...{ path, words, value, faults }}
                parts={control.parts}
                inherited={isOwn(value) ? null : inherited}
                onChange={(next) => onChange(next ?? true)}
              />
            </div>
          )}
        </>
      );
    case 'select':
      return (
        <Select
          {...common}
          value={isOwn(shown) ? String(shown) : null}
          onChange={(next) => next !== null && onChange(next)}
          data={control.values.map(textOf)}
          searchable={control.values.length > listedValues}
          limit={shownMatches}
        />
      );
    case 'choices':
      return (
        <MultiSelect
          {...common}
          value={isOwn(shown) ? (shown as string[]) : []}
          onChange={(next) => onChange(next.length === 0 ? null : next)}
          data={control.values.map(textOf)}
          size="sm"
        />
      );
    case 'number':
      return (
        <NumberInput
          {...common}
          value={isOwn(value) ? (value as number) : ''}
          onChange={(next) => onChange(typeof next === 'number' ? next : null)}
          {...(control.minimum !== undefined && { min: control.minimum })}
          {...(control.maximum !== undefined && { max: control.maximum })}
          {...(words.unit && { suffix: ` ${words.unit}` })}
          allowDecimal={!control.isInteger}
          hideControls
        />
      );
    case 'text':
      return control.isLong ? (
        <Textarea
          {...common}
          {...longText}
          value={isOwn(value) ? String(value) : ''}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      ) : (
        <TextInput
          {...common}
          {...(control.isSecret && { type: 'password', autoComplete: 'new-password' })}
          spellCheck={false}
          value={isOwn(value) ? String(value) : ''}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      );
    case 'lines':
      return (
        <Textarea
          {...common}
          {...longText}
          value={isOwn(value) ? (value as string[]).join('\n') : ''}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.value === '' ? null : currentTarget.value.split('\n'))
          }
        />
      );
    case 'parts':
      return <Parts {...props} control={control} />;
  }
}

const longText = {
  autosize: true,
  minRows: 2,
  maxRows: 10,
  spellCheck: false,
  classNames: { input: classes.code! },
} as const;

type PartsProps = FieldControlProps & { control: Extract<Control, { kind: 'parts' }> };

/** The controls for an object's parts. */
function Parts({ control, ...props }: PartsProps) {
  const { path, words, faults } = props;
  const fault = faultAt(faults, path, true);
  return (
    <fieldset className={classes.parts}>
      <legend>{words.label}</legend>
      <p className={classes.hint}>{words.hint}</p>
      <div className={classes.grid}>
        <PartControls {...props} parts={control.parts} />
      </div>
      {fault && (
        <p className={classes.fault} role="alert" tabIndex={-1}>
          {fault.message}
        </p>
      )}
    </fieldset>
  );
}

type PartControlsProps = Omit<FieldControlProps, 'control'> & { parts: Readonly<Record<string, Control>> };

function PartControls({ path, parts, words, value, inherited, faults, onChange }: PartControlsProps) {
  const own = Object(value === true ? null : value) as Record<string, unknown>;
  return Object.entries(parts).map(([part, of]) => (
    <FieldControl
      key={part}
      path={`${path}/${part}`}
      control={of}
      words={words.parts![part]!}
      value={own[part]}
      inherited={(Object(inherited) as Record<string, unknown>)[part] ?? null}
      faults={faults}
      onChange={(next) => onChange(withPart(own, part, next))}
    />
  ));
}

/** A copy of the object with a new value for one part; null if no parts remain. */
function withPart(own: Record<string, unknown>, part: string, value: unknown): object | null {
  const entries = Object.entries({ ...own, [part]: value }).filter(([, one]) => isOwn(one));
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** An error message, prefixed with the line of the list. */
function messageOf({ message, rest }: { message: string; rest: string }): string {
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return /^\d+$/.test(rest) ? fieldTexts.line(Number(rest) + 1, message) : sentence;
}
