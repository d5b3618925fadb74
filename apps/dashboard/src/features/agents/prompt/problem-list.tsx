// Problems as sentences.
import { UnstyledButton } from '@mantine/core'
import type { Problem } from '@parlance/engine/graph/problems'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import classes from './prompt.module.css'

export const problemText = (t: TFunction, { code, name }: Problem): string => t(`studio.problems.${code}`, { name })

interface Props {
  list: readonly Problem[]
  /** The problem's place, before the sentence. */
  placeOf?: (problem: Problem) => string
  onPick?: (problem: Problem) => void
  label?: string
}

export function Problems({ list, placeOf, onPick, label }: Props) {
  const { t } = useTranslation()
  if (list.length === 0) return null
  return (
    <ul className={classes.problems} aria-label={label ?? t('studio.problems.title')}>
      {list.map((problem) => {
        const LevelIcon = problem.level === 'error' ? IconAlertCircle : IconAlertTriangle
        const words = (
          <>
            <LevelIcon size={16} stroke={1.5} aria-label={t(`studio.problems.${problem.level}`)} />
            <span>
              {placeOf && <b>{placeOf(problem)}: </b>}
              {problemText(t, problem)}
            </span>
          </>
        )
        return (
          <li key={`${problem.code} ${problem.nodeId} ${problem.edge} ${problem.name}`} data-level={problem.level}>
            {onPick ? <UnstyledButton onClick={() => onPick(problem)}>{words}</UnstyledButton> : <p>{words}</p>}
          </li>
        )
      })}
    </ul>
  )
}
