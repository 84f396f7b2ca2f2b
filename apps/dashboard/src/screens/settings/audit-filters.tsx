import { Button, Select } from '@mantine/core';
import { optionsOf } from '../../components/controls/options-of.ts';
import { DayField } from '../../components/dates/date-fields.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './settings.module.css';
import type { SettingsSearch } from './settings-search.ts';

const { settings, common } = texts;

type AuditFiltersProps = {
  search: SettingsSearch;
  onChange: (change: { [Field in keyof SettingsSearch]?: SettingsSearch[Field] | undefined }) => void;
};

/** The filters for the audit log. */
export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const { actor, resourceType, from, to } = search;
  return (
    <div className={classes.filters}>
      <Select
        size="xs"
        aria-label={settings.auditColumns.resource}
        value={resourceType ?? ''}
        onChange={(value) => onChange({ resourceType: value === '' ? undefined : (value ?? undefined) })}
        data={[
          { value: '', label: `${settings.auditColumns.resource}: ${common.all}` },
          ...optionsOf(settings.resources),
        ]}
      />
      <Select
        size="xs"
        aria-label={settings.auditColumns.actor}
        value={actor ?? ''}
        onChange={(value) => onChange({ actor: value === '' ? undefined : (value ?? undefined) })}
        data={[
          { value: '', label: `${settings.auditColumns.actor}: ${common.all}` },
          ...optionsOf(settings.actors),
        ]}
      />
      <DayField
        size="xs"
        aria-label={common.from}
        placeholder={common.from}
        value={from ?? ''}
        onChange={(day) => onChange({ from: day || undefined })}
      />
      <DayField
        size="xs"
        aria-label={common.to}
        placeholder={common.to}
        value={to ?? ''}
        onChange={(day) => onChange({ to: day || undefined })}
      />
      {(actor ?? resourceType ?? from ?? to) && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() =>
            onChange({ actor: undefined, resourceType: undefined, from: undefined, to: undefined })
          }
        >
          {common.clear}
        </Button>
      )}
    </div>
  );
}
