import { Skeleton, TextInput } from '@mantine/core';
import type { Destination, DestinationWithSecret } from '@shotclock/client';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { alertTexts } from '../../texts/alert-texts.ts';
import { WriteButton } from '../controls/write-button.tsx';
import layout from '../layout/form-layout.module.css';
import { LeaveGuard } from '../layout/leave-guard.tsx';
import classes from './alert-form.module.css';
import type { Config } from './config-fields.tsx';
import { FaultNotice } from './fault-notice.tsx';
import { Section } from './section.tsx';
import { useSave } from './use-save.ts';

const ConfigFields = lazy(async () => ({ default: (await import('./config-fields.tsx')).ConfigFields }));

const { destinations } = alertTexts;

type DestinationFormProps = {
  /** Absent for a new destination. */
  destination?: Destination;
  side?: ReactNode;
  onSaved: (saved: Destination | DestinationWithSecret) => void | Promise<void>;
};

/** Creates or changes a destination. */
export function DestinationForm({ destination, side, onSaved }: DestinationFormProps) {
  const [before, setBefore] = useState(destination?.name ?? '');
  const [name, setName] = useState(before);
  const [kind, setKind] = useState<Destination['kind']>(destination?.kind ?? 'webhook');
  const [config, setConfig] = useState<Config>({});
  const element = useRef<HTMLFormElement>(null);
  const isSaved = useRef(false);
  const { submit, error, messages, isBusy } = useSave(element, async () => {
    const body = { name, ...(Object.keys(config).length > 0 && { config }) };
    const saved = destination
      ? await client.destinations.update(destination.id, body)
      : await client.destinations.create({ ...body, kind, config });
    isSaved.current = !destination;
    setBefore(name);
    setConfig({});
    await onSaved(saved);
  });
  const hasChanges = () => !isSaved.current && (name !== before || Object.keys(config).length > 0);
  return (
    <form ref={element} className={layout.form} onSubmit={(event) => void submit(event)} noValidate>
      <LeaveGuard hasChanges={hasChanges} />
      <div className={layout.fields}>
        <FaultNotice
          error={error}
          messages={messages}
          isShown={(path) => path === '/name' || path.startsWith('/config/')}
        />
        <Section title={destinations.receiver}>
          <TextInput
            label={destinations.name}
            placeholder={destinations.namePlaceholder}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={messages.get('/name')}
            required
            data-autofocus
          />
          <Suspense fallback={<Skeleton height={240} />}>
            <ConfigFields
              kind={kind}
              {...(!destination && {
                onKind: (next: Destination['kind']) => {
                  setKind(next);
                  setConfig({});
                },
              })}
              config={config}
              onChange={setConfig}
              messages={messages}
            />
          </Suspense>
          <p className={classes.hint}>{destination ? destinations.keepHint : destinations.sealedHint}</p>
        </Section>
      </div>
      <aside className={layout.side}>{side}</aside>
      <div className={layout.submit}>
        <WriteButton type="submit" size="sm" loading={isBusy}>
          {destination ? destinations.save : destinations.create}
        </WriteButton>
      </div>
    </form>
  );
}
