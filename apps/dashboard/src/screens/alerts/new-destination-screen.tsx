import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { refreshQueries } from '../../api/refresh-queries.ts';
import { DestinationForm } from '../../components/alerts/destination-form.tsx';
import { NewSecret } from '../../components/alerts/new-secret.tsx';
import { Page } from '../../components/layout/page.tsx';
import { alertTexts } from '../../texts/alert-texts.ts';

const { destinations } = alertTexts;

export function NewDestinationScreen() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<{ id: number; secret: string } | null>(null);
  const show = (id: number) =>
    void navigate({ to: '/alerts/destinations/$destinationId', params: { destinationId: String(id) } });
  return (
    <Page
      title={destinations.createTitle}
      above={
        <Link to="/alerts" search={{ tab: 'destinations' }}>
          {alertTexts.title}
        </Link>
      }
    >
      <DestinationForm
        onSaved={async (saved) => {
          await refreshQueries(queryClient, { queryKey: ['destinations.list'] });
          if ('secret' in saved && saved.secret !== null) setCreated({ id: saved.id, secret: saved.secret });
          else show(saved.id);
        }}
      />
      <NewSecret secret={created?.secret ?? null} onClose={() => created && show(created.id)} />
    </Page>
  );
}
