import { captureFields } from 'virtual:capture-fields';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { fieldTexts } from '../../texts/field-texts.ts';
import type { AnyTexts, FieldGroup, FieldLevel } from '../../texts/types/field-texts.ts';
import { Icon } from '../controls/icon.tsx';
import classes from './capture-fields.module.css';
import type { Field } from './field.ts';
import { FieldControl } from './field-control.tsx';
import { type FieldFaults, faultAt } from './field-faults.ts';
import {
  differingFields,
  inheritedValue,
  inheritsFromAbove,
  isEqual,
  isOwn,
  mixedValue,
  type OwnValues,
} from './own-values.ts';
import { valueText } from './value-text.ts';

const words: Readonly<Record<string, AnyTexts & { group: FieldGroup }>> = fieldTexts.fields;
const order = Object.keys(words);

/** The fields of a group, in the order of their texts. */
const fieldsOf = (group: FieldGroup, fields: readonly Field[]): Field[] =>
  fields
    .filter(({ name }) => words[name]!.group === group)
    .sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));

type CaptureFieldsProps = {
  level: FieldLevel;
  /** Which fields to show. Default: all. */
  has?: (field: Field) => boolean;
  own: OwnValues;
  /** The values set at the level above. */
  above: OwnValues;
  faults: FieldFaults;
  onChange: (changes: OwnValues) => void;
  /** Whether the groups are initially closed. */
  isFolded?: boolean;
  /** More content of a group. */
  more?: Partial<Record<FieldGroup, ReactNode>>;
};

/** The fields for how pages are captured and compared, in groups. */
export function CaptureFields({ has = () => true, more = {}, ...props }: CaptureFieldsProps) {
  const fields = captureFields.filter(has);
  return (Object.keys(fieldTexts.groups) as FieldGroup[]).map((group) => {
    const ofGroup = fieldsOf(group, fields);
    return ofGroup.length + Object.keys(more[group] ?? {}).length === 0 ? null : (
      <Group key={group} group={group} fields={ofGroup} more={more[group]} {...props} />
    );
  });
}

type GroupProps = Omit<CaptureFieldsProps, 'has' | 'more'> & {
  group: FieldGroup;
  fields: readonly Field[];
  more: ReactNode;
};

function Group({ group, fields, level, own, above, faults, onChange, isFolded = false, more }: GroupProps) {
  const { title, hint } = fieldTexts.groups[group];
  const text = fieldTexts.levels[level];
  const set = fields.filter(({ name }) => isOwn(own[name]));
  const { length: differing } = differingFields(fields, own, above);
  const [isOpen, setOpen] = useState(!isFolded);
  // Opens the group in the same render, so that the invalid field can receive focus.
  const [shownFaults, setShownFaults] = useState(faults);
  if (faults !== shownFaults) {
    setShownFaults(faults);
    if (fields.some(({ name }) => faultAt(faults, name) !== null)) setOpen(true);
  }
  return (
    <details className={classes.group} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="right" size={14} />
        <h2>{title}</h2>
        <span className={classes.hint}>{hint}</span>
        {differing > 0 && <span className={classes.differing}>{text.differing(differing)}</span>}
      </summary>
      <div className={classes.grid}>
        {fields.map((field) => (
          <FieldRow
            key={field.name}
            {...{ field, level, own, above, faults }}
            onChange={(value) => onChange({ [field.name]: value })}
          />
        ))}
      </div>
      {(set.length > 0 || more) && (
        <div className={classes.foot}>
          {more}
          {set.length > 0 && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => onChange(Object.fromEntries(set.map(({ name }) => [name, null])))}
            >
              {text.resetGroup(title)}
            </Button>
          )}
        </div>
      )}
    </details>
  );
}

type FieldRowProps = Pick<GroupProps, 'level' | 'own' | 'above' | 'faults'> & {
  field: Field;
  onChange: (value: unknown) => void;
};

/** A field, and the value that a reset restores. */
function FieldRow({ field, level, own, above, faults, onChange }: FieldRowProps) {
  const { name, control } = field;
  const text = fieldTexts.levels[level];
  const ofField = words[name]!;
  const value = own[name];
  const isFromAbove = inheritsFromAbove(field, own, above);
  const inherited = inheritedValue(field, own, above);
  const hasDevice = isOwn(own.device) || isOwn(above.device);
  const inWords =
    inherited === null && hasDevice && field.ofDevice === null
      ? fieldTexts.asDevice
      : valueText(control, ofField, inherited);
  const isMixed = value === mixedValue;
  const differs = isOwn(value) && !isEqual(value, inherited);
  return (
    <div className={classes.field} data-wide={isWide(field) || undefined} data-differs={differs || undefined}>
      <FieldControl
        path={name}
        words={ofField}
        {...{ control, faults, onChange }}
        {...(isMixed
          ? { value: null, inherited: null, placeholder: fieldTexts.mixed }
          : { value, inherited })}
      />
      {isOwn(value) ? (
        <p className={classes.origin}>
          {isMixed && <span>{fieldTexts.mixed}</span>}
          <span>{(isFromAbove ? fieldTexts.ofSchedule : fieldTexts.byDefault)(inWords)}</span>
          <button
            type="button"
            onClick={() => onChange(null)}
            aria-label={fieldTexts.resetField(ofField.label)}
          >
            {fieldTexts.reset}
          </button>
        </p>
      ) : (
        isFromAbove && text.inherited && <p className={classes.origin}>{text.inherited}</p>
      )}
    </div>
  );
}

const isWide = ({ control }: Field): boolean =>
  control.kind === 'lines' || control.kind === 'parts' || (control.kind === 'text' && control.isLong);
