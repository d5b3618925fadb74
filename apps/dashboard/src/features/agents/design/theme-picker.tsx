import { Text } from '@mantine/core'
import { readTheme } from '@parlance/core/agents/theme'
import { useTranslation } from 'react-i18next'
import classes from './design.module.css'
import { ALL_PRESETS, isCustom, themeName, type Preset } from './presets.ts'

interface Props {
  value: string
  onChange: (theme: string) => void
}

/** Twelve small chats to choose from, six colours in light and dark. */
export function ThemePicker({ value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.presets}>
      <legend>{t('agents.design.preset')}</legend>
      {isCustom(value) && (
        <Text size="xs" c="dimmed" mb={8}>
          {t('agents.design.customTheme', { theme: value })}
        </Text>
      )}
      <div className={classes.swatches}>
        {ALL_PRESETS.map((preset) => (
          <Swatch
            key={preset.name}
            preset={preset}
            checked={preset.name === value}
            onSelect={() => onChange(preset.name)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function Swatch({ preset, checked, onSelect }: { preset: Preset; checked: boolean; onSelect: () => void }) {
  const { t } = useTranslation()
  const { surface, soft, raised, accent } = readTheme({ theme: preset.name })
  const name = themeName(t, preset)
  return (
    <label className={classes.swatch} title={name}>
      <input
        type="radio"
        name="theme"
        className="visually-hidden"
        value={preset.name}
        checked={checked}
        onChange={onSelect}
        aria-label={name}
      />
      <span className={classes.miniature} style={{ background: surface }} aria-hidden="true">
        <i style={{ background: soft }} />
        <b style={{ background: raised }} />
        <s style={{ background: accent }} />
      </span>
    </label>
  )
}
