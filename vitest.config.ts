// Three kinds of tests beside the code: on Node (with databases on demand), in the dashboard's DOM, in the widget's DOM.
// The browser journeys have their own configuration in e2e/.
import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const root = import.meta.dirname
const existing = (...files: string[]) => files.filter((file) => existsSync(`${root}/${file}`))
const ignored = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['packages/**/*.test.ts', 'apps/server/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ignored,
          environment: 'node',
          // Tests start and signal processes, which a worker thread may not.
          pool: 'forks',
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
        },
      },
      {
        extends: true,
        oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
        test: {
          name: 'dashboard',
          include: ['apps/dashboard/**/*.test.{ts,tsx}'],
          exclude: ignored,
          environment: 'happy-dom',
          setupFiles: existing('apps/dashboard/src/testing/setup.ts'),
        },
      },
      {
        extends: true,
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
        resolve: {
          alias: {
            'react/jsx-runtime': 'preact/jsx-runtime',
            'react-dom/client': 'preact/compat/client',
            'react-dom': 'preact/compat',
            react: 'preact/compat',
          },
        },
        test: {
          name: 'widget',
          include: ['apps/widget/**/*.test.{ts,tsx}'],
          exclude: ignored,
          environment: 'happy-dom',
          setupFiles: existing('apps/widget/src/testing/setup.ts'),
        },
      },
    ],
  },
})
