import { captureFields } from 'virtual:capture-fields';
import { CaptureFields } from '../../components/capture-fields/capture-fields.tsx';
import type { FieldFaults } from '../../components/capture-fields/field-faults.ts';
import { bodyOf, ownValuesOf } from '../../components/capture-fields/own-values.ts';
import type { Draft } from './draft.ts';

const defaults = {};

type OptionFieldsProps = {
  draft: Draft;
  setDraft: (change: (before: Draft) => Draft) => void;
  faults: FieldFaults;
};

/** The options that the schedule sets for its pages, and how it compares them. */
export function OptionFields({ draft, setDraft, faults }: OptionFieldsProps) {
  const { options, comparison } = draft;
  return (
    <CaptureFields
      level="schedule"
      has={({ place }) => place !== 'setting'}
      own={ownValuesOf(captureFields, { options, comparison }, ['comparison'])}
      above={defaults}
      faults={faults}
      onChange={(changed) => {
        const body = bodyOf(captureFields, changed);
        setDraft((before) => ({
          ...before,
          options: { ...before.options, ...body.options },
          comparison: { ...before.comparison, ...body.comparison },
        }));
      }}
      isFolded
    />
  );
}
