// The agent's checklist, until completed or hidden.
import { Button, Group, Paper, Text, Title, UnstyledButton } from '@mantine/core'
import type { AgentOverview } from '@parlance/contract/analytics/api'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Answering, useAnswering } from '../../../components/model-key/use-models.ts'
import { AppLink, useSearchParam } from '../../../lib/link.tsx'
import { lazyWithTexts } from '../../../i18n/lazy-with-texts.ts'
import { paths } from '../../../lib/paths.ts'
import { useCan } from '../../../lib/permissions.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useDraft } from '../draft/draft.tsx'
import classes from './agent-home.module.css'
import { ChecklistSkeleton, useChecklistMemory } from './home-skeleton.tsx'
import { stepsOf, type Step, type StepKey } from './steps.ts'

const KeyDialog = lazyWithTexts(() => import('../../../components/model-key/key-dialog.tsx'), 'KeyDialog')

interface Props {
  overview: AgentOverview
  onAdd: () => void
}

export function Checklist({ overview, onAdd }: Props) {
  const { t } = useTranslation()
  const { agentId, config } = useDraft()
  const answering = useAnswering(config.vg_defaultModel ?? '')
  const mayInvite = useCan('admin')
  const [memory, remember] = useChecklistMemory(agentId)
  const [addingKey, setAddingKey] = useState(false)
  const keyWorks = useKeyWorks(answering)
  const steps = stepsOf({ overview, config, paidBy: answering?.paidBy, keyWorks, mayInvite })
  const done = steps.filter((step) => step.done).length
  const finished = answering !== undefined && done === steps.length
  useEffect(() => {
    if (memory === (finished ? '' : 'done') && answering) remember(finished ? 'done' : '')
  }, [memory, finished, answering, remember])
  if (memory === 'yes' || finished) return null
  if (!answering) return memory === '' ? <ChecklistSkeleton /> : null
  return (
    <Paper withBorder radius="lg" className={classes.card}>
      <Group justify="space-between" gap="sm">
        <Group gap="sm" align="baseline">
          <Title order={2} size="h4">
            {t('home.steps.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('home.steps.progress', { done, count: steps.length })}
          </Text>
        </Group>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => remember('yes')}>
          {t('home.steps.hide')}
        </Button>
      </Group>
      <ul className={classes.steps}>
        {steps.map((step) => (
          <li key={step.key}>
            <StepRow step={step} onAdd={onAdd} onKey={() => setAddingKey(true)} />
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>{addingKey && <KeyDialog onClose={() => setAddingKey(false)} />}</Suspense>
    </Paper>
  )
}

/** Whether the workspace's key passed its last test; undefined while unknown, or without permission to see keys. */
function useKeyWorks(answering: Answering | undefined): boolean | undefined {
  const { api, workspace } = useScope()
  const enabled = useCan('editor') && answering?.paidBy === 'ownKey'
  const { data } = useQuery(api.workspaces.credentials.queryOptions({ input: { uid: workspace.uid }, enabled }))
  const key = data?.items.find(({ provider }) => provider === answering?.provider)
  return key && key.test?.result === 'works'
}

function StepRow({
  step: { key, done, untested },
  onAdd,
  onKey,
}: {
  step: Step
  onAdd: () => void
  onKey: () => void
}) {
  const { t } = useTranslation()
  const { region } = useScope()
  const { agentId } = useDraft()
  const [, setTesting] = useSearchParam('showDebugger')
  const text = t(untested ? 'home.steps.keyUntested' : `home.steps.${key}`)
  if (done)
    return (
      <span className={classes.step} data-done>
        <IconCircleCheckFilled size={18} aria-hidden />
        {text}
        <span className="visually-hidden">{t('home.steps.isDone')}</span>
      </span>
    )
  const inside = (
    <>
      <IconCircle size={18} stroke={1.5} aria-hidden />
      {text}
    </>
  )
  if (key === 'knowledge' || key === 'invited')
    return (
      <AppLink
        className={classes.step}
        target={key === 'knowledge' ? paths.agent(region, agentId, 'kb') : paths.workspace(region, 'members', true)}
      >
        {inside}
      </AppLink>
    )
  const act: Record<Exclude<StepKey, 'knowledge' | 'invited'>, () => void> = {
    tried: () => setTesting('true'),
    theme: () => document.getElementById('theme')?.scrollIntoView({ block: 'start' }),
    site: onAdd,
    key: onKey,
  }
  return (
    <UnstyledButton className={classes.step} onClick={act[key]}>
      {inside}
    </UnstyledButton>
  )
}
