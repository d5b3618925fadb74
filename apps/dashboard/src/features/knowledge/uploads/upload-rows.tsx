// Uploads above the list of documents, with progress and errors.
import { ActionIcon, Button, Group, Progress, Text, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconFileUpload, IconRefresh, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '../knowledge.module.css'
import type { FileUpload } from './upload-queue.ts'
import { uploads, useUploads } from './uploads.ts'

export function UploadRows({ agentId }: { agentId: string }) {
  const { t } = useTranslation()
  const rows = useUploads(agentId)
  const failed = rows.filter(({ state }) => state === 'failed' || state === 'refused').length
  if (rows.length === 0) return null
  return (
    <section aria-label={t('knowledge.uploads.list')} className={classes.uploads}>
      <Group justify="space-between" mb={4}>
        <Text component="output" size="sm" fw={500}>
          {failed === rows.length
            ? t('knowledge.uploads.failed', { count: failed })
            : t('knowledge.uploads.running', { count: rows.length - failed })}
        </Text>
        {failed > 1 && (
          <Button size="compact-xs" variant="subtle" onClick={() => uploads.clear(agentId)}>
            {t('knowledge.uploads.clear')}
          </Button>
        )}
      </Group>
      <ul className={classes.list}>
        {rows.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

function UploadRow({ upload }: { upload: FileUpload }) {
  const { t } = useTranslation()
  const { id, file, state, percent, reason } = upload
  const over = state === 'failed' || state === 'refused'
  const Icon = over ? IconAlertTriangle : IconFileUpload
  return (
    <li className={classes.row}>
      <Icon size={20} stroke={1.5} aria-hidden className={over ? classes.alarm : classes.icon} />
      <div className={classes.open}>
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <span className={`${classes.name} truncate`}>{file.name}</span>
          {!over && (
            <Text size="xs" c="dimmed" style={{ flex: 'none' }}>
              {state === 'waiting' ? t('knowledge.uploads.waiting') : t('knowledge.uploads.percent', { percent })}
            </Text>
          )}
        </Group>
        {over ? (
          <Text size="sm" c="red" role="alert">
            {reason}
          </Text>
        ) : (
          <Progress
            value={percent}
            size="sm"
            mt={6}
            aria-label={t('knowledge.uploads.of', { name: file.name })}
            striped={percent === 100}
            animated={percent === 100}
          />
        )}
      </div>
      {state === 'failed' && (
        <Tooltip label={t('knowledge.uploads.retry')}>
          <ActionIcon
            className={classes.status}
            aria-label={t('knowledge.uploads.retryOf', { name: file.name })}
            onClick={() => uploads.retry(id)}
          >
            <IconRefresh size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={over ? t('knowledge.uploads.dismiss') : t('common.cancel')}>
        <ActionIcon
          className={classes.status}
          aria-label={t(over ? 'knowledge.uploads.dismissOf' : 'knowledge.uploads.cancelOf', { name: file.name })}
          onClick={() => uploads.remove(id)}
        >
          <IconX size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}
