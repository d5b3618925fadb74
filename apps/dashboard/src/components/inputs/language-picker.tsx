// Chooses a language, or leaves the choice to the visitor's browser.
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** The option that leaves the choice to the visitor's browser. */
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
    // A stored code of another program stays available while chosen.
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
