// Searches and comparisons fold letters by one rule: packages/contract/src/lib/fold.ts, and `knowledge_fold` in the
// database.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const SOURCES = ['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}']
const RULE = join('packages', 'contract', 'src', 'lib', 'fold.ts')
/** Simulators don't depend on the product; their model tokenizes on its own. */
const OWN = /^packages\/simulators\/|\.test\.tsx?$/

const filesWith = (pattern: RegExp) =>
  SOURCES.flatMap((sources) => globSync(sources, { cwd: root })).filter(
    (file) => file !== RULE && !OWN.test(file) && pattern.test(readFileSync(join(root, file), 'utf8')),
  )

test('only the one rule folds letters', () => expect(filesWith(/normalize\('NFK?D'\)/)).toEqual([]))

test('lists are searched by folded letters', () =>
  // The message index and the log of deliveries are searched verbatim.
  expect(filesWith(/\bilike\b/).toSorted()).toEqual([
    'apps/server/src/modules/conversations/search.repository.ts',
    'apps/server/src/modules/events/deliveries.repository.ts',
  ]))
