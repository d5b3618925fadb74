// Markdown is read by one grammar: packages/contract/src/lib/markdown.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const SOURCES = ['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}']
/** Simulators don't depend on the product. */
const OWN = /^packages\/(?:contract\/src\/lib\/markdown|simulators)\/|\.test\.tsx?$/

const filesWith = (pattern: RegExp) =>
  SOURCES.flatMap((sources) => globSync(sources, { cwd: root })).filter(
    (file) => !OWN.test(file) && pattern.test(readFileSync(join(root, file), 'utf8')),
  )

test('nobody imports another parser of Markdown', () =>
  expect(
    filesWith(
      /from '(?:marked|markdown-it|micromark|mdast-[\w-]+|remark[\w-]*|react-markdown|[\w-]*markdown|snarkdown)'/,
    ),
  ).toEqual([]))

test('only the one grammar has patterns for emphasis and links', () =>
  expect(filesWith(/\\\*\\\*|\\\]\\\(/).toSorted()).toEqual([
    // Discord reads Markdown itself; only pictures are unknown to it.
    'apps/server/src/adapters/discord/compile.ts',
    // Shown until the grammar is loaded.
    'apps/widget/src/chat/ui/markdown.tsx',
  ]))
