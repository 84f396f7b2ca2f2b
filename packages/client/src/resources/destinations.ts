import { type OptionsOf, requestInit } from '../call-options.ts';
import type {
  CreateDestination,
  Destination,
  DestinationTest,
  DestinationWithSecret,
  UpdateDestination,
} from '../openapi.gen.ts';
import { type List, listOf } from '../pages.ts';
import { unwrap } from '../problem-error.ts';
import type { RawClient } from '../raw-client.ts';
import { type ResourceRead, readResource } from '../resource-read.ts';

/** The receivers of alerts. `verifyWebhook` verifies what a webhook destination receives. */
export function destinations(raw: RawClient) {
  return {
    list(options: OptionsOf<'listDestinations'> = {}): List<Destination> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/destinations', { params: { query: { ...query, ...position } }, ...init }),
      );
    },

    /** Creates a destination. The `secret` in the result cannot be retrieved again. */
    async create(
      body: CreateDestination,
      options: OptionsOf<'createDestination'> = {},
    ): Promise<DestinationWithSecret> {
      const { init } = requestInit(options);
      return unwrap(await raw.POST('/api/v1/destinations', { body, ...init }));
    },

    get(id: number, options: OptionsOf<'getDestination'> = {}): ResourceRead<Destination> {
      const { init } = requestInit(options);
      return readResource(raw.GET('/api/v1/destinations/{id}', { params: { path: { id } }, ...init }));
    },

    async update(
      id: number,
      body: UpdateDestination,
      options: OptionsOf<'updateDestination'> = {},
    ): Promise<Destination> {
      const { init } = requestInit(options);
      const params = { path: { id } };
      return unwrap(await raw.PATCH('/api/v1/destinations/{id}', { params, body, ...init }));
    },

    async delete(id: number, options: OptionsOf<'deleteDestination'> = {}): Promise<void> {
      const { init } = requestInit(options);
      unwrap(await raw.DELETE('/api/v1/destinations/{id}', { params: { path: { id } }, ...init }));
    },

    /** Replaces the secret. Messages are also signed with the previous one for 24 hours. */
    async rotateSecret(
      id: number,
      options: OptionsOf<'rotateDestinationSecret'> = {},
    ): Promise<DestinationWithSecret> {
      const { init } = requestInit(options);
      const params = { path: { id } };
      return unwrap(await raw.POST('/api/v1/destinations/{id}/rotate-secret', { params, ...init }));
    },

    /** Sends a test message and returns what the receiver responded. */
    async test(id: number, options: OptionsOf<'testDestination'> = {}): Promise<DestinationTest> {
      const { init } = requestInit(options);
      const params = { path: { id } };
      return unwrap(await raw.POST('/api/v1/destinations/{id}/test', { params, ...init }));
    },
  };
}
