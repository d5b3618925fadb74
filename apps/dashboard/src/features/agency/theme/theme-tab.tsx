// The theme of an agency's pages: shape, colours, font and CSS.
import { ColorInput, SegmentedControl, Switch, Input } from '@mantine/core'
import { agencyThemeJson, INHERIT_FONT } from '@parlance/contract/agencies/look-values'
import { DEFAULT_PRIMARY, readCustomTheme, THEME_COLOR_USAGES, THEME_VARIANTS } from '@parlance/contract/agencies/theme'
import { readHex, swatchesOf } from '@parlance/contract/themes/palette'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Palette } from '../../../components/inputs/color-palette.tsx'
import { ValidatedInput } from '../../../components/inputs/validated-input.tsx'
import { Section } from '../../../components/layout/page.tsx'
import { errorText, hasCode } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useReadOnly } from '../../../components/feedback/read-only.tsx'
import { useAgencyDraft } from '../agency-draft.tsx'
import { PrimaryContrast } from './primary-contrast.tsx'
import { PageCss } from './page-css.tsx'

/** Checks the font after this pause in typing. */
const FONT_PAUSE_MS = 600

export default function ThemeTab() {
  const { t } = useTranslation()
  return (
    <>
      <Section title={t('agency.theme.shape')} description={t('agency.theme.shapeHint')}>
        <Shape />
      </Section>
      <Section title={t('agency.theme.colours')} description={t('agency.theme.coloursHint')}>
        <Colours />
      </Section>
      <Section title={t('agency.theme.font')} description={t('agency.theme.fontHint')}>
        <Font />
      </Section>
      <Section title={t('agency.theme.css')} description={t('agency.theme.cssHint')}>
        <PageCss />
      </Section>
    </>
  )
}

function Shape() {
  const { t } = useTranslation()
  const readOnly = useReadOnly()
  const { agency, edit } = useAgencyDraft()
  return (
    <>
      <Input.Wrapper label={t('agency.theme.variant')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('agency.theme.variant')}
          readOnly={readOnly}
          value={agency.themeVariant}
          onChange={(themeVariant) => edit({ themeVariant: themeVariant as typeof agency.themeVariant })}
          data={THEME_VARIANTS.map((value) => ({ value, label: t(`agency.theme.variants.${value}`) }))}
        />
      </Input.Wrapper>
      <Input.Wrapper label={t('agency.theme.usage')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('agency.theme.usage')}
          readOnly={readOnly}
          value={agency.themeColorUsage}
          onChange={(usage) => edit({ themeColorUsage: usage as typeof agency.themeColorUsage })}
          data={THEME_COLOR_USAGES.map((value) => ({ value, label: t(`agency.theme.usages.${value}`) }))}
        />
      </Input.Wrapper>
    </>
  )
}

function Colours() {
  const { t } = useTranslation()
  const { agency, edit } = useAgencyDraft()
  const { primary = DEFAULT_PRIMARY, dark } = readCustomTheme(agency.customThemeJSONString)
  const set = (hex: string, isDark: boolean) => edit({ customThemeJSONString: agencyThemeJson(hex, isDark) })
  return (
    <>
      <Colour label={t('agency.theme.primary')} value={primary} onChange={(hex) => set(hex, dark)} />
      <PrimaryContrast primary={primary} onUse={(hex) => set(hex, dark)} />
      <Input.Wrapper label={t('agency.theme.palette')} labelElement="div">
        <Palette
          label={t('agency.theme.palette')}
          shades={swatchesOf(primary, dark ? 'dark' : 'light').map(({ step, hex }) => ({
            name: t('agency.theme.shade', { step }),
            hex,
          }))}
        />
      </Input.Wrapper>
      <Colour
        label={t('agency.theme.secondary')}
        description={t('agency.theme.secondaryHint')}
        value={agency.secondaryColorHex}
        onChange={(secondaryColorHex) => edit({ secondaryColorHex })}
        isOptional
      />
      <Switch
        label={t('agency.theme.dark')}
        description={t('agency.theme.darkHint')}
        checked={dark}
        onChange={({ currentTarget }) => set(primary, currentTarget.checked)}
      />
    </>
  )
}

interface ColourProps {
  label: string
  description?: string
  value: string
  onChange: (hex: string) => void
  /** Allows an empty value. */
  isOptional?: boolean
}

/** Applies at six hex digits. */
function Colour({ value, onChange, isOptional = false, ...field }: ColourProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>()
  return (
    <ColorInput
      {...field}
      format="hex"
      popoverProps={{ position: 'top-start' }}
      eyeDropperButtonProps={{ 'aria-label': t('agency.theme.eyeDropper') }}
      value={typed ?? value}
      onChange={(text) => {
        setTyped(text)
        const hex = text === '' && isOptional ? '' : readHex(text)
        if (hex !== undefined && hex !== value) onChange(hex)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

function Font() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const { agency, saved, edit } = useAgencyDraft()
  return (
    <ValidatedInput
      label={t('agency.theme.fontName')}
      description={t('agency.theme.fontNameHint')}
      delay={FONT_PAUSE_MS}
      maxLength={40}
      value={agency.googleFont}
      onChange={(googleFont) => edit({ googleFont })}
      validate={async (name) => {
        if (name === saved.googleFont || name === INHERIT_FONT) return undefined
        try {
          // The preview shows the font with the answer.
          await client.fetchQuery({
            ...api.agencies.checkFont.queryOptions({ input: { uid: workspace.uid, name } }),
            staleTime: Infinity,
            retry: false,
          })
          return undefined
        } catch (error) {
          return hasCode(error as Error, 'INVALID_INPUT') ? t('agency.theme.fontInvalid') : errorText(error as Error)
        }
      }}
    />
  )
}
