import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, MIN_CONTRAST } from '../agents/theme.ts'
import {
  agencyCss,
  agencyFont,
  agencyTheme,
  checkPrimary,
  DEFAULT_PRIMARY,
  THEME_COLOR_USAGES,
  THEME_VARIANTS,
} from './theme.ts'
import { agencyThemeJson } from './look-values.ts'
import { AgencyChange, AgencyProfile } from './schemas.ts'

const colours = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)
const looks = fc.record({
  themeVariant: fc.constantFrom(...THEME_VARIANTS),
  themeColorUsage: fc.constantFrom(...THEME_COLOR_USAGES),
  googleFont: fc.constantFrom('Rubik', 'inherit', 'Open Sans'),
  customThemeJSONString: fc.tuple(colours, fc.boolean()).map(([primary, dark]) => agencyThemeJson(primary, dark)),
  secondaryColorHex: fc.option(colours, { nil: '' }),
})

describe('the theme of an agency', () => {
  test('keeps text readable in both schemes for any choice', () => {
    fc.assert(
      fc.property(looks, (look) => {
        const { variables } = agencyTheme(look)
        const at = (scheme: 'light' | 'dark', name: string) => variables[scheme][name] ?? ''
        expect(
          contrast(variables.shared['--mantine-color-iris-filled'] ?? '', variables.shared['--pl-on-accent'] ?? ''),
        ).toBeGreaterThanOrEqual(MIN_CONTRAST)
        for (const scheme of ['light', 'dark'] as const)
          for (const ground of ['--pl-canvas', '--pl-sunken', '--pl-surface'])
            for (const ink of ['--mantine-color-dimmed', '--mantine-color-anchor'])
              expect(contrast(at(scheme, ink), at(scheme, ground))).toBeGreaterThanOrEqual(MIN_CONTRAST)
      }),
      { numRuns: 60 },
    )
  })
  test('differs for every variant and colour usage', () => {
    const made = THEME_VARIANTS.flatMap((themeVariant) =>
      THEME_COLOR_USAGES.map((themeColorUsage) =>
        agencyCss(
          agencyTheme({
            ...AgencyProfile.parse({}),
            themeVariant,
            themeColorUsage,
            customThemeJSONString: agencyThemeJson('#0b7285', false),
          }),
        ),
      ),
    )
    expect(new Set(made).size).toBe(12)
  })
  test('uses the product’s accent when no colour is chosen or the stored one is unreadable', () => {
    for (const customThemeJSONString of ['', '{', '{"primary":"url(x)"}', 'null'])
      expect(agencyTheme({ ...AgencyProfile.parse({}), customThemeJSONString }).primary).toBe(DEFAULT_PRIMARY)
  })
  test('never escapes the style sheet', () => {
    expect(agencyFont(`x');@import url(//evil)`)).toBe(
      '"ximport urlevil", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif',
    )
    expect(agencyFont('inherit')).toContain('DM Sans')
  })
})

describe('the check of a primary colour', () => {
  test.each([
    ['#5b5bd6', []],
    ['#f7c325', ['light ink', 'light link', 'light shape']],
    ['#101010', ['dark shape']],
  ])('reports for %s: %o', (primary, found) => {
    const { findings, nearest } = checkPrimary(primary)
    expect(findings.map(({ mode, what }) => `${mode} ${what}`)).toEqual(found)
    if (found.length > 0) expect(nearest).not.toBe(primary)
  })
})

describe('a change of the look', () => {
  const taken = (change: object) => AgencyChange.safeParse(change)
  test.each([
    ['Rubik', true],
    ['Open Sans', true],
    ['inherit', true],
    ['', false],
    ['https://fonts.example/x', false],
    [`x');@import url(//evil)`, false],
    ['Rubik:wght@400', false],
    ['a'.repeat(41), false],
  ])('accepts the font %j: %s', (googleFont, isTaken) => {
    const result = taken({ googleFont })
    expect(result.success).toBe(isTaken)
    if (!isTaken)
      expect(result.error?.issues[0]?.message).toBe('This font name is not a valid one, please double check font name.')
  })
  test('stores the palette derived from the colour, not the one sent', () => {
    const sent = JSON.stringify({ primary: '12AB34', nineColorPallet: ['url(//evil)'], themeType: 'dark', extra: 1 })
    const { customThemeJSONString = '' } = AgencyChange.parse({ customThemeJSONString: sent })
    expect(customThemeJSONString).toBe(agencyThemeJson('#12ab34', true))
    expect((JSON.parse(customThemeJSONString) as { nineColorPallet: unknown[] }).nineColorPallet).toHaveLength(10)
  })
  test.each([
    [{ customThemeJSONString: '{"primary":"red"}' }],
    [{ secondaryColorHex: '#12345' }],
    [{ themeVariant: 'glass' }],
    [{ themeColorUsage: 'rainbow' }],
    [{ customCSS: 'a'.repeat(50_001) }],
  ])('refuses %o', (change) => expect(taken(change).success).toBe(false))
})
