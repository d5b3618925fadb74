import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, MIN_CONTRAST, PRESETS, readTheme, type Theme } from '@parlance/contract/agents/theme'
import { ownImage } from './theme.ts'

function expectReadable(theme: Theme) {
  const { surface, raised, soft } = theme
  expect(contrast(theme.onAccent, theme.accent)).toBeGreaterThanOrEqual(MIN_CONTRAST)
  for (const ground of [surface, raised, soft]) {
    expect(contrast(theme.text, ground)).toBeGreaterThanOrEqual(MIN_CONTRAST)
    expect(contrast(theme.accentText, ground)).toBeGreaterThanOrEqual(MIN_CONTRAST)
    expect(contrast(theme.muted, ground)).toBeGreaterThanOrEqual(MIN_CONTRAST)
  }
}

describe('theme', () => {
  test('computes contrast as WCAG defines it', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 2)
  })

  for (const [name, accent] of Object.entries(PRESETS))
    for (const mode of ['light', 'dark'] as const)
      test(`makes ${name}-${mode} readable`, () => {
        const theme = readTheme({ theme: `${name}-${mode}` })
        expect(theme).toMatchObject({ accent, mode })
        expectReadable(theme)
      })

  test('makes any custom primary colour readable in both modes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), fc.boolean(), (number, dark) => {
        const primary = `#${number.toString(16).padStart(6, '0')}`
        const customThemeJSONString = JSON.stringify({ primary, themeType: dark ? 'dark' : 'light' })
        const theme = readTheme({ theme: 'custom-light', customThemeJSONString })
        expect(theme).toMatchObject({ accent: primary, mode: dark ? 'dark' : 'light' })
        expectReadable(theme)
      }),
      { numRuns: 60 },
    )
  })

  test.each(['', 'green-light', 'blue', 'constructor-dark', '__proto__-dark', 'blue-sepia'])(
    'unknown theme %o is blue-light',
    (theme) => expect(readTheme({ theme })).toEqual(readTheme({ theme: 'blue-light' })),
  )

  test.each(['', '{', 'null', '[]', '7', '"x"', '{"primary":7}', '{"primary":"url(x)"}', '{"primary":{"toString":1}}'])(
    'custom theme %o does no harm',
    (customThemeJSONString) => {
      const theme = readTheme({ theme: 'custom-dark', customThemeJSONString })
      expect(theme).toMatchObject({ mode: 'dark', accent: PRESETS.blue })
    },
  )

  test('ignores the custom theme when a preset is chosen', () => {
    const customThemeJSONString = '{"primary":"#123456"}'
    expect(readTheme({ theme: 'red-light', customThemeJSONString }).accent).toBe(PRESETS.red)
  })
})

test.each([
  ['/files/a.png', 'https://chat.example/files/a.png'],
  ['https://chat.example/a.png', 'https://chat.example/a.png'],
  ['data:image/png;base64,AA==', 'data:image/png;base64,AA=='],
  ['https://evil.example/a.png', undefined],
  ['//evil.example/a.png', undefined],
  ['data:image/svg+xml,<svg onload=alert(1)>', undefined],
  ['javascript:alert(1)', undefined],
  ['http://[', undefined],
  ['', undefined],
])('image %s', (url, shown) => expect(ownImage(url, 'https://chat.example')).toBe(shown))
