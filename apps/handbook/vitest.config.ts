import { defineConfig } from 'vitest/config';
import { sharedConfig } from '../../vitest.shared.ts';

export default defineConfig({ test: sharedConfig.test });
