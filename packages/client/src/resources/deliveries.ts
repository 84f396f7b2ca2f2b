import { type OptionsOf, requestInit } from '../call-options.ts';
import type { Delivery, DeliveryDetails, Redeliver, Redelivered } from '../openapi.gen.ts';
import { type List, listOf } from '../pages.ts';
import { unwrap } from '../problem-error.ts';
import type { RawClient } from '../raw-client.ts';

/** The log of messages to destinations. */
export function deliveries(raw: RawClient) {
  return {
    list(options: OptionsOf<'listDeliveries'> = {}): List<Delivery> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/deliveries', { params: { query: { ...query, ...position } }, ...init }),
      );
    },

    /** A delivery with its content and its attempts. */
    async get(id: number, options: OptionsOf<'getDelivery'> = {}): Promise<DeliveryDetails> {
      const { init } = requestInit(options);
      return unwrap(await raw.GET('/api/v1/deliveries/{id}', { params: { path: { id } }, ...init }));
    },

    /** Sends a delivery again that has ended, with the same ID. */
    async redeliver(id: number, options: OptionsOf<'redeliverMessage'> = {}): Promise<Delivery> {
      const { init } = requestInit(options);
      const params = { path: { id } };
      return unwrap(await raw.POST('/api/v1/deliveries/{id}/redeliver', { params, ...init }));
    },

    /** Sends the messages of a period to a destination again: at most 1,000, oldest first. */
    async redeliverPeriod(
      body: Redeliver,
      options: OptionsOf<'redeliverMessages'> = {},
    ): Promise<Redelivered> {
      const { init } = requestInit(options);
      return unwrap(await raw.POST('/api/v1/deliveries/redeliver', { body, ...init }));
    },
  };
}
