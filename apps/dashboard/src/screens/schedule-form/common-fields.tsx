import { captureFields } from 'virtual:capture-fields';
import { CaptureFields } from '../../components/capture-fields/capture-fields.tsx';
import type { FieldFaults } from '../../components/capture-fields/field-faults.ts';
import { bodyOf, ownValuesOf } from '../../components/capture-fields/own-values.ts';
import type { Draft } from './draft.ts';

const noValues = {};

type CommonFieldsProps = {
  draft: Draft;
  setDraft: (change: (before: Draft) => Draft) => void;
  faults: FieldFaults;
};

/** The schedule's settings for its pages: settings, options, and how they are compared. */
export function CommonFields({ draft, setDraft, faults }: CommonFieldsProps) {
  const { defaults, options, comparison } = draft;
  return (
    <CaptureFields
      level="schedule"
      own={ownValuesOf(captureFields, { setting: defaults, options, comparison }, ['comparison'])}
      above={noValues}
      faults={faults}
      onChange={(changed) => {
        const body = bodyOf(captureFields, changed);
        setDraft((before) => ({
          ...before,
          defaults: { ...before.defaults, ...body.settings },
          options: { ...before.options, ...body.options },
          comparison: { ...before.comparison, ...body.comparison },
        }));
      }}
      isFolded
    />
  );
}
