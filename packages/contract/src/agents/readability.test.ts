import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hslOf } from '../themes/palette.ts'
import { noticeOf, readability } from './readability.ts'
import { contrast, MIN_CONTRAST, MIN_SHAPE_CONTRAST, PRESETS, readPaint, readTheme, type Theme } from './theme.ts'

const colours = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)
const modes = fc.constantFrom('light' as const, 'dark' as const)

function expectReadable(theme: Theme) {
  const { accent, edge, surface, raised, soft } = theme
  expect(contrast(theme.onAccent, accent)).toBeGreaterThanOrEqual(MIN_CONTRAST)
  expect(contrast(edge, surface)).toBeGreaterThanOrEqual(MIN_SHAPE_CONTRAST)
  for (const ground of [surface, raised, soft])
    for (const ink of [theme.text, theme.accentText, theme.muted])
      expect(contrast(ink, ground)).toBeGreaterThanOrEqual(MIN_CONTRAST)
}

describe('any stored value gives a readable theme', () => {
  test('for any values of both fields', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.anything().map((value) => JSON.stringify(value) ?? ''),
      fc
        .record({ primary: fc.oneof(colours, fc.string()), themeType: fc.oneof(modes, fc.string()) })
        .map((value) => JSON.stringify(value)),
    )
    const themes = fc.oneof(
      fc.string(),
      fc.constantFrom('custom-light', 'custom-dark', ...Object.keys(PRESETS).map((name) => `${name}-dark`)),
    )
    fc.assert(
      fc.property(themes, anything, (theme, customThemeJSONString) =>
        expectReadable(readTheme({ theme, customThemeJSONString })),
      ),
      { numRuns: 300 },
    )
  })
})

describe('findings', () => {
  const whats = (primary: string, mode: 'light' | 'dark') => readability(primary, mode).findings.map(({ what }) => what)

  test.each([
    ['#2563eb', 'light', []],
    ['#f7c325', 'light', ['ink', 'link', 'shape']],
    ['#ffffff', 'light', ['ink', 'link', 'shape']],
    ['#000000', 'light', []],
    ['#000000', 'dark', ['link', 'shape']],
    ['#f7c325', 'dark', []],
    ['#2563eb', 'dark', ['link']],
  ] as const)('of %s in %s: %o', (primary, mode, found) => expect(whats(primary, mode)).toEqual(found))

  test('name the actual and required contrast and the replacement', () => {
    const [ink] = readability('#f7c325', 'light').findings
    expect(ink).toMatchObject({ what: 'ink', needed: 4.5, instead: '#000000' })
    expect(ink?.ratio).toBeCloseTo(contrast('#f7c325', '#ffffff'), 5)
  })

  test('disappear with the nearest colour, which keeps its hue', () => {
    fc.assert(
      fc.property(colours, modes, (primary, mode) => {
        const { findings, nearest } = readability(primary, mode)
        expect(readability(nearest, mode).findings).toEqual([])
        if (findings.length === 0) expect(nearest).toBe(primary)
        const [hue, saturation, lightness] = hslOf(nearest)
        const before = hslOf(primary)
        // Near black and white, eight bits can't represent a hue.
        if (saturation > 20 && lightness > 15 && lightness < 85) {
          const apart = Math.abs(hue - before[0])
          expect(Math.min(apart, 360 - apart)).toBeLessThan(6)
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('notices', () => {
  const noticeFor = (theme: string, customThemeJSONString = '{}') => {
    const { accent, mode } = readPaint({ theme, customThemeJSONString })
    return noticeOf(theme, readability(accent, mode).findings)
  }

  test.each([
    ['blue-light', 'good'],
    ['blue-dark', 'corrected'],
    ['purple-light', 'good'],
    ['purple-dark', 'corrected'],
    ['cyan-light', 'good'],
    ['cyan-dark', 'corrected'],
    ['pink-light', 'corrected'],
    ['pink-dark', 'corrected'],
    ['yellow-light', 'corrected'],
    ['yellow-dark', 'good'],
    ['red-light', 'corrected'],
    ['red-dark', 'corrected'],
  ])('for the preset %s: %s', (theme, notice) => {
    expect(noticeFor(theme)).toBe(notice)
    expectReadable(readTheme({ theme }))
  })

  test('warns when the same colour is a custom one', () => {
    const own = (primary: string) => JSON.stringify({ primary, themeType: 'dark' })
    expect(noticeFor('custom-dark', own(PRESETS.pink))).toBe('warning')
    expect(noticeFor('custom-dark', own(PRESETS.yellow))).toBe('good')
  })
})
