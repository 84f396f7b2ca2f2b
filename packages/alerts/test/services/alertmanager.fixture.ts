// https://prometheus.io/docs/alerting/latest/alerts_api/ and api/v2/openapi.yaml of Alertmanager
import type { ReceivedRequest } from '@shotclock/testing';
import type { Answer, TestService } from './service.fixture.ts';

const token = 'aLeRtMaNaGeR-0123456789';

export type PostedAlert = {
  labels: Record<string, string>;
  annotations: Record<string, string>;
  endsAt: string;
  generatorURL?: string;
};

export const alertmanagerService = (origin: string): TestService => ({
  config: { url: `${origin}/prefix/`, token },
  secrets: [token],
  uploads: false,
  answer,
  tooManyRequests: { status: 429, headers: { 'retry-after': '7' }, body: 'from a proxy' },
  fileRejected: null,
});

function answer({ path, headers, body }: ReceivedRequest): Answer {
  if (headers.authorization !== `Bearer ${token}`) return { status: 401 };
  if (path !== '/prefix/api/v2/alerts') return { status: 404 };
  const alerts = JSON.parse(body.toString()) as PostedAlert[];
  const isValid = alerts.every(
    ({ labels, annotations, endsAt }) =>
      labels.alertname !== undefined &&
      [labels, annotations].every((set) => Object.values(set).every((value) => typeof value === 'string')) &&
      !Number.isNaN(Date.parse(endsAt)),
  );
  if (!isValid) return { status: 400, body: 'invalid label set' };
  const text = alerts
    .map(({ annotations }) => `${annotations.summary}\n${annotations.description}`)
    .join('\n');
  const links = alerts.flatMap(({ annotations, generatorURL }) =>
    [annotations.picture, generatorURL].filter((link) => link !== undefined && link !== ''),
  ) as string[];
  return { status: 200, seen: { text, links, mentions: [], files: [] } };
}
