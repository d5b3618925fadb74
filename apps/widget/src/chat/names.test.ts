import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// SVG attributes that preact/compat converts from camel case to hyphens.
const CAMEL =
  /\b(?:accent|alignment|arabic|baseline|cap|clip(?!PathU)|color|dominant|flood|font|glyph(?!R)|horiz|image(?!S)|letter|lighting|marker(?!H|W|U)|overline|paint|pointer|shape|stop|strikethrough|text(?!L)|transform|underline|unicode|units|vector|vert|word|writing)[A-Z]\w*=[{"]/

test('drawings use only the attributes the built chat supports: fill… and stroke…', () => {
  const root = join(import.meta.dirname, '../../../..')
  const files = globSync(['apps/widget/src/chat/**/*.tsx', 'packages/chat-ui/src/**/*.tsx'], { cwd: root }).filter(
    (file) => !file.includes('.test.'),
  )
  expect(files.length).toBeGreaterThan(20)
  const wrong = files.filter((file) => {
    const drawings = readFileSync(join(root, file), 'utf8').match(/<svg[\s\S]*?<\/svg>/g) ?? []
    return drawings.some((drawing) => CAMEL.test(drawing))
  })
  expect(wrong).toEqual([])
})
