// Journeys in a real browser against the built product, two files at a time: more would make the browsers too slow for
// their own timings. The files of a worker share a browser and products; a file with its own settings is named
// `*.all.test.ts`, which only `npm run test:all` runs.
import { configDefaults, defineConfig } from 'vitest/config'
import { createLongestFirstSequencer } from '../scripts/test-sequencer.ts'

const LONG = [
  'screens.all',
  'agent-area',
  'knowledge',
  'canvas',
  'clients',
  'workspaces',
  'inbox',
  'widget.hosts',
  'first-agent',
  'onboarding',
]

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(process.env['TEST_TIER'] === 'all' ? [] : ['**/*.all.test.ts'])],
    environment: 'node',
    globalSetup: ['prepare-product.ts'],
    pool: 'forks',
    // One browser for all files of a worker.
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: createLongestFirstSequencer(LONG.map((name) => `e2e/${name}.test.ts`)) },
    // Every wait has its own limit; this one is for long journeys on a loaded machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // A loaded machine is slow, not wrong.
    expect: { poll: { timeout: 30_000, interval: 100 } },
  },
})
