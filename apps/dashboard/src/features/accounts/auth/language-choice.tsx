import { NativeSelect } from '@mantine/core'
import { LANGUAGE_NAMES, LANGUAGES } from '@parlance/contract/accounts/languages'
import { useTranslation } from 'react-i18next'
import { setLanguage } from '../../../i18n/i18n.ts'
import classes from './auth.module.css'

const CHOICES = LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))

export function LanguageChoice() {
  const { t, i18n } = useTranslation()
  const choose = (value: string) => {
    const language = LANGUAGES.find((one) => one === value)
    if (language) void setLanguage(language)
  }
  return (
    <NativeSelect
      aria-label={t('accountData.language.field')}
      data={CHOICES}
      value={i18n.language}
      variant="unstyled"
      size="sm"
      ms="auto"
      classNames={{ input: classes.language }}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  )
}
