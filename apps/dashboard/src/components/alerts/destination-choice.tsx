import { Checkbox } from '@mantine/core';
import type { Destination } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { alertTexts } from '../../texts/alert-texts.ts';
import classes from './alert-form.module.css';
import { kindName } from './kind-texts.ts';

const { rules, destinations: words } = alertTexts;

type DestinationChoiceProps = {
  destinations: readonly Destination[];
  value: readonly number[];
  onChange: (ids: number[]) => void;
  error: ReactNode;
};

/** Selects the destinations of a rule. */
export function DestinationChoice({ destinations, value, onChange, error }: DestinationChoiceProps) {
  return (
    <>
      <Checkbox.Group
        aria-label={rules.to}
        description={rules.toHint}
        value={value.map(String)}
        onChange={(ids) => onChange(ids.map(Number))}
        error={error}
      >
        <div className={classes.choices}>
          {destinations.map(({ id, name, kind, status }) => (
            <Checkbox
              key={id}
              size="xs"
              value={String(id)}
              label={name}
              description={status === 'DISABLED' ? `${kindName(kind)}, ${rules.disabled}` : kindName(kind)}
            />
          ))}
        </div>
      </Checkbox.Group>
      {destinations.length === 0 && <p className={classes.hint}>{rules.noDestinations}</p>}
      <p className={classes.hint}>
        <Link to="/alerts/destinations/new" className={classes.link}>
          {words.create}
        </Link>
      </p>
    </>
  );
}
