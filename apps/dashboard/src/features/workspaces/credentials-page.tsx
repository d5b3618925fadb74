// The workspace's provider keys and tool secrets: stored once, never shown again.
import { Alert, Text, Title } from '@mantine/core'
import type { Credential, OfferedModels } from '@parlance/contract/workspaces/schemas'
import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errors.ts'
import { useSearchParam } from '../../lib/link.tsx'
import { useCan } from '../../lib/permissions.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { useSandbox } from '../../lib/session/session.ts'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { Page, usePageTitle } from '../../components/layout/page.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { keySourceOf, speechKeySourceOf } from './key-source.ts'
import KeyDialog from '../../components/model-key/key-dialog.tsx'
import { CredentialRow } from './credential-row.tsx'
import classes from './credentials.module.css'
import {
  CREDENTIAL_PROVIDERS,
  isSpeechKey,
  providerFrom,
  SPEECH_KEY_PROVIDERS,
} from '../../components/model-key/providers.ts'
import { SecretsSection } from './secrets-section.tsx'

export function CredentialsPage() {
  const { t } = useTranslation()
  usePageTitle(t('credentials.title'))
  const { api, workspace } = useScope()
  const sandbox = useSandbox('model')
  const [editing, edit] = useSearchParam('provider')
  const stored = useQuery(api.workspaces.credentials.queryOptions({ input: { uid: workspace.uid } }))
  const models = useQuery(api.workspaces.models.queryOptions({ input: { uid: workspace.uid }, staleTime: 0 })).data
  const mayChange = useCan('editor')
  const provider = mayChange ? providerFrom(editing) : undefined
  return (
    <Page help="models-and-credits" title={t('credentials.title')} description={t('credentials.description')} narrow>
      {sandbox && stored.data && models && (
        <SandboxNote stored={stored.data.items.filter(({ provider }) => !isSpeechKey(provider))} models={models} />
      )}
      {!mayChange && (
        <Text size="sm" c="dimmed" mb="md">
          {t('credentials.onlyLook')}
        </Text>
      )}
      {stored.isPending && <RowSkeletons rows={4} />}
      {stored.error && <ErrorMessage text={errorText(stored.error)} onRetry={() => void stored.refetch()} />}
      {stored.data && (
        <ul className={classes.list} aria-label={t('credentials.list')}>
          {CREDENTIAL_PROVIDERS.map((entry) => (
            <CredentialRow
              key={entry}
              provider={entry}
              credential={stored.data.items.find((item) => item.provider === entry)}
              keySource={models && keySourceOf(entry, { stored: stored.data.items, models, sandbox })}
              onEdit={() => edit(entry)}
            />
          ))}
        </ul>
      )}
      {stored.data && (
        <section className={classes.section} aria-label={t('credentials.speech.title')}>
          <Title order={2}>{t('credentials.speech.title')}</Title>
          <Text size="sm" c="dimmed" mb="md">
            {t('credentials.speech.text')}
          </Text>
          <ul className={classes.list} aria-label={t('credentials.speech.list')}>
            {SPEECH_KEY_PROVIDERS.map((entry) => (
              <CredentialRow
                key={entry}
                provider={entry}
                credential={stored.data.items.find((item) => item.provider === entry)}
                keySource={speechKeySourceOf(entry, {
                  stored: stored.data.items,
                  platform: stored.data.platformSpeech,
                })}
                onEdit={() => edit(entry)}
              />
            ))}
          </ul>
        </section>
      )}
      {provider && stored.data && (
        <KeyDialog
          provider={provider}
          stored={stored.data.items.find((item) => item.provider === provider)}
          onClose={() => edit(undefined)}
        />
      )}
      <SecretsSection />
    </Page>
  )
}

/** Shown while some provider has no key and the sandbox serves its models. */
function SandboxNote({ stored, models }: { stored: readonly Credential[]; models: OfferedModels }) {
  const { t } = useTranslation()
  const { asked, answers } = models.default
  if (CREDENTIAL_PROVIDERS.every((provider) => stored.some((item) => item.provider === provider))) return null
  return (
    <Alert color="yellow" icon={<IconFlask stroke={1.5} />} mb="lg">
      {stored.length === 0 ? t('credentials.sandboxNote') : t('credentials.sandboxSome')}
      {stored.length > 0 && answers && answers.paidBy !== 'sandbox' && (
        <> {t('credentials.defaultBy', { asked, name: answers.name })}</>
      )}
    </Alert>
  )
}
