import { destinationKinds } from 'virtual:destination-kinds';
import { Select } from '@mantine/core';
import type { Destination } from '@shotclock/client';
import { alertTexts } from '../../texts/alert-texts.ts';
import { FieldControl } from '../capture-fields/field-control.tsx';
import { fieldTextsOf, kindName } from './kind-texts.ts';

const { destinations } = alertTexts;

/** The configuration of a destination. Values that are not set are missing. */
export type Config = Readonly<Record<string, unknown>>;

type ConfigFieldsProps = {
  kind: Destination['kind'];
  /** Absent if the destination exists, because its kind cannot be changed. */
  onKind?: (kind: Destination['kind']) => void;
  config: Config;
  onChange: (config: Config) => void;
  /** By the JSON Pointer of the field. */
  messages: ReadonlyMap<string, string>;
};

/** The kind of a destination and the fields of its configuration. Fields of an existing destination are empty, because no response contains their values. */
export function ConfigFields({ kind, onKind, config, onChange, messages }: ConfigFieldsProps) {
  const { fields, description } = destinationKinds.find((one) => one.kind === kind)!;
  const faults = new Map([...messages].map(([path, message]) => [path.replace('/config/', ''), message]));
  return (
    <>
      {onKind && (
        <Select<Destination['kind']>
          label={destinations.kind}
          description={alertTexts.kinds[kind]?.hint ?? description}
          value={kind}
          onChange={(next) => next && onKind(next)}
          data={destinationKinds.map((one) => ({ value: one.kind, label: kindName(one.kind) }))}
        />
      )}
      {fields.map((field) => (
        <FieldControl
          key={`${kind} ${field.name}`}
          path={field.name}
          control={field.control}
          words={onKind ? fieldTextsOf(kind, field) : { ...fieldTextsOf(kind, field), hint: '' }}
          value={config[field.name]}
          inherited={null}
          isRequired={field.isRequired && onKind !== undefined}
          placeholder={onKind ? (field.example ?? '') : destinations.unchanged}
          faults={faults}
          onChange={(value) => onChange(withValue(config, field.name, value))}
        />
      ))}
    </>
  );
}

function withValue(config: Config, name: string, value: unknown): Config {
  const { [name]: _, ...others } = config;
  return value === null ? others : { ...others, [name]: value };
}
