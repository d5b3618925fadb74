// The latest push: progress, failures, stop and roll back.
import { Anchor, Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import type { FleetPush } from '@parlance/contract/fleet/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../components/content/time.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { confirm } from '../../../components/overlay/confirm.tsx'
import { translateMessage } from '../../../i18n/translate-message.ts'
import { errorText } from '../../../lib/errors.ts'
import { AppLink } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useCan } from '../../../lib/permissions.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useDraft } from '../draft/draft.tsx'
import { Conflicts } from './conflicts.tsx'
import { isActive } from './use-pushes.ts'

export function LatestPush({ push }: { push: FleetPush }) {
  const { t } = useTranslation()
  const { api, region } = useScope()
  const { agentId } = useDraft()
  const isAdmin = useCan('admin')
  const client = useQueryClient()
  const options = {
    onSuccess: () => client.invalidateQueries({ queryKey: api.fleet.key() }),
    onError: (error: Error) => notify.error(errorText(error)),
  }
  const stop = useMutation(api.fleet.stopPush.mutationOptions(options))
  const rollBack = useMutation(api.fleet.rollBackPush.mutationOptions(options))
  const { state, total, pushed, unchanged, failed, rolledBack } = push
  const isGoingBack = state === 'rolling_back' || state === 'rolled_back'
  const done = isGoingBack ? rolledBack : pushed + unchanged
  const reached = pushed + unchanged + rolledBack
  const askRollBack = async () => {
    const isSure = await confirm({
      title: t('fleet.rollBackTitle'),
      body: t('fleet.rollBackBody', { count: reached }),
      confirm: t('fleet.rollBack'),
    })
    if (isSure) rollBack.mutate({ agentId, pushId: push.id })
  }
  return (
    <Paper withBorder radius="md" p="md" component="section" aria-label={t('fleet.latest')}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm" align="flex-start">
          <div>
            <Title order={2} size="h5">
              {t(`fleet.states.${state}`)}
            </Title>
            <Text size="sm" c="dimmed" component="output">
              {t('fleet.numbers', { done, total })}
              {failed > 0 && ` · ${t('fleet.failed', { count: failed })}`}
              {push.conflicts > 0 && ` · ${t('fleet.conflicts', { count: push.conflicts })}`}
              {push.testRuns > 0 &&
                ` · ${t('fleet.tested', { done: push.testRunsDone, total: push.testRuns, count: push.testRuns })}`}
              {' · '}
              <RelativeTime at={push.endedAt ?? push.startedAt} />
            </Text>
          </div>
          {isAdmin && (
            <Group gap="xs">
              {(state === 'running' || state === 'testing') && (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={stop.isPending}
                  onClick={() => stop.mutate({ agentId, pushId: push.id })}
                >
                  {t('fleet.stop')}
                </Button>
              )}
              {!isActive(push) && state !== 'rolled_back' && reached > 0 && (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={rollBack.isPending}
                  onClick={() => void askRollBack()}
                >
                  {t('fleet.rollBack')}
                </Button>
              )}
            </Group>
          )}
        </Group>
        {isActive(push) && (
          <Progress.Root size="sm">
            <Progress.Section value={total === 0 ? 0 : (100 * done) / total} aria-label={t(`fleet.states.${state}`)} />
            <Progress.Section
              value={total === 0 ? 0 : (100 * failed) / total}
              color="red"
              aria-label={t('fleet.failed', { count: failed })}
            />
          </Progress.Root>
        )}
        {push.reason && (
          <Text size="sm" c="red" role="alert">
            {translateMessage(push.reason)}
          </Text>
        )}
        {push.problems.length > 0 && (
          <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('fleet.problems')}>
            {push.problems.map((problem) => (
              <li key={problem.agentId}>
                <Anchor
                  size="sm"
                  renderRoot={(props) => <AppLink target={paths.agentHome(region, problem.agentId)} {...props} />}
                >
                  <span dir="auto">{problem.title}</span>
                </Anchor>
                {problem.error && (
                  <Text size="sm" c="red">
                    {translateMessage(problem.error)}
                  </Text>
                )}
                {problem.failedTests.length > 0 && (
                  <Text size="sm" c="red" dir="auto">
                    {t('fleet.failedTests', { names: problem.failedTests.join(', ') })}
                  </Text>
                )}
                <Conflicts conflicts={problem.conflicts} />
              </li>
            ))}
          </Stack>
        )}
      </Stack>
    </Paper>
  )
}
