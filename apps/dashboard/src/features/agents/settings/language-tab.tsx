import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../errors.ts'
import { useScope } from '../../../scope.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { LanguagePicker } from '../../../ui/language-picker.tsx'
import { wordLocale } from '../../../ui/locale.ts'
import { Section } from '../../../ui/page.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { useDraft } from '../draft/draft.tsx'
import { CHAT_LANGUAGES } from './languages.ts'

export function LanguageTab() {
  const { t, i18n } = useTranslation()
  const { api } = useScope()
  const { config, edit } = useDraft()
  const known = useQuery(api.platform.translationLanguages.queryOptions({ staleTime: Infinity }))
  const chat = useMemo(() => {
    const locale = wordLocale(i18n.language)
    const names = new Intl.DisplayNames(locale, { type: 'language' })
    return new Intl.ListFormat(locale).format(CHAT_LANGUAGES.map((code) => names.of(code) ?? code))
  }, [i18n.language])
  return (
    <Section title={t('area.language.title')} description={t('area.language.text')}>
      {known.isPending && <RowSkeletons />}
      {known.error && <Failure text={errorText(known.error)} onRetry={() => void known.refetch()} />}
      {known.data && (
        <LanguagePicker
          label={t('agents.settings.lang')}
          description={t('area.language.hint', { languages: chat })}
          languages={known.data.languages}
          value={config.lang}
          onChange={(lang) => edit({ lang })}
        />
      )}
    </Section>
  )
}
