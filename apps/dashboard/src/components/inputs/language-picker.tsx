// One language out of those the product knows, or the choice left to whoever reads.
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** The value of the option that leaves the choice to the visitor's browser. */
export const AUTOMATIC = 'auto'

export interface PickableLanguage {
  language: string
  name: string
}

interface Props {
  label: string
  description?: string
  languages: readonly PickableLanguage[]
  value: string
  onChange: (language: string) => void
}

export function LanguagePicker({ label, description, languages, value, onChange }: Props) {
  const { t } = useTranslation()
  const data = useMemo(() => {
    const known = languages.map(({ language, name }) => ({ value: language, label: name }))
    // A code that another program stored stays choosable as long as it is chosen.
    const stored = value === AUTOMATIC || known.some((entry) => entry.value === value) ? [] : [{ value, label: value }]
    return [{ value: AUTOMATIC, label: t('area.language.automatic') }, ...stored, ...known]
  }, [languages, value, t])
  return (
    <Select
      label={label}
      description={description}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('area.language.none')}
      data={data}
      value={value}
      onChange={(language) => language && onChange(language)}
    />
  )
}
