// Differences of two configurations, named like on the screens.
import { Badge, Text } from '@mantine/core'
import type { OpenConfig } from '@parlance/contract/agents/schemas'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DiffBox, DiffText } from '../../../components/content/diff-text.tsx'
import { describeBy } from './describe.ts'
import { diffConfigs, type Change } from './diff.ts'
import { labelsOf } from './labels.ts'
import { onwards } from '../../../components/content/name-sequence.ts'
import classes from './versions.module.css'

interface Props {
  from: OpenConfig
  to: OpenConfig
  hint: string
  /** Shown without differences. */
  none: string
}

export function Changes({ from, to, hint, none }: Props) {
  const { t } = useTranslation()
  const changes = useMemo(() => diffConfigs(from, to, describeBy(t, from, to)), [from, to, t])
  if (changes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    )
  }
  return (
    <>
      <Text size="sm" c="dimmed">
        {`${t('versions.count', { count: changes.length })}. ${hint}`}
      </Text>
      <ul className={classes.changes} aria-label={t('versions.changes')}>
        {changes.map((change) => {
          const path = labelsOf(change.where, t).join(' › ')
          return (
            <li key={`${change.kind} ${change.where.map(({ text }) => text).join('/')}`} className={classes.change}>
              <Text size="sm" fw={500} mb={4}>
                {path}
              </Text>
              <Difference change={change} />
            </li>
          )
        })}
      </ul>
    </>
  )
}

function Difference({ change }: { change: Change }) {
  const { t } = useTranslation()
  if (change.kind === 'text') return <DiffText parts={change.parts} />
  if (change.kind === 'value') {
    const empty = t('versions.wasEmpty')
    return (
      <DiffBox>
        <del dir="auto" aria-label={t('versions.was')}>
          {change.before || empty}
        </del>
        {` ${onwards()} `}
        <ins dir="auto" aria-label={t('versions.is')}>
          {change.after || empty}
        </ins>
      </DiffBox>
    )
  }
  const colour = { added: 'green', removed: 'red', moved: 'gray' } as const
  return <Badge color={colour[change.kind]}>{t(`versions.${change.kind}`)}</Badge>
}
