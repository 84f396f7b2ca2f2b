// Loaded into the worker: on SIGUSR2, V8 collects all garbage and returns unused memory to the system, as it does when
// memory is scarce. The remaining memory is either in use or leaked.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: object) => void;
process.on('SIGUSR2', () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }));
