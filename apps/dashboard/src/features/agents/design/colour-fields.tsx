// Mode, preset or custom colour, with contrast; shared by design and settings.
import { ColorInput, Input, Switch } from '@mantine/core'
import { PRESETS, readPaint, readTheme } from '@parlance/contract/agents/theme'
import { readHex, swatchesOf, type Mode } from '@parlance/contract/themes/palette'
import { themeFields } from '@parlance/contract/themes/fields'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Palette } from '../../../components/inputs/color-palette.tsx'
import { Contrast } from './contrast.tsx'
import classes from './design.module.css'
import { isCustom } from './presets.ts'
import { useDesign } from './use-design.tsx'
import { useReadOnly } from '../../../components/feedback/read-only.tsx'

export function ColourFields() {
  const { t } = useTranslation()
  const { change, config, ownerID } = useDesign()
  const { accent: primary, mode } = readPaint(config)
  const custom = isCustom(config.theme)
  const readOnly = useReadOnly()
  const own = (colour: string, next: Mode) => change(themeFields(ownerID, colour, next))
  return (
    <>
      <Switch
        label={t('area.ui.dark')}
        description={t('themes.darkHint')}
        checked={mode === 'dark'}
        onChange={(event) => {
          const next = event.currentTarget.checked ? 'dark' : 'light'
          // Presets have a dark variant; a custom colour makes the theme custom.
          if (custom) own(primary, next)
          else change({ theme: config.theme.replace(/-(light|dark)$/, `-${next}`) })
        }}
      />
      <Switch
        label={t('area.fields.followColorScheme')}
        description={t('themes.followHint')}
        disabled={mode === 'dark' || readOnly}
        checked={mode === 'light' && config.followColorScheme}
        onChange={(event) => change({ followColorScheme: event.currentTarget.checked })}
      />
      <Presets value={config.theme} mode={mode} onChange={(theme) => change({ theme })} />
      <Primary value={primary} onChange={(hex) => own(hex, mode)} />
      <Contrast theme={config.theme} primary={primary} mode={mode} onUse={(hex) => own(hex, mode)} />
      <Input.Wrapper label={t('area.ui.shades')} labelElement="div">
        <Palette
          label={t('area.ui.shades')}
          shades={swatchesOf(primary, mode).map(({ step, hex }) => ({ name: t('area.ui.shade', { step }), hex }))}
        />
      </Input.Wrapper>
    </>
  )
}

/** Applies at six hex digits. */
function Primary({ value, onChange }: { value: string; onChange: (hex: string) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>()
  return (
    <ColorInput
      label={t('area.ui.primary')}
      description={t('area.ui.primaryHint')}
      format="hex"
      // The contrast hint is below.
      popoverProps={{ position: 'top-start' }}
      eyeDropperButtonProps={{ 'aria-label': t('area.ui.eyeDropper') }}
      value={typed ?? value}
      onChange={(text) => {
        setTyped(text)
        const hex = readHex(text)
        if (hex && hex !== value) onChange(hex)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

interface PresetsProps {
  value: string
  mode: Mode
  onChange: (theme: string) => void
}

/** Six preset previews in the chosen mode. */
function Presets({ value, mode, onChange }: PresetsProps) {
  const { t } = useTranslation()
  const names = Object.keys(PRESETS) as (keyof typeof PRESETS)[]
  return (
    <fieldset className={classes.presets} disabled={useReadOnly()}>
      <legend>{t('themes.presets')}</legend>
      <div className={classes.swatches}>
        {names.map((colour) => {
          const name = `${colour}-${mode}`
          const { surface, soft, raised, accent } = readTheme({ theme: name })
          const label = t(`agents.design.colours.${colour}`)
          return (
            <label key={colour} className={classes.swatch} title={label}>
              <input
                type="radio"
                name="theme"
                className="visually-hidden"
                value={name}
                checked={name === value}
                onChange={() => onChange(name)}
                aria-label={label}
              />
              <span className={classes.miniature} style={{ background: surface }} aria-hidden="true">
                <i style={{ background: soft }} />
                <b style={{ background: raised }} />
                <s style={{ background: accent }} />
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
