// Journeys in a real browser against the built product: one file at a time, because they share the machine.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // A loaded machine is slow, not wrong.
    expect: { poll: { timeout: 10_000, interval: 100 } },
  },
})
