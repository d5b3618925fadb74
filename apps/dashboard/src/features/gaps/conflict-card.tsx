// Two contradicting passages side by side with their difference marked.
import { Button, Group, Text } from '@mantine/core'
import type { Conflict } from '@parlance/contract/gaps/schemas'
import { IconFileText } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../lib/permissions.ts'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { RelativeTime } from '../../components/content/time.tsx'
import { difference, type Piece } from './difference.ts'
import classes from './gaps.module.css'

interface Props {
  agentId: string
  conflict: Conflict
  busy: boolean
  onStatus: (status: 'open' | 'dismissed') => void
}

export function ConflictCard({ agentId, conflict, busy, onStatus }: Props) {
  const { t } = useTranslation()
  const builds = useCan('editor')
  const { a, b, about, judge, status, ts } = conflict
  const pieces = useMemo(() => difference(a, b), [a, b])
  const open = status === 'open'
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <div className={classes.main}>
          <span className={classes.question} dir="auto">
            {about}
          </span>
          <span className={classes.meta}>
            <span>{judge === 'rules' ? t('conflicts.judge.rules') : t('conflicts.judge.model', { model: judge })}</span>
            <RelativeTime at={ts} />
          </span>
        </div>
        {builds && (
          <Group className={classes.actions}>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              loading={busy}
              aria-label={t(open ? 'conflicts.dismissOf' : 'conflicts.reopenOf', { about })}
              onClick={() => onStatus(open ? 'dismissed' : 'open')}
            >
              {t(open ? 'conflicts.dismiss' : 'conflicts.reopen')}
            </Button>
          </Group>
        )}
      </div>
      <div className={classes.sides}>
        <Side agentId={agentId} side={a} pieces={pieces.a} />
        <Side agentId={agentId} side={b} pieces={pieces.b} />
      </div>
    </li>
  )
}

function Side({ agentId, side, pieces }: { agentId: string; side: Conflict['a']; pieces: readonly Piece[] }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const name = side.name || t('conflicts.gone')
  return (
    <div className={classes.side}>
      {side.name ? (
        <AppLink className={classes.document} target={paths.agent(region, agentId, 'kb', { doc_id: side.docId })}>
          <IconFileText size={16} stroke={1.5} aria-hidden />
          <span className="truncate">{side.name}</span>
        </AppLink>
      ) : (
        <Text size="sm" c="dimmed">
          {name}
        </Text>
      )}
      {/* A group and no landmark; long ones scroll, so the keyboard must be able to reach them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
      <div className={classes.passage} role="group" aria-label={t('conflicts.passage', { name })} tabIndex={0}>
        {pieces.map(({ text, differs }, index) =>
          // Parts are identified by their index.
          differs ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
        )}
      </div>
    </div>
  )
}
