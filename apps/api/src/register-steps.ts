import type { RouteOptions } from 'fastify';
import type { Api } from './api-instance.ts';
import { type EndHook, runWhenEnded } from './request-end.ts';
import type { RequestParts } from './request-parts.ts';
import { everyRequest, fromPlugin, type Hooks, phases, type RequestStep } from './request-step.ts';

type HookPhase = Exclude<keyof Hooks, 'onEnd'>;
type Hook = (this: unknown, ...args: unknown[]) => unknown;

const hookPhases = phases.filter((phase) => phase !== 'parsing' && phase !== 'handler' && phase !== 'onEnd');
/** Hooks that no step uses. */
const otherPhases = ['preSerialization', 'onResponse', 'onError', 'onTimeout', 'onRequestAbort'] as const;

/**
 * Registers the request steps so that they run in the order of the list. Call it before the routes are registered.
 * @throws Error if Fastify would run the steps in a different order, or if a step precedes one that it must follow
 */
export async function registerSteps(
  app: Api,
  steps: readonly RequestStep[],
  parts: RequestParts,
): Promise<void> {
  assertOrder(steps);
  app.addHook('onRoute', (route) => {
    if (isPreflightRoute(route)) return;
    // Fastify's own hook reads the whole stream, and it adds Content-Length to a 304 response. The "head" step replaces
    // it.
    if (route.method === 'HEAD') route.onSend = [];
    const own = [...hookPhases, ...otherPhases].find((phase) => [route[phase] ?? []].flat().length > 0);
    if (own) throw new Error(`${route.url} has its own ${own} hook; hooks must be steps in request-steps.ts`);
  });
  // The first hook of all, because the next ones can respond.
  app.addHook('onRequest', runWhenEnded(endHooks(steps, parts)));
  for (const step of steps) {
    await step.register?.(app, parts);
    if (step.phase !== 'onEnd' && step.for === everyRequest && typeof step.hook === 'function') {
      const hook = step.hook(parts, {} as RouteOptions);
      if (hook) app.addHook(step.phase as 'onRequest', traced(hook as Hook, step, parts) as never);
    }
  }
  app.addHook('onRoute', (route) => {
    if (isPreflightRoute(route)) return;
    const own = steps.filter((step) => step.for !== everyRequest && step.for(route));
    for (const step of own) step.changeRoute?.(route, parts);
    for (const phase of hookPhases) {
      const hooks = hooksOf(
        phase,
        own.filter((step) => step.phase === phase),
        route,
        parts,
      );
      if (hooks.length > 0) route[phase] = hooks as never;
    }
  });
}

/** @throws Error if a step applies to some of the routes only */
function endHooks(steps: readonly RequestStep[], parts: RequestParts): EndHook[] {
  return steps.flatMap((step) => {
    if (step.phase !== 'onEnd' || typeof step.hook !== 'function') return [];
    if (step.for !== everyRequest)
      throw new Error(`the step "${step.name}" (onEnd) must be of every request`);
    const hook = step.hook(parts, {} as RouteOptions);
    return hook ? [traced(hook as Hook, step, parts) as EndHook] : [];
  });
}

/** The CORS plugin uses this route to respond to OPTIONS. Only steps that apply to every request run for it. */
const isPreflightRoute = ({ url }: RouteOptions) => url === '*';

/** The hooks of a route in a phase. Hooks that a plugin has added run at the position of the plugin's step. */
function hooksOf(
  phase: HookPhase,
  steps: readonly RequestStep[],
  route: RouteOptions,
  parts: RequestParts,
): Hook[] {
  const added = [route[phase] ?? []].flat() as Hook[];
  if (added.length > 0 && !steps.some(({ hook }) => hook === fromPlugin))
    throw new Error(`a plugin has added a ${phase} hook to ${route.url}, which is not a step`);
  return steps.flatMap((step) => {
    const created = step.hook === fromPlugin ? added : [step.hook?.(parts, route) ?? []].flat();
    return created.map((hook) => traced(hook as Hook, step, parts));
  });
}

/** Fastify runs the phases in order and, within a phase, the app's hooks before those of routes. */
function assertOrder(steps: readonly RequestStep[]): void {
  const before = new Set<string>();
  let last: RequestStep | undefined;
  for (const step of steps) {
    const { name, phase } = step;
    if (before.has(name)) throw new Error(`two steps have the name "${name}"`);
    if (last && phases.indexOf(phase) < phases.indexOf(last.phase))
      throw new Error(`the step "${name}" (${phase}) runs before "${last.name}" (${last.phase})`);
    if (last?.phase === phase && step.for === everyRequest && last.for !== everyRequest)
      throw new Error(`the step "${name}" of every request runs before "${last.name}", a step of routes`);
    const missing = step.after?.find((other) => !before.has(other));
    if (missing !== undefined) throw new Error(`the step "${name}" must come after "${missing}"`);
    before.add(name);
    last = step;
  }
}

/** Reports calls to the hook to `onStep`. */
function traced(hook: Hook, { name }: RequestStep, { onStep }: RequestParts): Hook {
  if (!onStep) return hook;
  return function report(...args) {
    onStep(name);
    return hook.apply(this, args);
  };
}
