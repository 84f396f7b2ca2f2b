import type { Logger } from '../logger.ts';
import type { MetricsApp } from '../metrics/metrics-registry.ts';
import type { Config } from '../settings/config.ts';
import type { Tracer } from './tracer.ts';

/** The part of the config that the apps have in common. */
type TraceConfig = Pick<Config<'api'>, Extract<keyof Config<'api'>, `otel${string}`>>;

/**
 * Starts to send traces to the endpoint that the settings name. Returns null if they name none, or turn traces off; the libraries
 * are not loaded in this case.
 */
export async function startTracing(
  app: MetricsApp,
  config: TraceConfig,
  logger: Logger,
): Promise<Tracer | null> {
  const url = tracesUrl(config);
  if (url === null || config.otelSdkDisabled || config.otelTracesExporter === 'none') return null;
  const { createOpenTelemetryTracer } = await import('./open-telemetry-tracer.ts');
  return createOpenTelemetryTracer({
    url,
    protocol: config.otelExporterOtlpTracesProtocol ?? config.otelExporterOtlpProtocol,
    headers: { ...config.otelExporterOtlpHeaders, ...config.otelExporterOtlpTracesHeaders },
    serviceName: config.otelServiceName,
    resource: config.otelResourceAttributes ?? {},
    defaultServiceName: `shotclock-${app}`,
    sampler: config.otelTracesSampler,
    samplerRatio: config.otelTracesSamplerArg,
    logger,
  });
}

/** OTLP over HTTP has a path for each signal, which only the general endpoint lacks. */
function tracesUrl(config: TraceConfig): string | null {
  const { otelExporterOtlpTracesEndpoint: own, otelExporterOtlpEndpoint: general } = config;
  return own ?? (general === null ? null : `${general}/v1/traces`);
}
