// The bodies that webhook destinations receive: one schema per message type. The OpenAPI document lists them under
// `webhooks`, and the client exports their types.
import { Type } from '@sinclair/typebox';
import { DateTime, Id, Nullable } from '../schema.ts';
import {
  AlertDestination,
  AlertEvent,
  type AlertMessageType,
  AlertRun,
  AlertSchedule,
} from './alert-content.ts';
import { AlertDigest } from './alert-timing.ts';

const ImageUrl = (description: string) => Type.Optional(Type.String({ description }));

const remedies = Type.Array(
  Type.Object(
    {
      name: Type.String({ description: 'Name of the remedy, for programs.', examples: ['ignore-region'] }),
      title: Type.String({ description: 'Label of the link: one line.' }),
      url: Type.String({ description: 'URL of a page that needs no key, for 7 to 8 days.' }),
    },
    {
      title: 'WebhookRemedy',
      additionalProperties: false,
      description: 'A link to a page that offers a change of settings and asks to confirm it.',
    },
  ),
  { description: 'What the reader can do.' },
);

const itemFields = {
  remedies,
  title: Type.String({ description: 'One line.' }),
  text: Nullable(Type.String({ description: 'What happened.' })),
  link: Nullable(Type.String({ description: 'Page of the dashboard; null if there is none.' })),
  picture: Nullable(
    Type.Object(
      {
        url: Type.String({ description: 'URL that needs no key, for 7 to 8 days.' }),
        caption: Type.String({ description: 'Describes the picture in one line.' }),
      },
      {
        title: 'WebhookPicture',
        additionalProperties: false,
        description: 'A picture; null if there is none, and after the first five.',
      },
    ),
  ),
};

const WebhookItem = Type.Object(
  {
    ...AlertEvent.properties,
    ...itemFields,
    imageUrl: ImageUrl('The whole image; URLs of images need no key for 7 to 8 days.'),
    beforeUrl: ImageUrl('The area that changed, before the change.'),
    afterUrl: ImageUrl('The area that changed, after the change.'),
    diffUrl: ImageUrl('The image of the differences.'),
  },
  { title: 'WebhookItem', additionalProperties: false, description: 'An event of a page.' },
);

const subjects = {
  digest: AlertDigest,
  run: AlertRun,
  schedule: AlertSchedule,
  destination: AlertDestination,
};
type Subject = keyof typeof subjects;

/** What a message is about, and whether that can be null. */
const subjectOf: Record<AlertMessageType, { subject: Subject; isNullable?: boolean }> = {
  'content.changed': { subject: 'run', isNullable: true },
  'screenshot.failed': { subject: 'run' },
  'screenshot.recovered': { subject: 'run' },
  'page.state_changed': { subject: 'run' },
  'execution.completed': { subject: 'run' },
  'execution.failed': { subject: 'run' },
  'schedule.missed': { subject: 'run' },
  'schedule.paused': { subject: 'schedule' },
  'schedule.completed': { subject: 'schedule' },
  'destination.disabled': { subject: 'destination' },
  digest: { subject: 'digest' },
};

const none = Type.Null({ description: 'Always null in this message.' });
const dataOptions = { additionalProperties: false, description: 'What happened.' };
const texts = {
  remedies,
  title: Type.String({ description: 'One line.' }),
  text: Type.String({ description: 'Plain text.' }),
  link: Nullable(Type.String({ description: 'Page of the dashboard; null if there is none.' })),
  more: Type.Integer({ minimum: 0, description: 'Number of events that `items` omits.' }),
};

function messageOf<Name extends AlertMessageType>(type: Name) {
  const { subject, isNullable } = subjectOf[type];
  const about = Object.fromEntries(
    Object.entries(subjects).map(([name, schema]) => {
      const own = isNullable ? Nullable<typeof schema>(schema) : schema;
      return [name, name === subject ? own : none];
    }),
  );
  const items = Type.Array(WebhookItem, { maxItems: 20, description: 'The most important events of pages.' });
  return bodyOf(type, Type.Object({ ...about, ...texts, items }, dataOptions));
}

const bodyOf = (type: string, data: ReturnType<typeof Type.Object>) =>
  Type.Object(
    {
      type: Type.Literal(type, { description: 'The most important event.' }),
      timestamp: DateTime('When the rule matched.'),
      data,
    },
    {
      title: `${type.replaceAll(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase())}Webhook`,
      additionalProperties: false,
      description: `The body of a message of the type \`${type}\`.`,
    },
  );

const TestItem = Type.Object(
  { ...itemFields, destinationId: Id('The tested destination.') },
  { additionalProperties: false },
);
const testBody = bodyOf(
  'destination.test',
  Type.Object(
    { ...texts, items: Type.Array(TestItem, { maxItems: 1, description: 'The picture.' }) },
    dataOptions,
  ),
);

/** The schema of each body by its type. */
export const webhookMessages = {
  ...Object.fromEntries(
    (Object.keys(subjectOf) as AlertMessageType[]).map((type) => [type, messageOf(type)]),
  ),
  'destination.test': testBody,
} as Record<AlertMessageType | 'destination.test', typeof testBody>;
