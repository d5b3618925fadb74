import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hexOf, hslOf, paletteOf, readHex, stepLightness, STEPS, swatchesOf } from './palette.ts'
import { makeTheme, themeFields } from './fields.ts'
import { CustomTheme, ThemeInput } from './schemas.ts'

const colours = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)
const modes = fc.constantFrom('light' as const, 'dark' as const)

test.each([
  ['#12AB34', '#12ab34'],
  ['12ab34', '#12ab34'],
  [' #12ab34 ', '#12ab34'],
  ['12AB3g', undefined],
  ['#12AB3', undefined],
  ['#12AB345', undefined],
  ['##12ab34', undefined],
  ['green', undefined],
  ['', undefined],
])('reads %s as %s', (typed, hex) => expect(readHex(typed)).toBe(hex))

test.each([
  ['#ff0000', [0, 100, 50]],
  ['#00ff00', [120, 100, 50]],
  ['#0000ff', [240, 100, 50]],
  ['#ffffff', [0, 0, 100]],
  ['#000000', [0, 0, 0]],
  ['#808080', [0, 0, 50]],
  ['#2563eb', [221, 83, 53]],
  ['#ff0001', [0, 100, 50]],
])('%s is %o', (hex, hsl) => expect(hslOf(hex)).toEqual(hsl))

test.each([
  [0, 5],
  [-3, 5],
  [10, 10],
  [90, 90],
  [100, 95],
  [120, 95],
])('a step of lightness %i is %i', (lightness, step) => expect(stepLightness(lightness)).toBe(step))

describe('a palette', () => {
  test('has the hue and saturation of the colour at 10, 20 … 90, 95', () => {
    expect(paletteOf('#2563eb', 'light')).toEqual(
      [10, 20, 30, 40, 50, 60, 70, 80, 90, 95].map((lightness) => [221, 83, lightness]),
    )
  })
  test('has ten valid entries for any colour, reversed in dark mode', () => {
    fc.assert(
      fc.property(colours, (primary) => {
        const light = paletteOf(primary, 'light')
        expect(light).toHaveLength(STEPS.length)
        expect(paletteOf(primary, 'dark')).toEqual(light.toReversed())
        expect(light.map(([, , lightness]) => lightness)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 95])
        const [hue, saturation] = hslOf(primary)
        for (const [h, s] of light) expect([h, s]).toEqual([hue, saturation])
      }),
    )
  })
  test('shows ten swatches from Primary 50 to Primary 900', () => {
    const swatches = swatchesOf('#2563eb', 'light')
    expect(swatches.map(({ step }) => step)).toEqual([50, 100, 200, 300, 400, 500, 600, 700, 800, 900])
    expect(swatches.every(({ hex }) => /^#[0-9a-f]{6}$/.test(hex))).toBe(true)
    expect(swatchesOf('#2563eb', 'dark').map(({ hex }) => hex)).toEqual(swatches.map(({ hex }) => hex).toReversed())
  })
})

test('converts between hex and HSL within whole numbers', () => {
  fc.assert(
    fc.property(colours, (hex) => {
      const back = hexOf([...hslOf(hex)])
      for (const at of [1, 3, 5])
        expect(Math.abs(parseInt(back.slice(at, at + 2), 16) - parseInt(hex.slice(at, at + 2), 16))).toBeLessThan(6)
    }),
  )
})

describe('a custom theme', () => {
  test('has the four keys of the specification for any colour', () => {
    fc.assert(
      fc.property(colours, modes, (primary, mode) => {
        const { theme, customThemeJSONString } = themeFields('abcdefghijklmno', primary, mode)
        expect(theme).toBe(`custom-${mode}`)
        const stored: unknown = JSON.parse(customThemeJSONString)
        expect(Object.keys(stored as object)).toEqual(['ownerID', 'themeType', 'primary', 'nineColorPallet'])
        expect(CustomTheme.parse(stored)).toEqual(makeTheme('abcdefghijklmno', primary, mode))
      }),
    )
  })
  test.each([
    [{ name: ' Spring ', themeType: 'light', primary: '12AB34' }, true],
    [{ name: '', themeType: 'light', primary: '#12ab34' }, false],
    [{ name: 'a', themeType: 'sepia', primary: '#12ab34' }, false],
    [{ name: 'a', themeType: 'dark', primary: '#12ab3' }, false],
    [{ name: 'a', themeType: 'dark', primary: 'url(x)' }, false],
    [{ name: 'a'.repeat(81), themeType: 'dark', primary: '#12ab34' }, false],
  ])('accepts %o: %s', (input, taken) => expect(ThemeInput.safeParse(input).success).toBe(taken))
  test('stores a trimmed name and a normalised colour', () =>
    expect(ThemeInput.parse({ name: ' Spring ', themeType: 'light', primary: '12AB34' })).toEqual({
      name: 'Spring',
      themeType: 'light',
      primary: '#12ab34',
    }))
})
