// `npm test` runs what stands here but for the files named `*.all.test.ts`, which `npm run test:all` (TEST_TIER=all) runs too:
// what kills processes, takes things away or waits for long.
// Kinds of tests beside the code: of the packages, of the server (with databases on demand), in the dashboard's DOM, and in
// the widget's DOM, once for each of its renderers.
// The browser journeys have their own configuration in e2e/.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { preact } from './apps/widget/renderer.ts'
import { createLongestFirstSequencer } from './scripts/test-sequencer.ts'

const root = import.meta.dirname
// Most files of the server begin with the same libraries in a process of their own: compiled once, they begin sooner.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/parlance/compiled')
/** Of the server. */
const LONG = [
  'test/operation/nodes.all',
  'test/knowledge/knowledge.kill.all',
  'test/api/input',
  'test/api/access',
  'src/lib/jobs/jobs',
  'src/adapters/ingest/ingest',
  'test/accounts/account-data',
  'test/crawler/crawler',
  'test/knowledge/chunks-and-versions',
]
const existing = (...files: string[]) => files.filter((file) => existsSync(`${root}/${file}`))
const ignored = [
  '**/node_modules/**',
  '**/dist/**',
  ...(process.env['TEST_TIER'] === 'all' ? [] : ['**/*.all.test.{ts,tsx}']),
]

const PATIENT = 'scripts/patient-waits.ts'

const widget = (
  name: string,
  tests: string,
  alias: Readonly<Record<string, string>>,
): TestProjectInlineConfiguration => ({
  extends: true,
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  resolve: { alias },
  test: {
    name,
    include: [`apps/widget/**/*.test.${tests}`],
    exclude: ignored,
    environment: 'happy-dom',
    setupFiles: existing(PATIENT, 'apps/widget/src/testing/setup.ts'),
  },
})

/** They share a database by a module of theirs, replace modules, measure their process, or are very large. */
const ALONE = [
  'apps/server/src/modules/agents/*.test.ts',
  'apps/server/test/api/{access,input}.test.ts',
  'apps/server/test/conversations/model-faults.test.ts',
  'apps/server/test/operation/nodes.all.test.ts',
  'apps/server/test/**/*.kill.all.test.ts',
  'apps/server/src/adapters/ingest/ingest.{test,large.all.test}.ts',
  'apps/server/src/lib/db/embedded.test.ts',
  'apps/server/src/lib/jobs/jobs.test.ts',
]

const server = (
  name: string,
  include: string[],
  more: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include,
    environment: 'node',
    // Tests start and signal processes, which a worker thread may not.
    pool: 'forks',
    // A loaded machine stumbles now and then. What passes only at the second try is named at the end of the run.
    retry: 1,
    globalSetup: ['apps/server/test/helpers/global-setup.ts'],
    setupFiles: existing(PATIENT, 'apps/server/test/helpers/before-midnight.ts'),
    ...more,
  },
})

export default defineConfig({
  test: {
    // Well above every wait, so that a wait says what did not come.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Whatever is waited for comes in a moment on an idle machine, and later on a busy one.
    expect: { poll: { timeout: 20_000 } },
    // Servers and databases mostly wait for each other; one file at a time would leave a core idle.
    maxWorkers: 2,
    sequence: {
      sequencer: createLongestFirstSequencer(LONG.map((name) => `apps/server/${name}.test.ts`)),
      groupOrder: 1,
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'packages',
          include: ['packages/**/*.test.ts'],
          exclude: [...ignored, 'packages/chat-ui/**'],
          environment: 'node',
          pool: 'forks',
          // Pure rules keep nothing between tests; loading them anew for every file took longer than testing them.
          isolate: false,
          setupFiles: existing(PATIENT),
        },
      },
      // Every file has databases and a server of its own; loading the code anew for each took a third of the time.
      server('server', ['apps/server/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'], {
        isolate: false,
        exclude: [...ignored, ...ALONE],
      }),
      // The first group, three at a time: for half of their time they wait, as for the lease of a dead process.
      server('server-alone', ALONE, { exclude: ignored, maxWorkers: 3, sequence: { groupOrder: 0 } }),
      {
        extends: true,
        oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
        resolve: { alias: { 'virtual:new-widget': `${root}/apps/dashboard/src/testing/new-widget.ts` } },
        test: {
          name: 'dashboard',
          include: ['apps/dashboard/**/*.test.{ts,tsx}'],
          exclude: ignored,
          environment: 'happy-dom',
          // The setup tidies up after every test, so files can share Mantine and the rest.
          isolate: false,
          setupFiles: existing(PATIENT, 'apps/dashboard/src/testing/setup.ts'),
        },
      },
      {
        extends: true,
        oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
        test: {
          name: 'chat-ui',
          include: ['packages/chat-ui/**/*.test.{ts,tsx}'],
          exclude: ignored,
          environment: 'happy-dom',
          setupFiles: existing(PATIENT),
        },
      },
      widget('widget', '{ts,tsx}', preact),
      // Whatever draws, with React itself, which the source is written for.
      widget('widget-react', 'tsx', {}),
    ],
  },
})
