// Recovery codes, shown only once.
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CodeBox } from '../../../components/inputs/copy-button.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { download } from '../../../lib/files/download.ts'

export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation()
  const text = codes.join('\n')
  return (
    <Dialog
      opened
      onClose={onClose}
      // Only the button closes it: the codes can't be shown again.
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={t('account.recovery.title')}
    >
      <Stack gap="md">
        <Text size="sm">{t('account.recovery.text')}</Text>
        <CodeBox value={text} name={t('account.recovery.list')} copyLabel={t('account.recovery.copy')} />
        <Group justify="space-between" gap="sm">
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
            onClick={() => download('parlance-recovery-codes.txt', `${text}\n`, 'text/plain')}
          >
            {t('account.recovery.download')}
          </Button>
          <Button onClick={onClose} data-autofocus>
            {t('account.recovery.kept')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
