// Tests whether a provider accepts a key, with the result in one line.
import { Text } from '@mantine/core'
import type { KeyResult, KeyTest } from '@parlance/contract/workspaces/key-test'
import type { KeyProvider } from '@parlance/contract/workspaces/schemas'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconPlugConnectedX,
  type Icon,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../i18n/translate-message.ts'
import { errorText } from '../../lib/errors.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { notify } from '../feedback/notify.ts'
import { RelativeTime } from '../content/time.tsx'
import { useMutation } from '../../lib/use-mutation.ts'
import classes from './key-test.module.css'

const LOOKS: Record<KeyResult, { icon: Icon; tone: 'good' | 'warning' | 'problem' }> = {
  works: { icon: IconCircleCheck, tone: 'good' },
  refused: { icon: IconCircleX, tone: 'problem' },
  limited: { icon: IconAlertTriangle, tone: 'warning' },
  unreachable: { icon: IconPlugConnectedX, tone: 'problem' },
  unexpected: { icon: IconAlertTriangle, tone: 'warning' },
}

/** Tests the stored key; the list shows the result. */
export function useStoredTest(provider: KeyProvider) {
  const { api, workspace } = useScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.workspaces.testCredential.call({ uid: workspace.uid, provider }),
    onSuccess: () => client.invalidateQueries({ queryKey: api.workspaces.credentials.key() }),
    onError: (error) => notify.error(errorText(error)),
  })
}

/** Tests a key without storing it. */
export function useTypedTest(provider: KeyProvider) {
  const { api, workspace } = useScope()
  return useMutation({
    mutationFn: ({ apiKey, baseUrl, model = '' }: { apiKey: string; baseUrl: string; model?: string }) =>
      api.workspaces.testCredential.call({
        uid: workspace.uid,
        provider,
        apiKey: apiKey.trim(),
        ...(baseUrl.trim() ? { baseUrl: baseUrl.trim() } : {}),
        ...(model.trim() ? { model: model.trim() } : {}),
      }),
  })
}

interface Props {
  /** Null if untested. */
  test: KeyTest | null
  testing: boolean
  /** The provider's name while testing. */
  name: string
  /** Text of an untested key, if any. */
  untested?: string
}

/** Always rendered, so that changes are announced. */
export function KeyTestLine({ test, testing, name, untested }: Props) {
  const { t } = useTranslation()
  if (testing)
    return (
      <TestLine tone="none" mark={<IconCircleDashed size={16} stroke={1.5} aria-hidden />}>
        {t('credentials.test.asking', { provider: name })}
      </TestLine>
    )
  if (!test)
    return (
      <TestLine tone="none" mark={untested && <IconCircleDashed size={16} stroke={1.5} aria-hidden />}>
        {untested}
      </TestLine>
    )
  const { icon: ResultIcon, tone } = LOOKS[test.result]
  return (
    <TestLine tone={tone} mark={<ResultIcon size={16} stroke={1.5} aria-hidden />}>
      {translateMessage(test)}{' '}
      <Text span c="dimmed" size="sm">
        {t('credentials.test.at')} <RelativeTime at={test.at} />
      </Text>
    </TestLine>
  )
}

function TestLine({ tone, mark, children }: { tone: string; mark: ReactNode; children: ReactNode }) {
  return (
    <output className={classes.test} data-tone={tone}>
      {mark}
      {children && (
        <Text size="sm" component="div" c={tone === 'none' ? 'dimmed' : undefined}>
          {children}
        </Text>
      )}
    </output>
  )
}
