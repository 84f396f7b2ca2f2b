import { type OptionsOf, requestInit } from '../call-options.ts';
import type {
  AlertRule,
  AlertRulePreview,
  CreateAlertRule,
  PreviewAlertRule,
  UpdateAlertRule,
} from '../openapi.gen.ts';
import { type List, listOf } from '../pages.ts';
import { unwrap } from '../problem-error.ts';
import type { RawClient } from '../raw-client.ts';
import { type ResourceRead, readResource } from '../resource-read.ts';

/** Rules that send events to destinations. */
export function alertRules(raw: RawClient) {
  return {
    list(options: OptionsOf<'listAlertRules'> = {}): List<AlertRule> {
      const { query, init } = requestInit(options);
      return listOf(query, (position) =>
        raw.GET('/api/v1/alert-rules', { params: { query: { ...query, ...position } }, ...init }),
      );
    },

    /** Creates a rule, which applies to runs and checks that end from now on. */
    async create(body: CreateAlertRule, options: OptionsOf<'createAlertRule'> = {}): Promise<AlertRule> {
      const { init } = requestInit(options);
      return unwrap(await raw.POST('/api/v1/alert-rules', { body, ...init }));
    },

    /** Returns the message that a rule would send, without creating the rule. */
    async preview(
      body: PreviewAlertRule,
      options: OptionsOf<'previewAlertRule'> = {},
    ): Promise<AlertRulePreview> {
      const { init } = requestInit(options);
      return unwrap(await raw.POST('/api/v1/alert-rules/preview', { body, ...init }));
    },

    get(id: number, options: OptionsOf<'getAlertRule'> = {}): ResourceRead<AlertRule> {
      const { init } = requestInit(options);
      return readResource(raw.GET('/api/v1/alert-rules/{id}', { params: { path: { id } }, ...init }));
    },

    /** Changes only the fields in `body`. */
    async update(
      id: number,
      body: UpdateAlertRule,
      options: OptionsOf<'updateAlertRule'> = {},
    ): Promise<AlertRule> {
      const { init } = requestInit(options);
      const params = { path: { id } };
      return unwrap(await raw.PATCH('/api/v1/alert-rules/{id}', { params, body, ...init }));
    },

    /** Deletes a rule and cancels its pending deliveries. */
    async delete(id: number, options: OptionsOf<'deleteAlertRule'> = {}): Promise<void> {
      const { init } = requestInit(options);
      unwrap(await raw.DELETE('/api/v1/alert-rules/{id}', { params: { path: { id } }, ...init }));
    },
  };
}
