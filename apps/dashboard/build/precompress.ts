import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify<Buffer, object, Buffer>(gzip);
const compressible = /\.(js|css|svg|json)$/;

/** Writes a `.br` and a `.gz` copy of each text file at the highest compression level, so that the API never compresses these files. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir, config.build.assetsDir);
    },
    // Unlike `closeBundle`, this hook does not run after an error, so it cannot hide the error.
    async writeBundle() {
      const files = (await readdir(folder)).filter((file) => compressible.test(file));
      await Promise.all(files.map((file) => compress(join(folder, file))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const body = await readFile(path);
  await writeFile(`${path}.br`, await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  await writeFile(`${path}.gz`, await zip(body, { level: constants.Z_BEST_COMPRESSION }));
}
