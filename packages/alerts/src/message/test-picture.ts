import type { PictureFile } from './alert-message.ts';

const base64 = [
  'iVBORw0KGgoAAAANSUhEUgAAAPAAAAB4BAMAAAA+mGIUAAAAMFBMVEX///8Pdm4ggHnu9fUXe3P6/PzT5uS31tR8tLBeo57e7es3jYZLmZNsq6',
  'aVw7/L4eDVYyscAAAACXBIWXMAAAsTAAALEwEAmpwYAAACsUlEQVRo3u2aMUgcQRSGhxx7pycqszmMx2ngumDjCQkKsVkigTTxwDbCcViFFIo2',
  'FhFPOzshIlhdJQRSRKwtJMTapEmRxoCQ9gjWIbsze7d7ezMLp/wzYN6rBhbu4+3NvP+f95ZxS8EITGACE5jABCYwgQlMYALzs99vny0db/00DH',
  '6yzsKY3TEILvxgUTjvPVPgwi7rirmyGXCS65M9I+AL1hOfTIBfM0Vc48GllgqcPYGDvzBlzKPBxaoa7OyDwZdME8NYsC5hP/ah4K9aLnuDBJcq',
  'enDmBAh+yVJiBQi+SgOP4MATLDXOYeCxdPAKDLydDh5AgQuVdHDGA4HHNcD8h1dNsWiAwC804DrnU2LxFATW1Om873yKYjUIAq+qwc/9R65Y5T',
  'Bgt6ovlRLMyhDweIo4yFfdz+7qA/xI7QBEvZKbi61BwA/1BqAQGrEZCPizEtyIv4whCPhSXyav+vc/7I6a+Ct48vgWysjudoxz3eKRg4BrCvBG',
  '8GAy8vUQcDP89Y8LR23QqNCjg6h6QsCVTml2W5E8+L4kqmgZCDj8/UAJpiN54Pw0Vk2Q4AdBaW515KHL8jrIVx2AZcrSSU/FBQO5uYToipSFPL',
  'jxzZ5HHif5x063L4iLXddkaAGphylLeVjtrSeokpkNU270auUIViRkyn8VBXwYK4ujImVP4UqGwEagrpPKGbD1ybZNXTGhGWtos/dH0yD4hra3',
  'YcoTicuUU4YbepnyqdIWQK8wImW3mQAPGri01RPyAL20xQ+tf5bdmtLqoi/mMQMEv5hba0XYa75YazdZa7CltxRv7mMT1Vrb2F6jXD8aWOb3dB',
  'hibfxjb+BlbcSnHGq+40bmx71jXG5ocL1nZ3Dtkw9jh8rZ9Ox8nPCd/xefY3D65IbABCYwgQlMYAITmMAEjuIffjqgfWiuuIwAAAAASUVORK5C',
  'YII=',
].join('');

/** A check mark. */
export const testPicture: PictureFile = {
  body: Buffer.from(base64, 'base64'),
  contentType: 'image/png',
  width: 240,
  height: 120,
};
