import { describeFaults } from './chaos.fixture.ts';

describeFaults('postgres');
