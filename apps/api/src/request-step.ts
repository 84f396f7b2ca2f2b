import type {
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  onSendAsyncHookHandler,
  onSendHookHandler,
  preHandlerAsyncHookHandler,
  preHandlerHookHandler,
  preParsingAsyncHookHandler,
  preParsingHookHandler,
  preValidationAsyncHookHandler,
  preValidationHookHandler,
  RouteOptions,
} from 'fastify';
import type { Api } from './api-instance.ts';
import type { EndHook } from './request-end.ts';
import type { RequestParts } from './request-parts.ts';

/**
 * The phases of a request, in the order in which Fastify runs them, except `onEnd`, which replaces Fastify's `onResponse`. `parsing` and
 * `handler` do not have hooks.
 */
export const phases = [
  'onRequest',
  'preParsing',
  'parsing',
  'preValidation',
  'preHandler',
  'handler',
  'onSend',
  'onEnd',
] as const;

export type Hooks = {
  onRequest: onRequestHookHandler | onRequestAsyncHookHandler;
  preParsing: preParsingHookHandler | preParsingAsyncHookHandler;
  preValidation: preValidationHookHandler | preValidationAsyncHookHandler;
  preHandler: preHandlerHookHandler | preHandlerAsyncHookHandler;
  onSend: onSendHookHandler | onSendAsyncHookHandler;
  onEnd: EndHook;
};

/**
 * `everyRequest` includes requests for unknown paths. Otherwise, the step applies to routes for which the function
 * returns true.
 */
export type Requests = typeof everyRequest | ((route: RouteOptions) => boolean);
export const everyRequest = 'every request';

type Step<Phase extends (typeof phases)[number]> = {
  phase: Phase;
  name: string;
  purpose: string;
  for: Requests;
  /** The steps that must come before this one. */
  after?: readonly string[];
  /** Registers anything other than a hook, such as a plugin or a parser. */
  register?: (app: Api, parts: RequestParts) => unknown;
  /** Changes the options of a route: its limits, and its documented headers and problems. Runs before the hooks of all steps are created. */
  changeRoute?: (route: RouteOptions, parts: RequestParts) => void;
  /**
   * Creates the hook, or returns null if the settings do not require one. `fromPlugin` runs the hooks that a plugin has
   * added to the route.
   */
  hook?: Phase extends keyof Hooks
    ? typeof fromPlugin | ((parts: RequestParts, route: RouteOptions) => Hooks[Phase] | null)
    : never;
};
export const fromPlugin = 'from plugin';

export type RequestStep = { [Phase in (typeof phases)[number]]: Step<Phase> }[(typeof phases)[number]];
