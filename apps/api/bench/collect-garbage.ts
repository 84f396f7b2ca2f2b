// Loaded into the API with `--import` and `--expose-gc`, so that garbage that V8 has not collected yet does not count as a cost of the
// measured work.
process.on('SIGUSR2', () => void globalThis.gc!());
