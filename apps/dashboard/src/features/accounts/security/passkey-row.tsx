// A passkey with its editable name, last use and deletion.
import { ActionIcon, Badge, Button, Group, Text, TextInput, Tooltip } from '@mantine/core'
import { IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Passkey } from '@parlance/contract/accounts/security-api'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../../lib/api.ts'
import { errorText } from '../../../lib/errors.ts'
import { confirm } from '../../../components/overlay/confirm.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { RelativeTime } from '../../../components/content/time.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { securityQuery } from './security-query.ts'
import classes from './security.module.css'

interface Props {
  passkey: Passkey
  isLastWay: boolean
}

export function PasskeyRow({ passkey, isLastWay }: Props) {
  const { t } = useTranslation()
  const { name, createdAt, lastUsedAt, synced } = passkey
  const [renaming, setRenaming] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const rename = t('account.passkeys.rename', { name })
  const close = () => {
    setRenaming(false)
    // The button is back after the field is removed.
    requestAnimationFrame(() => pencil.current?.focus())
  }
  return (
    <li className={classes.row}>
      <span className={classes.mark} aria-hidden>
        <IconFingerprint size={20} stroke={1.5} />
      </span>
      <div className={classes.about}>
        {renaming ? (
          <Rename passkey={passkey} onClose={close} />
        ) : (
          <Group gap={4} wrap="nowrap">
            <Text fw={500}>{name}</Text>
            <Tooltip label={rename}>
              <ActionIcon
                ref={pencil}
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={rename}
                onClick={() => setRenaming(true)}
              >
                <IconPencil size={16} stroke={1.5} />
              </ActionIcon>
            </Tooltip>
            {synced && (
              <Badge variant="light" color="gray" className={classes.badge}>
                {t('account.passkeys.synced')}
              </Badge>
            )}
          </Group>
        )}
        <Text size="sm" c="dimmed">
          {lastUsedAt ? (
            <>
              {t('account.passkeys.used')} <RelativeTime at={lastUsedAt} />
            </>
          ) : (
            t('account.passkeys.never')
          )}{' '}
          · {t('account.passkeys.added')} <RelativeTime at={createdAt} />
        </Text>
      </div>
      <Remove passkey={passkey} isLastWay={isLastWay} />
    </li>
  )
}

/** Enter saves, Escape cancels. */
function Rename({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [text, setText] = useState(name)
  const wanted = text.trim()
  const save = useMutation(
    globalApi.accounts.renamePasskey.mutationOptions({
      onSuccess: async () => {
        await client.invalidateQueries({ queryKey: securityQuery.queryKey })
        notify.success(t('account.passkeys.renamed'))
        onClose()
      },
    }),
  )
  return (
    <form
      className={classes.rename}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted === name) return onClose()
        if (wanted) save.mutate({ passkeyId: id, name: wanted })
      }}
    >
      <TextInput
        size="sm"
        className={classes.renameField}
        aria-label={t('account.passkeys.newName')}
        value={text}
        maxLength={60}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field takes the place of the button that was pressed
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        error={wanted ? save.error && errorText(save.error) : t('account.passkeys.nameRequired')}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <Button type="submit" size="sm" loading={save.isPending}>
        {t('common.save')}
      </Button>
      <Button variant="default" size="sm" onClick={onClose}>
        {t('common.cancel')}
      </Button>
    </form>
  )
}

function Remove({ passkey: { id, name }, isLastWay }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const remove = useMutation(
    globalApi.accounts.removePasskey.mutationOptions({
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: securityQuery.queryKey })
        notify.success(t('account.passkeys.removed'))
      },
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  const ask = async () => {
    if (isLastWay) return notify.error(t('account.lastWay'))
    const yes = await confirm({
      title: t('account.passkeys.removeTitle', { name }),
      body: t('account.passkeys.removeBody'),
      confirm: t('account.passkeys.removeYes'),
      danger: true,
    })
    if (yes) remove.mutate({ passkeyId: id })
  }
  const label = t('account.passkeys.remove', { name })
  return (
    <Tooltip label={label}>
      <ActionIcon color="red" loading={remove.isPending} aria-label={label} onClick={() => void ask()}>
        <IconTrash size={18} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  )
}
