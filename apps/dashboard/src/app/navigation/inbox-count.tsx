// The number of waiting visitors, next to the inbox entry.
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useInboxCounts } from '../../features/conversations/inbox/use-inbox.ts'

export default function InboxCount({ folded }: { folded: boolean }) {
  const { t } = useTranslation()
  const waiting = useInboxCounts()?.waiting ?? 0
  if (waiting === 0) return null
  const label = t('shell.waiting', { count: waiting })
  return (
    <Badge size="xs" color="yellow" circle={folded} ms={folded ? 0 : 'auto'} title={label}>
      <span aria-hidden>{waiting > 99 ? '99+' : waiting}</span>
      <span className="visually-hidden">{label}</span>
    </Badge>
  )
}
