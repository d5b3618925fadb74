// Problems of the steps to be published.
import { Text } from '@mantine/core'
import type { OpenConfig } from '@parlance/contract/agents/schemas'
import { graphProblems } from '@parlance/engine/graph/problems'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useWholeLibrary } from '../../../lib/tools.ts'
import { Problems } from '../prompt/problem-list.tsx'
import classes from './publish.module.css'

export default function StepProblems({ config }: { config: OpenConfig }) {
  const { t } = useTranslation()
  const { data: functions, isFetching } = useWholeLibrary(config.functionsIds.length > 0)
  const list = useMemo(() => graphProblems(config, functions ? { functions } : {}), [config, functions])
  if (list.length === 0 || isFetching) return null
  const title = t('studio.problems.atPublish')
  const nameOf = (id: string) => config.nodes.find((node) => node.id === id)?.name.trim() || t('agents.prompt.unnamed')
  return (
    <div className={classes.problems}>
      <Text fw={600} size="sm" mb={4}>
        {title}
      </Text>
      <Problems list={list} label={title} placeOf={({ nodeId }) => nameOf(nodeId ?? '')} />
    </div>
  )
}
