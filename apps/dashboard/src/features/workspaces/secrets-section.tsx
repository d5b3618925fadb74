// Secrets of tools: names and dates; values are write-only.
import { Button, Group, PasswordInput, Text, TextInput, Title } from '@mantine/core'
import { IconLock, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../lib/permissions.ts'
import { errorText } from '../../lib/errors.ts'
import { useSearchParam } from '../../lib/link.tsx'
import { useScope } from '../../lib/workspace-scope.tsx'
import { confirm } from '../../components/overlay/confirm.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { RelativeTime } from '../../components/content/time.tsx'
import { isSecretName, SECRET_MIN } from '../../components/tool-editor/calls.ts'
import { DialogForm } from '../../components/overlay/dialog.tsx'
import { useMutation } from '../../lib/use-mutation.ts'
import classes from './credentials.module.css'

/** Not a valid secret name. */
const NEW = '+'

export function SecretsSection() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const mayChange = useCan('editor')
  const [wanted, edit] = useSearchParam('secret')
  const editing = mayChange ? wanted : ''
  const stored = useQuery(api.tools.secrets.queryOptions({ input: { uid: workspace.uid } }))
  const items = stored.data?.items ?? []
  const replaced = items.find(({ name }) => name === editing)?.name
  return (
    <section className={classes.section} aria-label={t('tools.secrets.title')}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="sm">
        <div>
          <Title order={2}>{t('tools.secrets.title')}</Title>
          <Text size="sm" c="dimmed">
            {t('tools.secrets.text')}
          </Text>
        </div>
        {mayChange && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} stroke={1.5} />}
            onClick={() => edit(NEW)}
          >
            {t('tools.secrets.add')}
          </Button>
        )}
      </Group>
      {stored.isPending && <RowSkeletons rows={2} />}
      {stored.error && <ErrorMessage text={errorText(stored.error)} onRetry={() => void stored.refetch()} />}
      {stored.data && items.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.none}>
          {t('tools.secrets.empty')}
        </Text>
      )}
      {items.length > 0 && (
        <ul className={classes.list} aria-label={t('tools.secrets.list')}>
          {items.map(({ name, ts }) => (
            <SecretRow key={name} name={name} ts={ts} onReplace={() => edit(name)} />
          ))}
        </ul>
      )}
      {stored.data && (editing === NEW || replaced) && <SecretDialog name={replaced} onClose={() => edit(undefined)} />}
    </section>
  )
}

function SecretRow({ name, ts, onReplace }: { name: string; ts: number; onReplace: () => void }) {
  const { t } = useTranslation()
  const mayChange = useCan('editor')
  return (
    <li className={classes.row}>
      <IconLock size={20} stroke={1.5} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          <RelativeTime at={ts} />
        </Text>
      </div>
      {mayChange && (
        <Group gap="xs" wrap="nowrap">
          <Button variant="default" size="xs" aria-label={t('tools.secrets.replaceFor', { name })} onClick={onReplace}>
            {t('tools.secrets.replace')}
          </Button>
          <Remove name={name} />
        </Group>
      )}
    </li>
  )
}

function Remove({ name }: { name: string }) {
  const { t } = useTranslation()
  const remove = useRemove(name)
  return (
    <Button
      variant="subtle"
      color="red"
      size="xs"
      aria-label={t('tools.secrets.deleteFor', { name })}
      onClick={() => void remove()}
    >
      <IconTrash size={16} stroke={1.5} aria-hidden />
    </Button>
  )
}

function useRemove(name: string) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  return async () => {
    const yes = await confirm({
      title: t('tools.secrets.deleteTitle', { name }),
      body: t('tools.secrets.deleteBody'),
      confirm: t('tools.secrets.deleteConfirm'),
    })
    if (!yes) return
    try {
      await api.tools.deleteSecret.call({ uid: workspace.uid, name })
      notify.success(t('tools.secrets.deleted', { name }))
      await client.invalidateQueries({ queryKey: api.tools.secrets.key() })
    } catch (error) {
      notify.error(errorText(error))
    }
  }
}

function useStore(onClose: () => void) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ name, value }: { name: string; value: string }) =>
      api.tools.saveSecret.call({ uid: workspace.uid, name, value }),
    onSuccess: async (_, { name }) => {
      notify.success(t('tools.secrets.saved', { name }))
      await client.invalidateQueries({ queryKey: api.tools.secrets.key() })
      onClose()
    },
  })
}

/** With a name, replaces that secret's value; otherwise creates one. */
function SecretDialog({ name: fixed, onClose }: { name: string | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState(fixed ?? '')
  const [value, setValue] = useState('')
  const short = value.trim().length < SECRET_MIN
  const save = useStore(onClose)
  const tooShort = value !== '' && short && t('tools.secret.short', { min: SECRET_MIN })
  const wrong = tooShort || (save.error && errorText(save.error))
  const ready = isSecretName(name) && !short
  return (
    <DialogForm
      title={fixed ? t('tools.secrets.dialogTitle', { name: fixed }) : t('tools.secret.newTitle')}
      submit={t('tools.secret.store')}
      disabled={!ready}
      pending={save.isPending}
      onSubmit={() => {
        if (ready) save.mutate({ name, value: value.trim() })
      }}
      onClose={onClose}
    >
      {!fixed && (
        <TextInput
          label={t('tools.secret.name')}
          required
          data-autofocus
          maxLength={100}
          value={name}
          error={name !== '' && !isSecretName(name) && t('tools.secret.badName')}
          onChange={(event) => setName(event.currentTarget.value.trim())}
        />
      )}
      <PasswordInput
        label={t('tools.secret.value')}
        description={t('tools.secret.valueText')}
        required
        autoComplete="off"
        data-autofocus={fixed ? true : undefined}
        maxLength={10_000}
        visibilityToggleButtonProps={{ 'aria-label': t('accounts.show') }}
        value={value}
        error={wrong}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
