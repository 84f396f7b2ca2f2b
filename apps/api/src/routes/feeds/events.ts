import { events as declaredEvents, StreamEvent, startEvents } from '@shotclock/contracts';
import { CoreError, type EventListener } from '@shotclock/core';
import { Type } from '@sinclair/typebox';
import type { Api, ApiDependencies } from '../../api-instance.ts';
import { createEventStream } from '../../http/event-stream.ts';
import { isStillAuthorized } from '../../identity/authentication.ts';
import { createRequestCounter } from '../../limits/request-counter.ts';
import { Query } from '../../validation/page-query.ts';

/**
 * This is enough for a few seconds of an account's events. A client that reads more slowly must reconnect to receive the
 * rest.
 */
const maxBufferedBytes = 262_144;
/**
 * How long a client has to receive the rest of its buffer when the stream ends, so that it cannot keep the process from
 * stopping.
 */
const maxEndMs = 1_000;
const retryAfterSeconds = 10;
/** Clients wait for one to two times this delay before they reconnect, so that they do not all reconnect at once. */
const reconnectMs = 1_000;

const headers = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      description: 'The ID of the last event that the client received. The stream continues after it.',
    }),
  ),
});

const querystring = Query({
  lastEventId: Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'Same as the header, for browsers: `EventSource` cannot send headers when it first connects. The header takes precedence.',
    }),
  ),
});

/** OpenAPI 3.1 cannot describe the events of a stream, so `contentSchema` describes a single event. */
const EventStreamBody = Type.Unsafe<unknown>({
  type: 'string',
  contentMediaType: 'text/event-stream',
  contentSchema: StreamEvent,
});

const description = [
  'Server-sent events of the account, as they happen. The data of each event is a small JSON object with the ID and the status of a resource, which ' +
    'the client can use to update its view, or to read the resource again:',
  ...Object.entries(declaredEvents).map(
    ([name, { schema, when }]) => `- \`${name}\` (\`${schema.title}\`): ${when}`,
  ),
  ...Object.entries(startEvents).map(([name, when]) => `- \`${name}\`: ${when}`),
  'A client that reconnects within an hour and sends the ID of the last event as `Last-Event-ID`, as browsers do, misses nothing. It may receive an event ' +
    'twice. After several changes to a resource, it may receive only the last state. Deletions of screenshots have no events. A comment is sent every 15 seconds. The stream ends when ' +
    'the process shuts down, when the API key is revoked or has expired, and when the client reads too slowly.',
].join('\n');

export function eventRoutes(
  app: Api,
  { events, authentication, stopping, metrics, logger }: ApiDependencies,
): void {
  const streams = createRequestCounter();
  const countStreams = () => metrics.eventStreams.set(streams.total());
  countStreams();

  app.get(
    '/api/v1/events',
    {
      schema: {
        operationId: 'streamEvents',
        summary: 'Receive events',
        description,
        tags: ['Events'],
        headers,
        querystring,
        response: {
          200: { description: 'The events.', content: { 'text/event-stream': { schema: EventStreamBody } } },
        },
      },
      config: { isStream: true, problems: ['rate_limited'] },
    },
    async (request, reply) => {
      const { accountId, limits } = request.ctx;
      const leave = streams.add(accountId, {
        perAccount: limits.maxEventStreamsPerAccount,
        total: limits.maxEventStreams,
      });
      if (!leave)
        throw new CoreError('rate_limited', 'The account, or this process, has too many event streams.', {
          retryAfterSeconds,
        });
      countStreams();
      const stream = createEventStream(maxBufferedBytes);
      let leaveHub = () => {};
      let ending: NodeJS.Timeout | undefined;
      reply.raw.once('close', () => clearTimeout(ending));
      const end = () => {
        stream.end();
        ending ??= setTimeout(() => reply.raw.destroy(), maxEndMs);
      };
      stream.body.once('close', () => {
        stopping.removeEventListener('abort', end);
        leaveHub();
        leave();
        countStreams();
      });
      stopping.addEventListener('abort', end, { once: true });
      stream.send(Buffer.from(`retry: ${Math.round(reconnectMs * (1 + Math.random()))}\n\n`));
      const disconnect = () => {
        logger.info(
          { requestId: request.id },
          'an event stream was ended because its client reads too slowly',
        );
        reply.raw.destroy();
      };
      const listener: EventListener = {
        accountId,
        send: (part) => void (stream.send(part) || disconnect()),
        drained: stream.drained,
        isAuthorized: () => isStillAuthorized(request, authentication),
        close: end,
      };
      try {
        leaveHub = await events.listen(
          listener,
          request.headers['last-event-id'] || request.query.lastEventId || null,
        );
      } catch (error) {
        stream.body.destroy();
        throw error;
      }
      if (stopping.aborted) end();
      // Proxies must neither cache nor buffer the response.
      return reply
        .header('content-type', 'text/event-stream')
        .header('cache-control', 'no-store, no-transform')
        .header('x-accel-buffering', 'no')
        .send(stream.body);
    },
  );
}
