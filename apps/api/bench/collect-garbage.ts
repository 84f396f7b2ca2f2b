// Loaded into the API by `--import`, with `--expose-gc`: garbage that V8 has not collected yet is no cost of what is measured.
process.on('SIGUSR2', () => void globalThis.gc!());
