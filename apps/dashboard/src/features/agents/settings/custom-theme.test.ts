import { readPaint } from '@parlance/core/agents/theme'
import { expect, test } from 'vitest'
import { currentTheme, customTheme, hslOf, readHex, shadesOf } from './custom-theme.ts'

test.each([
  ['#12AB34', '#12ab34'],
  ['12ab34', '#12ab34'],
  ['#12AB3', undefined],
  ['#12AB345', undefined],
  ['green', undefined],
])('%s is applied as %s', (typed, hex) => {
  expect(readHex(typed)).toBe(hex)
})
test('ten shades from light to dark, in the dark the other way round', () => {
  const light = shadesOf('#2563eb', 'light')
  expect(light.map(({ step }) => step)).toEqual([50, 100, 200, 300, 400, 500, 600, 700, 800, 900])
  expect(light[5]?.hex).toBe('#2563eb')
  expect(shadesOf('#2563eb', 'dark').map(({ hex }) => hex)).toEqual(light.map(({ hex }) => hex).toReversed())
})
test.each([
  ['#ff0000', [0, 100, 50]],
  ['#00ff00', [120, 100, 50]],
  ['#0000ff', [240, 100, 50]],
  ['#ffffff', [0, 0, 100]],
  ['#808080', [0, 0, 50]],
  ['#2563eb', [221, 83, 53]],
])('%s is %o', (hex, hsl) => {
  expect(hslOf(hex)).toEqual(hsl)
})
test('a theme of one’s own is read back as it was chosen', () => {
  const look = customTheme('#12ab34', 'dark', 'abcdefghijklmno')
  expect(look.theme).toBe('custom-dark')
  expect(JSON.parse(look.customThemeJSONString)).toMatchObject({ ownerID: 'abcdefghijklmno', themeType: 'dark' })
  expect(JSON.parse(look.customThemeJSONString).nineColorPallet).toHaveLength(9)
  expect(readPaint(look)).toMatchObject({ accent: '#12ab34', mode: 'dark' })
  expect(currentTheme(look)).toEqual({ primary: '#12ab34', mode: 'dark', custom: true })
})
test('a preset is where a theme of one’s own begins', () => {
  expect(currentTheme({ theme: 'purple-light', customThemeJSONString: '' })).toEqual({
    primary: '#7340e0',
    mode: 'light',
    custom: false,
  })
})
