import { Badge, Text } from '@mantine/core'
import { findVoice, VOICES, type Voice } from '@parlance/contract/voice/voices'
import { IconMicrophone2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../lib/link.tsx'
import { SearchInput } from '../../../components/inputs/search-input.tsx'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useDraft } from '../draft/draft.tsx'
import { useVoice } from './use-voice.ts'
import { useProviderName } from './provider-name.ts'
import { HearVoice } from './voice-preview.tsx'
import { VoiceServices } from './voice-services.tsx'
import classes from './voice.module.css'
import { findVoices } from './voices.ts'
import { useReadOnly } from '../../../components/feedback/read-only.tsx'
import { listOf } from '../../../components/content/locale.ts'
import { NothingFound } from '../../../components/feedback/nothing-found.tsx'

/** Voice cards; unlisted voices are entered under Speech Generation. */
export function VoiceLibrary() {
  const { t } = useTranslation()
  const { voice, set } = useVoice()
  const [search, setSearch] = useSearchParam('search')
  const languageName = useLanguageName()
  const providerName = useProviderName()
  const account = useAccountVoices()
  const voices = [...(account?.items ?? []), ...VOICES]
  const unlisted = account?.unlisted ?? []
  const found = findVoices(voices, search, languageName)
  const { provider, voiceId } = voice.speechGen
  const current =
    findVoice(provider, voiceId) ?? voices.find((one) => one.provider === provider && one.voiceId === voiceId)
  return (
    <>
      <Text c="dimmed" size="sm" mb="md">
        {current ? t('voices.text') : t('voices.other', { provider: providerName(provider), voice: voiceId })}
      </Text>
      <div className={classes.services}>
        <VoiceServices />
      </div>
      {unlisted.length > 0 && (
        <Text c="dimmed" size="sm" mb="md">
          {t('voices.unlisted', { providers: listOf(unlisted.map(providerName)) })}
        </Text>
      )}
      <SearchInput value={search} onChange={setSearch} label={t('voices.search')} />
      {found.length === 0 && (
        <NothingFound title={t('common.nothingFound', { search })} onClear={() => setSearch(undefined)} />
      )}
      <fieldset className={classes.voices} disabled={useReadOnly()}>
        <legend className="visually-hidden">{t('area.voice.voiceLibrary')}</legend>
        {found.map((entry) => (
          <VoiceCard
            key={`${entry.provider}/${entry.voiceId}`}
            voice={entry}
            language={entry.language === undefined ? undefined : languageName(entry.language)}
            chosen={entry === current}
            onChoose={() => set('speechGen', { provider: entry.provider, voiceId: entry.voiceId })}
          />
        ))}
      </fieldset>
    </>
  )
}

/** Clones and other voices of the accounts whose keys are used. */
function useAccountVoices() {
  const { api } = useScope()
  const { agentId } = useDraft()
  return useQuery(api.voice.voices.queryOptions({ input: { agentId } })).data
}

/** The name of a language in the reader's. */
function useLanguageName() {
  const { i18n } = useTranslation()
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' })
  return (code: string) => names.of(code) ?? code
}

interface CardProps {
  voice: Voice
  /** Absent for voices of all languages. */
  language: string | undefined
  chosen: boolean
  onChoose: () => void
}

function VoiceCard({ voice, language, chosen, onChoose }: CardProps) {
  const { t } = useTranslation()
  const providerName = useProviderName()
  const about = [
    providerName(voice.provider),
    t(`voices.${voice.sound}`),
    ...(language === undefined ? [] : [language]),
  ]
  return (
    <div className={classes.card}>
      <label className={classes.voice}>
        <input type="radio" name="voice" className="visually-hidden" checked={chosen} onChange={onChoose} />
        <IconMicrophone2 size={20} stroke={1.5} aria-hidden />
        <span className={classes.name}>
          <b>{voice.name}</b>
          <span>{about.join(', ')}</span>
        </span>
        {chosen && <Badge>{t('voices.chosen')}</Badge>}
      </label>
      <HearVoice voice={voice} name={voice.name} />
    </div>
  )
}
