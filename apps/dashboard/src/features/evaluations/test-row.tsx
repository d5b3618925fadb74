import { ActionIcon, Collapse, Switch, Tooltip, UnstyledButton } from '@mantine/core'
import type { TestResult } from '@parlance/contract/evaluations/schemas'
import { IconCopy, IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useDeniedReason } from '../../lib/permissions.ts'
import { RowMenu } from '../../components/overlay/row-menu.tsx'
import { Chevron } from '../../components/content/chevron.tsx'
import classes from './evaluations.module.css'
import type { Named } from './parts.ts'
import { Result } from './result.tsx'
import { StateBadge } from './state-badge.tsx'
import type { Listed } from './use-tests.ts'

interface Props {
  test: Listed
  /** Its result in the shown run. */
  result: TestResult | undefined
  nodes: readonly Named[]
  busy: boolean
  onRun: () => void
  onEdit: () => void
  onDuplicate: () => void
  onDelete: () => void
  onProtect: (on: boolean) => void
}

export function TestRow({ test, result, nodes, busy, onRun, onEdit, onDuplicate, onDelete, onProtect }: Props) {
  const { t } = useTranslation()
  const builds = useCan('editor')
  const { name } = test
  // Failed tests start expanded.
  const [chosen, setChosen] = useState<boolean>()
  const open = result !== undefined && (chosen ?? !result.passed)
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <UnstyledButton className={classes.open} onClick={onEdit}>
          <span className={`${classes.name} truncate`}>{name}</span>
          <span className={classes.meta}>
            {t('evaluations.steps', { count: test.steps.length })}
            {test.channel !== 'test' && ` · ${t(`evaluations.channels.${test.channel}`)}`}
          </span>
        </UnstyledButton>
        <div className={classes.states}>
          <StateBadge copy="draft" passed={test.draftPassed} />
          <StateBadge copy="published" passed={test.publishedPassed} />
        </div>
        <div className={classes.actions}>
          <Protect test={test} onProtect={onProtect} />
          {result && (
            <ActionIcon
              aria-label={t('evaluations.result.show', { name })}
              aria-expanded={open}
              onClick={() => setChosen(!open)}
            >
              <Chevron open={open} size={18} />
            </ActionIcon>
          )}
          {builds && (
            <>
              <ActionIcon aria-label={t('evaluations.run.one', { name })} disabled={busy} onClick={onRun}>
                <IconPlayerPlay size={18} stroke={1.5} />
              </ActionIcon>
              <RowMenu
                label={t('evaluations.more', { name })}
                actions={[
                  { icon: IconPencil, text: t('evaluations.edit'), onClick: onEdit },
                  { icon: IconCopy, text: t('evaluations.duplicate'), onClick: onDuplicate },
                  { icon: IconTrash, text: t('common.delete'), danger: true, onClick: onDelete },
                ]}
              />
            </>
          )}
        </div>
      </div>
      {result && (
        <Collapse expanded={open}>
          <Result result={result} nodes={nodes} />
        </Collapse>
      )}
    </li>
  )
}

function Protect({ test, onProtect }: Pick<Props, 'test' | 'onProtect'>) {
  const { t } = useTranslation()
  const refusal = useDeniedReason('editor')
  return (
    <Tooltip label={refusal || t('evaluations.protectHint')}>
      <Switch
        size="sm"
        label={t('evaluations.protected')}
        aria-label={t('evaluations.protect', { name: test.name })}
        disabled={refusal !== ''}
        checked={test.protected}
        onChange={(event) => onProtect(event.currentTarget.checked)}
      />
    </Tooltip>
  )
}
