import type { VariantFormat } from '@shotclock/contracts';
import type { FastifyReply } from 'fastify';

/** The formats that an `Accept` header can select. If several are equally preferred, the first in this list is used. */
const formats: readonly VariantFormat[] = ['webp', 'avif', 'png', 'jpeg'];

/**
 * The image format that the client prefers according to its `Accept` header (RFC 9110, section 12.5.1); null if the
 * header names none. `*` is not treated as a format, so a program that accepts anything receives the stored image.
 */
export function preferredFormat(accept: string | undefined): VariantFormat | null {
  const weights = new Map(accept?.split(',').map(weightOf) ?? []);
  const named = formats
    .map((format) => ({ format, weight: weights.get(`image/${format}`) ?? 0 }))
    .filter(({ weight }) => weight > 0);
  return named.sort((one, other) => other.weight - one.weight)[0]?.format ?? null;
}

function weightOf(range: string): [mediaType: string, weight: number] {
  const [mediaType = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  // A weight that is not a number is treated as 0.
  return [mediaType, weight === undefined ? 1 : Number(weight) || 0];
}

/** A cache must not serve one client the format that another client prefers. */
export function varyByAccept(reply: FastifyReply): void {
  reply.header('vary', [reply.getHeader('vary') ?? [], 'Accept'].flat().join(', '));
}
