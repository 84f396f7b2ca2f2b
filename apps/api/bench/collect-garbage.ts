// Loaded into the API with `--import` and `--expose-gc`, so that uncollected garbage is not counted as a cost of the
// measured work.
process.on('SIGUSR2', () => void globalThis.gc!());
