// A secret of the server: masked until revealed, copied without revealing.
import { ActionIcon, Group, TextInput, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from './copy-button.tsx'

/** Enough to recognize a key. */
export const maskedKey = (key: string) => `${key.slice(0, 3)}${'•'.repeat(16)}`

export function SecretInput({ value, label, description }: { value: string; label: string; description?: string }) {
  const { t } = useTranslation()
  const [shown, { toggle }] = useDisclosure()
  const reveal = shown ? t('agents.settings.conceal') : t('agents.settings.reveal')
  return (
    <Group gap={4} align="flex-end" wrap="nowrap">
      <TextInput
        flex={1}
        readOnly
        label={label}
        description={description}
        value={shown ? value : maskedKey(value)}
        rightSection={
          <Tooltip label={reveal}>
            <ActionIcon size="md" aria-label={reveal} aria-pressed={shown} onClick={toggle}>
              {shown ? <IconEyeOff size={16} stroke={1.5} /> : <IconEye size={16} stroke={1.5} />}
            </ActionIcon>
          </Tooltip>
        }
      />
      <CopyButton value={value} label={t('agents.settings.copy', { what: label })} />
    </Group>
  )
}
