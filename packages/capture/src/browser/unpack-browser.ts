// unpack-browser FOLDER: unpacks the bundled browser when the image is built.
import { unpackBrowser } from './bundled-browser.ts';

const [, , folder] = process.argv;
if (!folder) throw new Error('usage: unpack-browser FOLDER');
await unpackBrowser(folder);
