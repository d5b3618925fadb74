// How the agent hears and speaks on calls.
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyWithTexts } from '../../../i18n/lazy-with-texts.ts'
import { useSearchParam } from '../../../lib/link.tsx'
import { VOICE_PAGES } from '../../../lib/paths.ts'
import { inSubPage, lazySubPage, SubPages } from '../../../components/layout/sub-pages.tsx'
import { ReadOnlyDraft } from '../draft/read-only-draft.tsx'
import { VoiceAdvanced } from './voice-advanced.tsx'
import { SpeechTab, TranscriberTab } from './voice-fields.tsx'
import { VoiceLibrary } from './voice-library.tsx'

const PAGES = {
  voiceLibrary: VoiceLibrary,
  speechGen: SpeechTab,
  transcriber: TranscriberTab,
  phoneNumbers: inSubPage(lazyWithTexts(() => import('./phone-numbers/phone-numbers.tsx'), 'PhoneNumbers')),
  testCall: lazySubPage(() => import('./test-call/test-call.tsx')),
  advanced: VoiceAdvanced,
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
