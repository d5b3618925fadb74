import { Badge, Text } from '@mantine/core'
import { IconMicrophone2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../lib/link.tsx'
import { SearchInput } from '../../../components/inputs/search-input.tsx'
import { useVoice } from './use-voice.ts'
import { HearVoice } from './voice-preview.tsx'
import { VoiceServices } from './voice-services.tsx'
import classes from './voice.module.css'
import { findVoices, VOICES, type Voice } from './voices.ts'
import { useReadOnly } from '../../../components/feedback/read-only.tsx'
import { NothingFound } from '../../../components/feedback/nothing-found.tsx'

/** Voice cards; unlisted voices are entered under Speech Generation. */
export function VoiceLibrary() {
  const { t } = useTranslation()
  const { voice, set } = useVoice()
  const [search, setSearch] = useSearchParam('search')
  const found = findVoices(VOICES, search)
  const { provider, voiceId } = voice.speechGen
  const known = VOICES.some((entry) => entry.provider === provider && entry.voiceId === voiceId)
  return (
    <>
      <Text c="dimmed" size="sm" mb="md">
        {known ? t('voices.text') : t('voices.other', { provider, voice: voiceId })}
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
            chosen={entry.provider === provider && entry.voiceId === voiceId}
            onChoose={() => set('speechGen', { provider: entry.provider, voiceId: entry.voiceId })}
          />
        ))}
      </fieldset>
    </>
  )
}

function VoiceCard({ voice, chosen, onChoose }: { voice: Voice; chosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.card}>
      <label className={classes.voice}>
        <input type="radio" name="voice" className="visually-hidden" checked={chosen} onChange={onChoose} />
        <IconMicrophone2 size={20} stroke={1.5} aria-hidden />
        <span className={classes.name}>
          <b>{voice.name}</b>
          <span>{`${t(`voices.providers.${voice.provider as 'deepgram' | 'openai'}`)}, ${t(`voices.${voice.sound}`)}`}</span>
        </span>
        {chosen && <Badge>{t('voices.chosen')}</Badge>}
      </label>
      <HearVoice voice={voice} name={voice.name} />
    </div>
  )
}
