// Written by `pnpm barrels`, from what other files import.

export type { StoredConfig } from './kinds/destination-kind.ts';
export { destinationKinds } from './kinds/kinds.ts';
export { sendMessage } from './kinds/send-message.ts';
export { createMailer, type Mailer } from './mail/mailer.ts';
export type {
  AlertItem,
  AlertMessage,
  AlertPicture,
  AlertRemedy,
  PictureFile,
} from './message/alert-message.ts';
export { shorten } from './message/fit-message.ts';
export { testMessage } from './message/test-message.ts';
