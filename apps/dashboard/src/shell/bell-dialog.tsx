import { Modal } from '@mantine/core';
import type { Delivery } from '@shotclock/client';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { DeliveryStatus } from '../components/alerts/delivery-status.tsx';
import { EmptyState } from '../components/layout/empty-state.tsx';
import rows from '../components/layout/rows.module.css';
import { SkeletonRows } from '../components/layout/skeleton-rows.tsx';
import { Time } from '../components/text/time.tsx';
import { alertTexts } from '../texts/alert-texts.ts';
import { texts } from '../texts/texts.ts';
import classes from './bell-dialog.module.css';

const { bell: words } = alertTexts;

type BellDialogProps = {
  isOpen: boolean;
  /** Newest first. */
  messages: readonly Delivery[] | undefined;
  onClose: () => void;
};

export function BellDialog({ isOpen, messages, onClose }: BellDialogProps) {
  // Opens the dialog only after mounting, because a dialog that is initially open cannot restore focus.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <Modal
      opened={isOpen && isMounted}
      onClose={onClose}
      title={words.title}
      closeButtonProps={{ 'aria-label': texts.common.close }}
    >
      {!messages ? (
        <SkeletonRows count={4} height={32} />
      ) : messages.length === 0 ? (
        <EmptyState icon="bell" title={words.none} hint={alertTexts.messages.needsBoth} />
      ) : (
        <ul className={classes.list}>
          {messages.map((delivery) => (
            <li key={delivery.id}>
              <Link
                to="/alerts/messages/$deliveryId"
                params={{ deliveryId: String(delivery.id) }}
                className={`${rows.row} ${classes.message}`}
                onClick={onClose}
              >
                <span className={classes.title}>{delivery.title}</span>
                <span className={classes.state}>
                  <DeliveryStatus delivery={delivery} />
                  <span className={rows.faint}>
                    <Time at={delivery.createdAt} />
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Link to="/alerts" className={classes.all} onClick={onClose}>
        {words.all}
      </Link>
    </Modal>
  );
}
