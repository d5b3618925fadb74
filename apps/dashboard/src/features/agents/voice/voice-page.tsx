// How the agent hears and speaks on calls.
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyWithTexts } from '../../../i18n/lazy-with-texts.ts'
import { useSearchParam } from '../../../lib/link.tsx'
import { VOICE_PAGES } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
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
  const { client } = useScope()
  // Numbers belong to the workspace.
  const shown = VOICE_PAGES.filter((key) => !client || key !== 'phoneNumbers')
  const pages = shown.map((key) => ({ key, label: t(`area.voice.${key}`), content: PAGES[key] }))
  return (
    <ReadOnlyDraft>
      <SubPages title={t('area.tabs.voice')} pages={pages} wanted={wanted} onChange={setTab} />
    </ReadOnlyDraft>
  )
}
