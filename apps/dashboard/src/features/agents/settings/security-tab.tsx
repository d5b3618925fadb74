import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { confirm } from '../../../components/overlay/confirm.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { Section } from '../../../components/layout/page.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useDraft } from '../draft/draft.tsx'
import { useFieldAccess } from '../draft/field-access.ts'
import { SwitchOf } from '../fields.tsx'
import { ConsentSection } from './consent-fields.tsx'
import { SecretKey } from './secret-key.tsx'
import { AllowedSites } from './site-fields.tsx'
import { Editing } from '../../../components/feedback/read-only.tsx'

const SigningSection = lazy(() => import('./signing-section.tsx'))

export function SecurityTab() {
  const { t } = useTranslation()
  const { agent } = useDraft()
  const mayChange = useFieldAccess()
  // A new agent gets its key when saved.
  const hasKey = agent.SECRET_API_KEY !== ''
  return (
    <>
      {hasKey && (
        <Section title={t('agentSettings.security.key')} description={t('agentSettings.security.keyText')}>
          <SecretKey value={agent.SECRET_API_KEY} />
          <Editing>
            <Renew />
          </Editing>
        </Section>
      )}
      {mayChange('allowedDomains') && (
        <Section title={t('widget.sites.title')}>
          <AllowedSites />
        </Section>
      )}
      <ConsentSection />
      {mayChange('recordChatHistory') && (
        <Section title={t('agentSettings.security.history')}>
          <SwitchOf field="recordChatHistory" hint={t('agents.settings.recordHint')} />
        </Section>
      )}
      {hasKey && (
        <Suspense fallback={null}>
          <SigningSection />
        </Suspense>
      )}
    </>
  )
}

function Renew() {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId } = useDraft()
  const client = useQueryClient()
  const renew = useMutation(
    api.agents.renewSecretKey.mutationOptions({
      onSuccess: async () => {
        await client.invalidateQueries({ queryKey: api.agents.get.key({ input: { agentId } }) })
        notify.success(t('agentSettings.security.renewed'))
      },
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  const ask = async () => {
    const yes = await confirm({
      title: t('agentSettings.security.renewTitle'),
      body: t('agentSettings.security.renewBody'),
      confirm: t('agentSettings.security.renew'),
    })
    if (yes) renew.mutate({ agentId })
  }
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} stroke={1.5} />}
        loading={renew.isPending}
        onClick={() => void ask()}
      >
        {t('agentSettings.security.renew')}
      </Button>
    </div>
  )
}
