import { ActionIcon, Badge, Menu, Tooltip, UnstyledButton } from '@mantine/core'
import type { DocumentSummary } from '@parlance/core/knowledge/knowledge'
import { IconDots, IconFileText, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../ui/time.tsx'
import classes from './knowledge.module.css'

const COLOURS = { queued: 'gray', reading: 'gray', indexing: 'gray', ready: 'green', failed: 'red' } as const

interface Props {
  document: DocumentSummary
  onOpen: () => void
  onDelete: () => void
}

export function DocumentRow({ document, onOpen, onDelete }: Props) {
  const { t, i18n } = useTranslation()
  const { name, status } = document
  const hint = status === 'failed' ? document.reason : status === 'indexing' ? t('knowledge.indexingHint') : ''
  return (
    <li className={classes.row}>
      <IconFileText size={20} stroke={1.5} aria-hidden className={classes.icon} />
      <UnstyledButton className={classes.open} onClick={onOpen}>
        <span className={`${classes.name} truncate`}>{name}</span>
        <span className={classes.meta}>
          <span>{t('knowledge.chunks', { count: document.chunkCount })}</span>
          <span>{t('knowledge.size', { chars: document.size.toLocaleString(i18n.language) })}</span>
          <RelativeTime at={document.ts} />
        </span>
      </UnstyledButton>
      <Tooltip label={hint} disabled={!hint} multiline maw={300}>
        <Badge color={COLOURS[status]} className={classes.status}>
          {t(`knowledge.status.${status}`)}
        </Badge>
      </Tooltip>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon className={classes.status} aria-label={t('knowledge.more', { name })}>
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.5} />} onClick={onOpen}>
            {t('knowledge.edit')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.5} />} onClick={onDelete}>
            {t('common.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}
