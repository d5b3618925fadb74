import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { FONT_FAMILIES, fontStack } from './fonts.ts'

test.each([
  ['DM Sans', /^"DM Sans", near, system-ui/],
  ['Rubik', /^"Rubik", system-ui/],
  ['Noto Sans 日本語', /^"Noto Sans 日本語", system-ui/],
  ['Serif', /^ui-serif, .*serif, system-ui/],
  ['Monospace', /^ui-monospace, .*monospace, system-ui/],
  ['System', /^system-ui/],
  ['inherit', /^system-ui/],
  ['system-ui', /^system-ui/],
  ['', /^system-ui/],
  ['x"; background: url(//evil.test)', /^system-ui/],
  ["x');@import", /^system-ui/],
  ['constructor', /^"constructor", system-ui/],
  ['a'.repeat(61), /^system-ui/],
])('%s', (name, stack) => expect(fontStack(name)).toMatch(stack))

test('[1.16] no name escapes its quotes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      if (Object.hasOwn(FONT_FAMILIES, name)) return
      expect(fontStack(name).split('"').length % 2).toBe(1)
      expect(fontStack(name)).not.toMatch(/[;{}()\\<]/)
    }),
  )
})
