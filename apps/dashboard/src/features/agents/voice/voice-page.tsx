// How the agent hears and speaks on calls.
import { isAvailable } from '@parlance/contract/platform/features'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParam } from '../../../lib/link.tsx'
import { VOICE_PAGES } from '../../../lib/paths.ts'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { SubPages } from '../../../components/layout/sub-pages.tsx'
import { ReadOnlyDraft } from '../draft/read-only-draft.tsx'
import { VoiceAdvanced } from './voice-advanced.tsx'
import { SpeechTab, TranscriberTab } from './voice-fields.tsx'
import { VoiceLibrary } from './voice-library.tsx'

const withCallsNotice = (Content: ComponentType): ComponentType =>
  isAvailable('channel.number')
    ? Content
    : function PlannedVoicePage() {
        const { t } = useTranslation()
        return (
          <>
            <AlertBox kind="info">{t('area.voices.planned')}</AlertBox>
            <Content />
          </>
        )
      }
const PAGES = {
  voiceLibrary: withCallsNotice(VoiceLibrary),
  speechGen: withCallsNotice(SpeechTab),
  transcriber: withCallsNotice(TranscriberTab),
  advanced: withCallsNotice(VoiceAdvanced),
} satisfies Record<(typeof VOICE_PAGES)[number], ComponentType>

export function VoicePage() {
  const { t } = useTranslation()
  const [wanted, setTab] = useSearchParam('tab')
  const pages = VOICE_PAGES.map((key) => ({ key, label: t(`area.voice.${key}`), content: PAGES[key] }))
  return (
    <ReadOnlyDraft>
      <SubPages title={t('area.tabs.voice')} pages={pages} wanted={wanted} onChange={setTab} />
    </ReadOnlyDraft>
  )
}
