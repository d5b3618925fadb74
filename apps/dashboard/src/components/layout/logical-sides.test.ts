// Styles use logical sides, so that right-to-left pages are mirrored.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Intended physical sides, with reasons. */
const MEANT: Readonly<Record<string, string>> = {
  'features/agency/preview/agency-preview.tsx': 'the same page made smaller from its corner',
  'features/agency/preview/preview.module.css': 'the same page made smaller from its corner',
  'features/agents/canvas/kind-list.tsx': 'a place in the drawing',
  'features/agents/design/preview.module.css': 'the widget stands in the corner of the screen that its owner chose',
  'features/agents/design/preview-stage.tsx': 'the same page made smaller from its corner',
  'app/global.css': 'a gradient has no logical side; rtl.css turns it',
  'app/rtl.css': 'what only pages from right to left need',
}

const PHYSICAL: readonly (readonly [what: string, found: RegExp])[] = [
  ['a side of a box', /\b(?:margin|padding|border|inset)-(?:left|right)\b/g],
  ['a corner', /\bborder-(?:top|bottom)-(?:left|right)-radius\b/g],
  ['a place', /^\s*(?:left|right)\s*:/gm],
  ['an alignment', /\b(?:text-align|float|clear|caption-side|justify-[a-z]+)\s*:\s*(?:left|right)\b/g],
  ['a movement', /\btranslateX\(|\btranslate\(\s*-?[1-9]/g],
  ['a gradient', /\bto (?:left|right)\b/g],
  ['a shadow to one side', /\bbox-shadow:\s*(?:inset\s+)?-?[1-9]/g],
]

const UNEVEN =
  /\b(?:margin|padding|inset|scroll-margin|scroll-padding|border-width|border-color|border-style):\s*([^;{}]+);/g
const CORNERS = /\bborder-radius:\s*([^;{}]+);/g

/** The values of a shorthand; functions may contain spaces. */
const values = (text: string): string[] => text.trim().match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? []

function unevenIn(css: string): string[] {
  const sides = [...css.matchAll(UNEVEN)].flatMap(([all, given = '']) => {
    const [, right, , left] = values(given)
    return left !== undefined && left !== right ? [all] : []
  })
  const corners = [...css.matchAll(CORNERS)].flatMap(([all, given = '']) => {
    const [first, second = first, third = first, fourth = second] = values(given)
    return first === second && third === fourth ? [] : [all]
  })
  return [...sides, ...corners]
}

const physicalIn = (css: string): string[] => [
  ...PHYSICAL.flatMap(([what, found]) => [...css.matchAll(found)].map(([text]) => `${what}: ${text.trim()}`)),
  ...unevenIn(css).map((text) => `uneven: ${text}`),
]

const PROPS =
  /\s(?:ml|mr|pl|pr)=[{"]|\b(?:margin|padding|border)(?:Left|Right)\b|\btextAlign:\s*'(?:left|right)'|\bta="(?:left|right)"|\bstyle=\{\{[^}]*\b(?:left|right)\s*:|\.style\.(?:left|right)\b|\btranslateX\(/g

test.each([
  ['margin: 0 8px 0 4px;', true],
  ['padding: 1px 2px 3px 2px;', false],
  ['padding: 12px 16px calc(12px + env(safe-area-inset-bottom));', false],
  ['border-radius: 16px 16px 16px 4px;', true],
  ['border-radius: 16px 16px 0 0;', false],
  ['  left: 4px;', true],
  ['  margin-inline-start: 4px;', false],
  ['text-align: right;', true],
  ['transform: translateX(4px);', true],
])('%s names a side: %s', (css, found) => {
  expect(physicalIn(css).length > 0).toBe(found)
})

const allowed = (file: string) => file in MEANT

test('styles use no physical side', () => {
  const files = globSync('**/*.css', { cwd: root }).filter((file) => !allowed(file))
  expect(files.length).toBeGreaterThan(50)
  expect(
    files.flatMap((file) => physicalIn(readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text}`)),
  ).toEqual([])
})

test('components use no physical side', () => {
  const files = globSync('**/*.tsx', { cwd: root }).filter((file) => !allowed(file) && !file.includes('.test.'))
  const found = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(PROPS)].map(([text]) => `${file}: ${text.trim()}`),
  )
  expect(found).toEqual([])
})

test('every exception is still needed', () => {
  const needless = Object.keys(MEANT).filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return physicalIn(text).length === 0 && !text.match(PROPS)
  })
  expect(needless).toEqual([])
})
