// A provider: whose key is used, the stored key's last test, and actions.
import { ActionIcon, Badge, Button, Group, Text, Tooltip } from '@mantine/core'
import type { Credential, KeyProvider } from '@parlance/contract/workspaces/schemas'
import { IconKey, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../lib/permissions.ts'
import { errorText } from '../../lib/errors.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { confirm } from '../../components/overlay/confirm.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { RelativeTime } from '../../components/content/time.tsx'
import type { KeySource } from './key-source.ts'
import classes from './credentials.module.css'
import { KeyTestLine, useStoredTest } from '../../components/model-key/key-test.tsx'
import { isSpeechKey } from '../../components/model-key/providers.ts'

const COLOURS: Record<KeySource | 'failing' | 'untested', string> = {
  ownKey: 'green',
  failing: 'red',
  untested: 'gray',
  platform: 'gray',
  sandbox: 'gray',
  nobody: 'red',
}

interface RowProps {
  provider: KeyProvider
  credential: Credential | undefined
  /** Whose key is used now; undefined while unknown. */
  keySource: KeySource | undefined
  onEdit: () => void
}

export function CredentialRow({ provider, credential, keySource, onEdit }: RowProps) {
  const { t } = useTranslation()
  const name = t(`credentials.providers.${provider}`)
  const test = useStoredTest(provider)
  const mayChange = useCan('editor')
  const answers = keySource === 'ownKey' ? ownKey(credential) : (keySource ?? 'nobody')
  const isBuiltIn = answers === 'nobody' && isSpeechKey(provider)
  const builtIn = provider === 'vapi' ? t('credentials.speech.noEngine') : t('credentials.speech.nobody')
  return (
    <li className={classes.row}>
      <IconKey size={20} stroke={1.5} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <Group gap={8}>
          <Text fw={500}>{name}</Text>
          {keySource && (
            <Badge color={isBuiltIn ? 'gray' : COLOURS[answers]}>
              {isBuiltIn ? builtIn : t(`credentials.answers.${answers}`)}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" component="div">
          {credential ? <Stored credential={credential} /> : t(`credentials.about.${provider}`)}
        </Text>
        {credential && (
          <KeyTestLine
            test={credential.test}
            testing={test.isPending}
            name={name}
            untested={t('credentials.test.never')}
          />
        )}
      </div>
      {mayChange && (
        <Group gap="xs" wrap="nowrap" className={classes.actions}>
          {credential && (
            <Button
              variant="default"
              size="xs"
              loading={test.isPending}
              aria-label={t('credentials.test.for', { provider: name })}
              onClick={() => test.mutate()}
            >
              {t('credentials.test.do')}
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            aria-label={t(credential ? 'credentials.replaceFor' : 'credentials.addFor', { provider: name })}
            onClick={onEdit}
          >
            {credential ? t('credentials.replace') : t('credentials.add')}
          </Button>
          {credential && <Remove provider={provider} name={name} />}
        </Group>
      )}
    </li>
  )
}

/** Only a key that passed its test is known to work. */
function ownKey(credential: Credential | undefined): 'ownKey' | 'failing' | 'untested' {
  if (!credential?.test) return 'untested'
  return credential.test.result === 'works' ? 'ownKey' : 'failing'
}

function Stored({ credential: { hint, updatedAt, baseUrl } }: { credential: Credential }) {
  const { t } = useTranslation()
  return (
    <>
      {hint ? t('credentials.ends', { hint }) : t('credentials.none')} · {t('credentials.storedAt')}{' '}
      <RelativeTime at={updatedAt} />
      {baseUrl && <div className={classes.address}>{baseUrl}</div>}
    </>
  )
}

function Remove({ provider, name }: { provider: KeyProvider; name: string }) {
  const { t } = useTranslation()
  const remove = useRemove(provider, name)
  const label = t('credentials.deleteFor', { provider: name })
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="red" size={30} aria-label={label} onClick={() => void remove()}>
        <IconTrash size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

function useRemove(provider: KeyProvider, name: string) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  return async () => {
    const yes = await confirm({
      title: t('credentials.deleteTitle', { provider: name }),
      body: isSpeechKey(provider) ? t('credentials.speech.deleteBody') : t('credentials.deleteBody'),
      confirm: t('credentials.deleteConfirm'),
    })
    if (!yes) return
    try {
      await api.workspaces.deleteCredential.call({ uid: workspace.uid, provider })
      notify.success(t('credentials.deleted', { provider: name }))
      await Promise.all([
        client.invalidateQueries({ queryKey: api.workspaces.credentials.key() }),
        client.invalidateQueries({ queryKey: api.workspaces.models.key() }),
        client.invalidateQueries({ queryKey: api.voice.key() }),
      ])
    } catch (error) {
      notify.error(errorText(error))
    }
  }
}
