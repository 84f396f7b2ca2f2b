// Loaded before the API of the demonstration starts (`node --import`).
import { stopClock, stoppedAt } from './stopped-clock.ts';

stopClock(stoppedAt);
