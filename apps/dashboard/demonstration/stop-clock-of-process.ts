// `node --import` loads this before the API of the demonstration.
import { stopClock, stoppedAt } from './stopped-clock.ts';

stopClock(stoppedAt);
