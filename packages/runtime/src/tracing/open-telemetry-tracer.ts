// The only module that loads OpenTelemetry. Import it dynamically, because loading it takes time and memory.
import { hostname } from 'node:os';
import {
  DiagLogLevel,
  diag,
  type Span as OpenTelemetrySpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import manifest from '../../package.json' with { type: 'json' };
import type { Logger } from '../logger.ts';
import { onceAMinute } from '../once-a-minute.ts';
import type { samplers } from '../settings/samplers.ts';
import { withTimeout } from '../timing/with-timeout.ts';
import { limitRequestTime } from './limit-request-time.ts';
import type { Span, Tracer } from './tracer.ts';

export type TracerOptions = {
  /** URL to which spans are posted. */
  url: string;
  protocol: 'http/protobuf' | 'http/json';
  headers: Readonly<Record<string, string>>;
  /** Name of the service; null for `service.name` of the resource or, without one, the default name. */
  serviceName: string | null;
  defaultServiceName: string;
  /** Additional attributes of the resource. */
  resource: Readonly<Record<string, string>>;
  sampler: (typeof samplers)[number];
  /** For the samplers whose name ends in `traceidratio`: the share of traces, from 0 to 1. */
  samplerRatio: number;
  logger: Logger;
};

const closeTimeoutMs = 2_000;
/** Maximum time for sending a batch, including retries. */
const exportTimeoutMs = 10_000;
/** Maximum time of one request. The timeout of the exporter, which settings can change, limits only the time between two packets. */
const maxRequestMs = 60_000;

const kinds = { server: SpanKind.SERVER, producer: SpanKind.PRODUCER, consumer: SpanKind.CONSUMER };

/**
 * Sends spans in batches, in the background. While the endpoint is slow or unavailable, at most 2,048 spans wait, and further ones
 * are dropped.
 */
export function createOpenTelemetryTracer(options: TracerOptions): Tracer {
  const { url, headers, logger } = options;
  reportProblems(logger);
  const endLimit = limitRequestTime(url, maxRequestMs);
  const Exporter = options.protocol === 'http/json' ? JsonExporter : ProtobufExporter;
  const processor = new BatchSpanProcessor({
    exporter: new Exporter({ url, headers: { ...headers } }),
    exportTimeoutMillis: exportTimeoutMs,
  });
  const provider = new TracerProvider({
    resource: createResource(options),
    sampler: createSampler(options),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('shotclock', manifest.version);

  function wrap(span: OpenTelemetrySpan): Span {
    const context = span.spanContext();
    const { traceId, spanId, traceFlags } = context;
    return {
      traceId,
      traceParent: `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, '0')}`,
      startChild: (name) => wrap(tracer.startSpan(name, {}, trace.setSpanContext(ROOT_CONTEXT, context))),
      set: (attributes) => void span.setAttributes(attributes),
      fail: (type) =>
        void span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR, message: type }),
      end: () => {
        if (span.isRecording()) span.end();
      },
    };
  }

  return {
    startSpan(name, { kind, parent, attributes = {} }) {
      const remote = parent ? parseTraceParent(parent) : null;
      const context = remote
        ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true })
        : ROOT_CONTEXT;
      return wrap(tracer.startSpan(name, { kind: kinds[kind], attributes }, context));
    },
    async close() {
      await withTimeout(provider.shutdown(), closeTimeoutMs).catch((error) =>
        logger.warn({ reason: reasonOf(error) }, 'the last traces were not sent'),
      );
      endLimit();
    },
  };
}

/** Without these, the libraries report nothing. Messages are logged without the response of the endpoint. */
function reportProblems(logger: Logger): void {
  setGlobalErrorHandler(
    onceAMinute((problem) => logger.warn({ reason: reasonOf(problem) }, 'sending traces failed')),
  );
  const ignore = () => {};
  const warn = onceAMinute((first: string, second?: unknown) => {
    // Components of the libraries pass their name, a single word, before the message.
    const message = typeof second === 'string' && /^\w+$/.test(first) ? second : first;
    logger.warn(`traces: ${message}`);
  });
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

const maxReasonLength = 200;

/** The message of an error, after the status of the endpoint's response if there is one. Parts of the message come from the endpoint. */
function reasonOf(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem).slice(0, maxReasonLength);
  const status = 'code' in problem && typeof problem.code === 'number' ? [`status ${problem.code}`] : [];
  const message = problem.message === '' ? [] : [problem.message];
  return [...status, ...message].join(': ').slice(0, maxReasonLength);
}

function createResource({ resource, serviceName, defaultServiceName }: TracerOptions) {
  return defaultResource().merge(
    resourceFromAttributes({
      'service.name': defaultServiceName,
      'service.version': manifest.version,
      'host.name': hostname(),
      'process.pid': process.pid,
      ...resource,
      ...(serviceName === null ? {} : { 'service.name': serviceName }),
    }),
  );
}

function createSampler({ sampler, samplerRatio }: TracerOptions): Sampler {
  const parentBased = 'parentbased_';
  if (sampler.startsWith(parentBased))
    return new ParentBasedSampler({ root: ownSampler(sampler.slice(parentBased.length), samplerRatio) });
  return ownSampler(sampler, samplerRatio);
}

function ownSampler(name: string, ratio: number): Sampler {
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(ratio);
  return name === 'always_on' ? new AlwaysOnSampler() : new AlwaysOffSampler();
}
