import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/errors.ts'
import { AppLink } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { LanguagePicker } from '../../../components/inputs/language-picker.tsx'
import { wordLocale } from '../../../components/content/locale.ts'
import { Section } from '../../../components/layout/page.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { useDraft } from '../draft/draft.tsx'
import { useFieldAccess } from '../draft/field-access.ts'
import { isSaved } from '../draft/draft-state.ts'
import { greetsInStarterEnglish } from '../starter-greeting.ts'
import { CHAT_LANGUAGES } from './languages.ts'

export function LanguageTab() {
  const { t, i18n } = useTranslation()
  const { api } = useScope()
  const { config, edit } = useDraft()
  const mayChange = useFieldAccess()
  const known = useQuery(api.platform.translationLanguages.queryOptions({ staleTime: Infinity }))
  const chat = useMemo(() => {
    const locale = wordLocale(i18n.language)
    const names = new Intl.DisplayNames(locale, { type: 'language' })
    return new Intl.ListFormat(locale).format(CHAT_LANGUAGES.map((code) => names.of(code) ?? code))
  }, [i18n.language])
  return (
    <Section title={t('area.language.title')}>
      {known.isPending && <RowSkeletons />}
      {known.error && <ErrorMessage text={errorText(known.error)} onRetry={() => void known.refetch()} />}
      {known.data && (
        <LanguagePicker
          label={t('agents.settings.lang')}
          description={t('area.language.hint', { languages: chat })}
          languages={known.data.languages}
          value={config.lang}
          onChange={(lang) => edit({ lang })}
        />
      )}
      {mayChange('vg_initMessages') && greetsInStarterEnglish(config) && <EnglishGreeting />}
    </Section>
  )
}

function EnglishGreeting() {
  const { region } = useScope()
  const { agent, agentId } = useDraft()
  // An unsaved widget has only its own pages, whose first tab includes the field.
  const target = isSaved(agent) ? paths.agent(region, agentId) : paths.widget(region)
  const link = <Anchor size="sm" renderRoot={(props) => <AppLink target={target} {...props} />} />
  return (
    <AlertBox kind="info">
      <Trans i18nKey="area.language.greeting" components={{ to: link }} />
    </AlertBox>
  )
}
