import { KnownDevices, type Protocol } from 'puppeteer';

/** A device's user agent, with matching client hints and `navigator.platform`. */
export type DeviceIdentity = Required<
  Pick<Protocol.Network.SetUserAgentOverrideRequest, 'userAgent' | 'platform' | 'userAgentMetadata'>
>;

/**
 * Returns the identity of one of Puppeteer's devices. Without metadata, Chromium's client hints would contradict the user
 * agent.
 */
export function deviceIdentity(device: keyof typeof KnownDevices): DeviceIdentity {
  const { userAgent, viewport } = KnownDevices[device];
  const apple = /\((iPhone|iPad);.* OS (\d+(?:_\d+)*)/.exec(userAgent);
  const android = /Linux;.* Android (\d+(?:\.\d+)*); (?:en-us; )?(.+?)(?: Build\/[^)]*)?\) AppleWebKit/.exec(
    userAgent,
  );
  const chrome = /Chrome\/(\d+)([\d.]*)/.exec(userAgent);
  const brands = (version: string) =>
    chrome && /Safari\/[\d.]+$/.test(userAgent) && !/Version\//.test(userAgent)
      ? [
          { brand: 'Chromium', version },
          { brand: 'Google Chrome', version },
        ]
      : [];
  // The user agent of a tablet does not contain the word, but some phones omit it as well.
  const tablet = !/Mobile/.test(userAgent) && Math.min(viewport.width, viewport.height) >= 600;
  return {
    userAgent,
    platform: apple ? apple[1]! : android ? 'Linux armv8l' : '',
    userAgentMetadata: {
      brands: brands(chrome?.[1] ?? ''),
      fullVersionList: brands(chrome ? `${chrome[1]}${chrome[2]}` : ''),
      platform: apple ? 'iOS' : android ? 'Android' : '',
      platformVersion: apple ? apple[2]!.replaceAll('_', '.') : (android?.[1] ?? ''),
      architecture: '',
      model: apple ? apple[1]! : (android?.[2] ?? ''),
      mobile: apple ? apple[1] === 'iPhone' : !tablet,
    },
  };
}
