import { KnownDevices } from 'puppeteer';
import { expect, test } from 'vitest';

test('the table of devices lists the devices of Puppeteer (update: vitest run -u test/device-table.test.ts)', async () => {
  const rows = Object.entries(KnownDevices).map(([name, { viewport }]) => {
    const { width, height, deviceScaleFactor } = viewport;
    const scaleFactor = Math.min(Math.max(deviceScaleFactor ?? 1, 1), 3);
    return `  ${JSON.stringify(name)}: ${JSON.stringify({ width, height, scaleFactor })},`;
  });
  const text = [
    '// Written by packages/capture/test/device-table.test.ts from the devices of Puppeteer. Scale factors are limited to 3.',
    'export const deviceTable = {',
    ...rows,
    '};',
    '',
  ].join('\n');
  await expect(text).toMatchFileSnapshot('../../contracts/src/captures/device-table.gen.ts');
});

test('every device is mobile and has a touch screen, as the option table assumes', () => {
  for (const { viewport } of Object.values(KnownDevices))
    expect(viewport).toMatchObject({ isMobile: true, hasTouch: true });
});
