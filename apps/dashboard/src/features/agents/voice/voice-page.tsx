// How the agent hears and speaks on calls.
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../lib/link.tsx'
import { VOICE_PAGES } from '../../../lib/paths.ts'
import { SubPages } from '../../../components/layout/sub-pages.tsx'
import { LookOnly } from '../draft/look-only.tsx'
import { VoiceAdvanced } from './voice-advanced.tsx'
import { SpeechTab, TranscriberTab } from './voice-fields.tsx'
import { VoiceLibrary } from './voice-library.tsx'

const CONTENT: Record<(typeof VOICE_PAGES)[number], ComponentType> = {
  voiceLibrary: VoiceLibrary,
  speechGen: SpeechTab,
  transcriber: TranscriberTab,
  advanced: VoiceAdvanced,
}

export function VoicePage() {
  const { t } = useTranslation()
  const [wanted, setTab] = useSearchParam('tab')
  const pages = VOICE_PAGES.map((key) => ({ key, label: t(`area.voice.${key}`), content: CONTENT[key] }))
  return (
    <LookOnly>
      <SubPages title={t('area.tabs.voice')} pages={pages} wanted={wanted} onChange={setTab} />
    </LookOnly>
  )
}
