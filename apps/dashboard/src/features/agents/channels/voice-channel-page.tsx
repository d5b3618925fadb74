import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyWithTexts } from '../../../i18n/lazy-with-texts.ts'
import { AppLink } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { Page, Section } from '../../../components/layout/page.tsx'
import { inSubPage, lazySubPage } from '../../../components/layout/sub-pages.tsx'
import { useDraft } from '../draft/draft.tsx'
import { ReadOnlyDraft } from '../draft/read-only-draft.tsx'
import { CallFields } from '../voice/voice-advanced.tsx'
import { SpeechTab, TranscriberTab } from '../voice/voice-fields.tsx'

const PhoneNumbers = inSubPage(lazyWithTexts(() => import('../voice/phone-numbers/phone-numbers.tsx'), 'PhoneNumbers'))
const TestCall = lazySubPage(() => import('../voice/test-call/test-call.tsx'))

export function VoiceChannelPage() {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId } = useDraft()
  return (
    <ReadOnlyDraft>
      <Page
        title={t('area.voiceChannel')}
        description={t('channels.number.text')}
        narrow
        actions={
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconArrowLeft size={16} stroke={1.5} />}
            renderRoot={(props) => <AppLink target={paths.agent(region, agentId, 'channels')} {...props} />}
          >
            {t('channels.all')}
          </Button>
        }
      >
        <PhoneNumbers />
        <Section title={t('calls.general')}>
          <CallFields />
        </Section>
        <TranscriberTab />
        <SpeechTab />
        <TestCall />
      </Page>
    </ReadOnlyDraft>
  )
}
