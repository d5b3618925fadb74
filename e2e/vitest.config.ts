// Journeys in a real browser against the built product, two files at a time: more would make the browsers too slow for their
// own timings. Files that need no settings share the product of their worker; the others have one of their own.
import { defineConfig } from 'vitest/config'
import { createLongestFirstSequencer } from '../scripts/test-sequencer.ts'

const LONG = [
  'screens',
  'agent-area',
  'knowledge',
  'clients',
  'canvas',
  'workspaces',
  'inbox',
  'widget.hosts',
  'widget.settings',
  'dashboard',
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
    // Each wait in a journey has its own bound; this one is for journeys of many steps on a loaded machine.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // A browser on a loaded machine stumbles now and then. What passes only at the second try is named at the end.
    retry: 1,
    // A loaded machine is slow, not wrong.
    expect: { poll: { timeout: 10_000, interval: 100 } },
  },
})
