import { Badge, Text } from '@mantine/core'
import { findVoice, type SPEECH_PROVIDERS, VOICES, type Voice } from '@parlance/contract/voice/voices'
import { IconMicrophone2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../lib/link.tsx'
import { SearchInput } from '../../../components/inputs/search-input.tsx'
import { useVoice } from './use-voice.ts'
import { HearVoice } from './voice-preview.tsx'
import { VoiceServices } from './voice-services.tsx'
import classes from './voice.module.css'
import { findVoices } from './voices.ts'
import { useReadOnly } from '../../../components/feedback/read-only.tsx'
import { NothingFound } from '../../../components/feedback/nothing-found.tsx'

type SpeechProvider = (typeof SPEECH_PROVIDERS)[number]

/** Voice cards; unlisted voices are entered under Speech Generation. */
export function VoiceLibrary() {
  const { t } = useTranslation()
  const { voice, set } = useVoice()
  const [search, setSearch] = useSearchParam('search')
  const languageName = useLanguageName()
  const found = findVoices(VOICES, search, languageName)
  const { provider, voiceId } = voice.speechGen
  const current = findVoice(provider, voiceId)
  return (
    <>
      <Text c="dimmed" size="sm" mb="md">
        {current ? t('voices.text') : t('voices.other', { provider, voice: voiceId })}
      </Text>
      <div className={classes.services}>
        <VoiceServices />
      </div>
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
  const about = [
    t(`voices.providers.${voice.provider as SpeechProvider}`),
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
