// Asks before deleting a job whether its documents go too.
import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import type { Crawl } from '@parlance/contract/crawler/schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSingleFlight } from '../../lib/use-mutation.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'

interface Props {
  crawl: Crawl
  onDelete: (documents: boolean) => Promise<void>
  onClose: () => void
}

export function DeleteCrawl({ crawl, onDelete, onClose }: Props) {
  const { t } = useTranslation()
  const [documents, setDocuments] = useState('keep')
  const [pending, setPending] = useState(false)
  const once = useSingleFlight<void>()
  const submit = async () => {
    setPending(true)
    await onDelete(documents === 'remove')
  }
  return (
    <Dialog onClose={onClose} title={t('crawler.deleting.title', { name: crawl.name })}>
      <Stack gap="md">
        <Text size="sm">{t('crawler.deleting.text')}</Text>
        <Radio.Group
          value={documents}
          onChange={setDocuments}
          aria-label={t('crawler.deleting.title', { name: crawl.name })}
        >
          <Stack gap="sm">
            <Radio value="keep" label={t('crawler.deleting.keep')} description={t('crawler.deleting.keepHint')} />
            <Radio value="remove" label={t('crawler.deleting.remove')} description={t('crawler.deleting.removeHint')} />
          </Stack>
        </Radio.Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button color="red" loading={pending} onClick={() => void once('delete', submit)}>
            {t('crawler.deleting.confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
