import { type CaptureOptions, usedOptions } from '@shotclock/contracts/capture-options';
import { type DeviceIdentity, deviceIdentity } from './device-identity.ts';

/**
 * The values that are visible to a page instead of the browser's own values. Null, false and 1 stand for the browser's
 * own value.
 */
export type Emulation = {
  /** Image pixels per CSS pixel, 1–3. */
  scaleFactor: number;
  mobile: boolean;
  touch: boolean;
  media: 'print' | null;
  /** CSS media features, in the format of `Emulation.setEmulatedMedia`. */
  features: { name: string; value: string }[];
  timezone: string | null;
  locale: string | null;
  geolocation: { latitude: number; longitude: number; accuracy: number } | null;
  identity: DeviceIdentity | null;
};

export const noEmulation: Emulation = {
  scaleFactor: 1,
  mobile: false,
  touch: false,
  media: null,
  features: [],
  timezone: null,
  locale: null,
  geolocation: null,
  identity: null,
};

export function emulationOf(options: CaptureOptions | null): Emulation {
  if (options === null) return noEmulation;
  const used = usedOptions(options);
  const { scaleFactor, mobile, touch, timezone, locale, geolocation } = used;
  return {
    ...{ scaleFactor, mobile, touch, timezone, locale },
    media: used.media === 'print' ? 'print' : null,
    features: [
      ...(used.colorScheme === 'dark' ? [{ name: 'prefers-color-scheme', value: 'dark' }] : []),
      ...(used.reducedMotion === 'reduce' ? [{ name: 'prefers-reduced-motion', value: 'reduce' }] : []),
    ],
    geolocation: geolocation && { accuracy: 0, ...geolocation },
    identity: used.device === null ? null : deviceIdentity(used.device),
  };
}
