// Loaded into the API by `--import`, with `--expose-gc`: garbage that V8 has not yet collected must not count as a cost of the
// measured work.
process.on('SIGUSR2', () => void globalThis.gc!());
