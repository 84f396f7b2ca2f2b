import { Button, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { showNotification } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useMay } from '../../api/access.ts';
import { client } from '../../api/client.ts';
import { fieldMessages } from '../../api/problem.ts';
import { refreshQueries } from '../../api/refresh-queries.ts';
import { ProblemNotice } from '../../components/layout/problem-notice.tsx';
import { texts } from '../../texts/texts.ts';
import classes from './activity-screen.module.css';

const { activity, common } = texts;
const suggested = '1000';

/** A button that adds credits to the wallet. Renders nothing if the session's key lacks the `admin` scope. */
export function AddCredits() {
  const queryClient = useQueryClient();
  const mayTopUp = useMay('admin') !== false;
  const [isOpen, dialog] = useDisclosure();
  const [amount, setAmount] = useState(suggested);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const messages = fieldMessages(problem);

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      await client.wallet.topUp({ amount: Number(amount) });
    } catch (error) {
      setProblem(error);
      return;
    } finally {
      setBusy(false);
    }
    dialog.close();
    showNotification({ message: activity.creditsAdded });
    await refreshQueries(queryClient);
  }

  if (!mayTopUp) return null;
  return (
    <>
      <Button variant="default" size="xs" onClick={dialog.open}>
        {activity.addCredits}
      </Button>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        title={activity.addCredits}
        size="sm"
        closeButtonProps={{ 'aria-label': common.close }}
      >
        <form className={classes.form} onSubmit={(event) => void add(event)} noValidate>
          {problem !== null && messages.size === 0 && <ProblemNotice error={problem} />}
          <TextInput
            label={activity.creditsToAdd}
            inputMode="decimal"
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
            error={messages.get('/amount')}
            data-autofocus
          />
          <div className={classes.actions}>
            <Button variant="default" onClick={dialog.close}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={isBusy}>
              {activity.addCredits}
            </Button>
          </div>
        </form>
      </Modal>
    </>
  );
}
