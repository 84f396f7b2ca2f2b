import { Modal } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import type { AlertRule, Destination } from '@shotclock/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { client } from '../../api/client.ts';
import { refreshQueries } from '../../api/refresh-queries.ts';
import { alertTexts } from '../../texts/alert-texts.ts';
import { texts } from '../../texts/texts.ts';
import { Icon } from '../controls/icon.tsx';
import { LinkButton } from '../controls/link-button.tsx';
import { ProblemNotice } from '../layout/problem-notice.tsx';
import { SkeletonRows } from '../layout/skeleton-rows.tsx';
import classes from './alert-form.module.css';
import { kindName } from './kind-texts.ts';
import { newRuleDraft, ruleOf } from './rule-draft.ts';
import type { Subject } from './subject.ts';
import { allRules } from './use-alert-names.ts';
import { useDestinations } from './use-destinations.ts';

const { tellMe: words, rules: ruleWords, destinations: destinationWords } = alertTexts;
const maxNameLength = 255;

type TellMeDialogProps = { isOpen: boolean; subject: Subject; onClose: () => void };

/** Creates a rule about a schedule or a page when the user chooses a destination. */
export function TellMeDialog({ isOpen, subject, onClose }: TellMeDialogProps) {
  // Opens the dialog only after mounting, because a dialog that is initially open cannot restore focus.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const queryClient = useQueryClient();
  const rules = useQuery(allRules());
  const { destinations, error, refetch } = useDestinations();
  const { name, ...about } = subject;
  const creation = useMutation({
    mutationFn: ({ id }: Destination) => {
      const draft = newRuleDraft(about);
      return client.alertRules.create(
        ruleOf({ ...draft, name: name.slice(0, maxNameLength), destinationIds: [id] }),
      );
    },
    async onSuccess(_rule, destination) {
      onClose();
      showNotification({ message: words.created(destination.name, name) });
      await refreshQueries(queryClient, { queryKey: ['alertRules.list'] });
    },
  });
  const existing = rules.data?.content.filter((rule) => isAbout(rule, subject)) ?? [];
  return (
    <Modal
      opened={isOpen && isMounted}
      onClose={onClose}
      title={texts.nav.tellMe}
      closeButtonProps={{ 'aria-label': texts.common.close }}
    >
      <div className={classes.form}>
        <p className={classes.hint}>{words.hint(name)}</p>
        {creation.error && <ProblemNotice error={creation.error} />}
        {error !== null && !destinations && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {!destinations ? (
          !error && <SkeletonRows count={2} height={36} />
        ) : (
          <ul className={classes.targets}>
            {destinations.map((destination) => {
              const told = existing.find((rule) => rule.destinationIds.includes(destination.id));
              return (
                <li key={destination.id}>
                  {told ? (
                    <Link
                      to="/alerts/rules/$ruleId"
                      params={{ ruleId: String(told.id) }}
                      className={classes.target}
                    >
                      <Icon name="check" size={14} />
                      <span className={classes.targetName}>{destination.name}</span>
                      <span className={classes.hint}>{told.enabled ? words.told : ruleWords.off}</span>
                    </Link>
                  ) : (
                    <button
                      type="button"
                      className={classes.target}
                      disabled={creation.isPending}
                      onClick={() => creation.mutate(destination)}
                    >
                      <Icon name="bell" size={14} />
                      <span className={classes.targetName}>{destination.name}</span>
                      <span className={classes.hint}>{kindName(destination.kind)}</span>
                    </button>
                  )}
                </li>
              );
            })}
          </ul>
        )}
        {destinations?.length === 0 && <p className={classes.hint}>{ruleWords.noDestinations}</p>}
        <div className={classes.actions}>
          <LinkButton to="/alerts/rules/new" search={subject} variant="default">
            {words.choose}
          </LinkButton>
          <LinkButton
            to="/alerts/destinations/new"
            search={subject}
            variant={destinations?.length === 0 ? 'filled' : 'default'}
          >
            {destinationWords.create}
          </LinkButton>
        </div>
      </div>
    </Modal>
  );
}

/** Whether a rule is about exactly this subject. */
function isAbout({ scheduleIds, itemIds }: AlertRule, subject: Subject): boolean {
  const [ids, id] = 'itemId' in subject ? [itemIds, subject.itemId] : [scheduleIds, subject.scheduleId];
  return ids?.length === 1 && ids[0] === id;
}
