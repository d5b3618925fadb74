// Journeys in a real browser against the built product: two files at a time, each with a product of its own, made from a
// prepared one, because a journey mostly waits. More would make the browsers too slow for their own timings.
import { defineConfig } from 'vitest/config'
import { createLongestFirstSequencer } from '../scripts/test-sequencer.ts'

const LONG = [
  'screens',
  'account',
  'canvas',
  'workspaces',
  'exchange',
  'knowledge',
  'agent-area',
  'deploy',
  'tools',
  'debugger',
]

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    environment: 'node',
    globalSetup: ['prepare-product.ts'],
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: createLongestFirstSequencer(LONG.map((name) => `e2e/${name}.test.ts`)) },
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // A browser on a loaded machine stumbles now and then. What passes only at the second try is named at the end.
    retry: 1,
    // A loaded machine is slow, not wrong.
    expect: { poll: { timeout: 10_000, interval: 100 } },
  },
})
