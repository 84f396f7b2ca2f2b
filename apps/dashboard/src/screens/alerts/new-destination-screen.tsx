import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { refreshQueries } from '../../api/refresh-queries.ts';
import { DestinationForm } from '../../components/alerts/destination-form.tsx';
import { NewSecret } from '../../components/alerts/new-secret.tsx';
import { Page } from '../../components/layout/page.tsx';
import { alertTexts } from '../../texts/alert-texts.ts';

const route = getRouteApi('/alerts/destinations/new');
const { destinations } = alertTexts;

export function NewDestinationScreen() {
  const about = route.useSearch();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<{ id: number; secret: string } | null>(null);
  /** Shows the destination, or continues with the rule that it was created for. */
  const show = (id: number) =>
    Object.keys(about).length > 0
      ? void navigate({ to: '/alerts/rules/new', search: { ...about, destinationId: id } })
      : void navigate({ to: '/alerts/destinations/$destinationId', params: { destinationId: String(id) } });
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
