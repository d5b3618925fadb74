// The chat's font: ours, a system font, or any name.
import { Autocomplete } from '@mantine/core'
import { FONT_FAMILIES, fontStack, BUNDLED_FONT } from '@parlance/contract/agents/fonts'
import { useTranslation } from 'react-i18next'
import { useDesign } from './use-design.tsx'

const TYPED = ['Rubik', 'Inter', 'Roboto', 'Open Sans', 'Georgia']
type Family = keyof typeof FONT_FAMILIES
const isFamily = (name: string): name is Family => Object.hasOwn(FONT_FAMILIES, name)

export function FontField() {
  const { t } = useTranslation()
  const { change, config } = useDesign()
  return (
    <Autocomplete
      label={t('agents.design.font')}
      description={t('themes.font.hint')}
      maxLength={100}
      value={config.fontFamily}
      onChange={(fontFamily) => change({ fontFamily })}
      // Shows all options whatever is chosen.
      filter={({ options }) => options}
      data={[
        { group: t('themes.font.own'), items: [BUNDLED_FONT] },
        { group: t('themes.font.systems'), items: Object.keys(FONT_FAMILIES) },
        { group: t('themes.font.typed'), items: TYPED },
      ]}
      renderOption={({ option: { value } }) => (
        <span style={{ fontFamily: fontStack(value) }}>
          {isFamily(value) ? t(`themes.font.families.${value}`) : value}
        </span>
      )}
    />
  )
}
