import type { AuditEntry } from '@shotclock/client';
import { shortUrl } from '../../components/text/format.ts';
import { texts } from '../../texts/texts.ts';

const { auditSentences, quoted, resources } = texts.settings;

type Audited = Pick<AuditEntry, 'action' | 'resourceType' | 'resourceId' | 'resourceName'>;

/** An audit-log entry as a sentence. For an unknown operation, such as one of a newer API, returns the operation and its resource. */
export function auditSentence({ action, resourceType, resourceId, resourceName }: Audited): string {
  const sentence = auditSentences[action];
  if (!sentence) return `${action}: ${resources[resourceType]} ${resourceId}`;
  return sentence(nameOf(resourceType, resourceId, resourceName ?? null), String(resourceId));
}

function nameOf(type: Audited['resourceType'], id: number, name: string | null): string {
  if (name === null) return `#${id}`;
  if (type === 'API_KEY' || type === 'SESSION') return name;
  return /^https?:\/\//.test(name) ? shortUrl(name) : quoted(name);
}
