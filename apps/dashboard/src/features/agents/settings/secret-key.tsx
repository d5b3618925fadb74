// The agent's SECRET_API_KEY: hidden until it is asked for, copied without being shown.
import { ActionIcon, Group, TextInput, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../../lib/permissions.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { CopyButton } from '../../../components/inputs/copy-button.tsx'

/** Enough of a key to tell it from others, and no more. */
export const maskedKey = (key: string) => `${key.slice(0, 3)}${'•'.repeat(16)}`

export function SecretKey({ value }: { value: string }) {
  const { t } = useTranslation()
  const [shown, { toggle }] = useDisclosure()
  const refusal = useDeniedReason('editor')
  const { workspace } = useScope()
  const label = shown ? t('agents.settings.conceal') : t('agents.settings.reveal')
  // The server gives it to nobody else.
  const withheld = workspace.supportUntil === undefined ? refusal : t('shell.support.secrets')
  if (withheld) return <AlertBox kind="info">{withheld}</AlertBox>
  return (
    <Group gap={4} align="flex-end" wrap="nowrap">
      <TextInput
        flex={1}
        readOnly
        label={t('agents.settings.secret')}
        value={shown ? value : maskedKey(value)}
        rightSection={
          <Tooltip label={label}>
            <ActionIcon size="md" aria-label={label} aria-pressed={shown} onClick={toggle}>
              {shown ? <IconEyeOff size={16} stroke={1.5} /> : <IconEye size={16} stroke={1.5} />}
            </ActionIcon>
          </Tooltip>
        }
      />
      <CopyButton value={value} label={t('agents.settings.copy', { what: t('agents.settings.secret') })} />
    </Group>
  )
}
