// The workspace's own provider keys and the secrets of its tools: stored once, never shown again.
import { Alert, Badge, Button, Group, Text } from '@mantine/core'
import type { Credential, CredentialProvider, OfferedModels } from '@parlance/core/workspaces/workspaces'
import { IconFlask, IconKey, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../errors.ts'
import { useSearchParam } from '../../link.tsx'
import { useScope } from '../../scope.tsx'
import { useSandbox } from '../../session.ts'
import { askFirst } from '../../ui/confirm.tsx'
import { Failure } from '../../ui/failure.tsx'
import { notify } from '../../ui/notify.ts'
import { Page, usePageTitle } from '../../ui/page.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { answersFor, type AnsweredBy } from './answers-for.ts'
import { CredentialDialog } from './credential-dialog.tsx'
import classes from './credentials.module.css'
import { CREDENTIAL_PROVIDERS, providerFrom } from './providers.ts'
import { SecretsSection } from './secrets-section.tsx'

export function CredentialsPage() {
  const { t } = useTranslation()
  usePageTitle(t('credentials.title'))
  const { api, workspace } = useScope()
  const sandbox = useSandbox('model')
  const [editing, edit] = useSearchParam('provider')
  const stored = useQuery(api.workspaces.credentials.queryOptions({ input: { uid: workspace.uid } }))
  const models = useQuery(api.workspaces.models.queryOptions({ input: { uid: workspace.uid }, staleTime: 0 })).data
  const provider = providerFrom(editing)
  return (
    <Page title={t('credentials.title')} description={t('credentials.description')} narrow>
      {sandbox && stored.data && models && <SandboxNote stored={stored.data.items} models={models} />}
      {stored.isPending && <RowSkeletons rows={4} />}
      {stored.error && <Failure text={errorText(stored.error)} onRetry={() => void stored.refetch()} />}
      {stored.data && (
        <ul className={classes.list} aria-label={t('credentials.list')}>
          {CREDENTIAL_PROVIDERS.map((entry) => (
            <Row
              key={entry}
              provider={entry}
              credential={stored.data.items.find((item) => item.provider === entry)}
              answeredBy={models && answersFor(entry, { stored: stored.data.items, models, sandbox })}
              onEdit={() => edit(entry)}
            />
          ))}
        </ul>
      )}
      {provider && stored.data && (
        <CredentialDialog
          provider={provider}
          baseUrl={stored.data.items.find((item) => item.provider === provider)?.baseUrl ?? ''}
          onClose={() => edit(undefined)}
        />
      )}
      <SecretsSection />
    </Page>
  )
}

/** True as long as some provider has no key: its models are answered by the sandbox. */
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

const COLOURS: Record<AnsweredBy, string> = { ownKey: 'green', platform: 'gray', sandbox: 'gray', nobody: 'red' }

interface RowProps {
  provider: CredentialProvider
  credential: Credential | undefined
  /** Whose key answers its models now; undefined until it is known. */
  answeredBy: AnsweredBy | undefined
  onEdit: () => void
}

function Row({ provider, credential, answeredBy, onEdit }: RowProps) {
  const { t } = useTranslation()
  const name = t(`credentials.providers.${provider}`)
  const remove = useRemove(provider, name)
  return (
    <li className={classes.row}>
      <IconKey size={20} stroke={1.5} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <Group gap={8}>
          <Text fw={500}>{name}</Text>
          {answeredBy && <Badge color={COLOURS[answeredBy]}>{t(`credentials.answers.${answeredBy}`)}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {credential ? (
            <>
              {t('credentials.ends', { hint: credential.hint })} · <RelativeTime at={credential.updatedAt} />
              {credential.baseUrl && ` · ${credential.baseUrl}`}
            </>
          ) : (
            t(`credentials.about.${provider}`)
          )}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        <Button
          variant="default"
          size="xs"
          aria-label={t(credential ? 'credentials.replaceFor' : 'credentials.addFor', { provider: name })}
          onClick={onEdit}
        >
          {credential ? t('credentials.replace') : t('credentials.add')}
        </Button>
        {credential && (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            aria-label={t('credentials.deleteFor', { provider: name })}
            onClick={() => void remove()}
          >
            <IconTrash size={16} stroke={1.5} aria-hidden />
          </Button>
        )}
      </Group>
    </li>
  )
}

function useRemove(provider: CredentialProvider, name: string) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  return async () => {
    const yes = await askFirst({
      title: t('credentials.deleteTitle', { provider: name }),
      body: t('credentials.deleteBody'),
      confirm: t('credentials.deleteConfirm'),
    })
    if (!yes) return
    try {
      await api.workspaces.deleteCredential.call({ uid: workspace.uid, provider })
      notify.success(t('credentials.deleted', { provider: name }))
      await Promise.all([
        client.invalidateQueries({ queryKey: api.workspaces.credentials.key() }),
        client.invalidateQueries({ queryKey: api.workspaces.models.key() }),
      ])
    } catch (error) {
      notify.error(errorText(error))
    }
  }
}
