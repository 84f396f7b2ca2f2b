import { useQuery } from '@tanstack/react-query';
import '@mantine/spotlight/styles.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { read } from '../api/read.ts';
import { Icon } from '../components/controls/icon.tsx';
import { shortUrl, urlPart } from '../components/text/format.ts';
import { tagOf } from '../components/text/tags.ts';
import { screenLinks } from '../screens.ts';
import { texts } from '../texts/texts.ts';

const [store, spotlight] = createSpotlight();
export const showFinder = (): void => spotlight.open();

/** Maximum number of results for each kind. */
const maxResults = 8;

export function FinderDialog() {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [name] = useDebouncedValue(typed.trim(), 200);
  const { data } = useQuery({
    ...read('schedules.list', { size: maxResults, ...(name !== '' && { name }) }),
    enabled: name !== '',
  });
  const urlContains = urlPart(name);
  const { data: pages } = useQuery({
    ...read('items.listAll', { size: maxResults, urlContains, expand: 'title' }),
    enabled: urlContains !== '',
  });
  const tag = tagOf(name);
  const { data: tagged } = useQuery({
    ...read('items.listAll', { size: 1, tag }),
    enabled: tag !== '',
  });
  useEffect(showFinder, []);
  const words = typed.trim().toLowerCase();
  const found = screenLinks.filter(({ label }) => label.toLowerCase().includes(words));
  const schedules = name === '' ? [] : (data?.content ?? []);
  const items = urlContains === '' ? [] : (pages?.content ?? []);
  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={setTyped}
      shortcut={null}
      attributes={{ content: { 'aria-label': texts.nav.search } }}
    >
      <Spotlight.Search
        placeholder={texts.search.placeholder}
        aria-label={texts.search.placeholder}
        leftSection={<Icon name="search" size={18} />}
      />
      <Spotlight.ActionsList>
        {schedules.length > 0 && (
          <Spotlight.ActionsGroup label={texts.search.schedules}>
            {schedules.map(({ id, name: label }) => (
              <Spotlight.Action
                key={id}
                label={label}
                leftSection={<Icon name="schedules" />}
                onClick={() =>
                  void navigate({ to: '/schedules/$scheduleId', params: { scheduleId: String(id) } })
                }
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {items.length > 0 && (
          <Spotlight.ActionsGroup label={texts.search.pages}>
            {items.map(({ id, url, title, scheduleId, scheduleName }) => (
              <Spotlight.Action
                key={id}
                label={shortUrl(url)}
                description={title ? `${title} · ${scheduleName}` : scheduleName}
                leftSection={<Icon name="image" />}
                onClick={() =>
                  void navigate({
                    to: '/schedules/$scheduleId/items/$itemId',
                    params: { scheduleId: String(scheduleId), itemId: String(id) },
                  })
                }
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {(found.length > 0 || urlContains !== '') && (
          <Spotlight.ActionsGroup label={texts.search.go}>
            {found.map(({ to, icon, label }) => (
              <Spotlight.Action
                key={to}
                label={label}
                leftSection={<Icon name={icon} />}
                onClick={() => void navigate({ to })}
              />
            ))}
            {urlContains !== '' && (
              <Spotlight.Action
                label={texts.search.captures(name)}
                leftSection={<Icon name="activity" />}
                onClick={() => void navigate({ to: '/activity', search: { url: name } })}
              />
            )}
            {tag !== '' && tagged && tagged.totalElements > 0 && (
              <Spotlight.Action
                label={texts.search.tagged(tag)}
                leftSection={<Icon name="activity" />}
                onClick={() => void navigate({ to: '/activity', search: { tag } })}
              />
            )}
          </Spotlight.ActionsGroup>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
