// Sends a test message to a recent sender.
import { Button, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../components/feedback/notify.ts'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { translateMessage } from '../../../i18n/translate-message.ts'
import { errorText } from '../../../lib/errors.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useDraft } from '../draft/draft.tsx'
import type { ForeignChannel } from './channels.ts'
import { useRefreshChannels } from './connections/use-connections.ts'

export function TestMessage({ channel }: { channel: ForeignChannel }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId } = useDraft()
  const refresh = useRefreshChannels()
  const query = useQuery(api.channels.threads.queryOptions({ input: { agentId, channel } }))
  const threads = query.data?.items
  const [chosen, setChosen] = useState<string | null>(null)
  const [text, setText] = useState(t('channels.test.default'))
  const first = threads?.find(({ isBlocked }) => !isBlocked)?.id
  const threadId = chosen ?? first
  const send = useMutation({
    mutationFn: (to: string) => api.channels.sendTest.call({ agentId, channel, threadId: to, text }),
    async onSuccess({ data: { state, error, errorMessage } }) {
      if (state === 'failed' || state === 'unknown')
        notify.error(translateMessage({ ...errorMessage, message: error }) || t(`channels.log.states.${state}`))
      else notify.success(t(state === 'queued' || state === 'sending' ? 'channels.test.queued' : 'channels.test.sent'))
      await refresh()
    },
    onError: (error: Error) => notify.error(errorText(error)),
  })
  if (query.isError && !threads)
    return <ErrorMessage text={errorText(query.error)} onRetry={() => void query.refetch()} />
  if (!threads) return <RowSkeletons rows={2} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (threadId !== undefined && text.trim() !== '') send.mutate(threadId)
  }
  return (
    <section>
      <Title order={3} size="h4" mb={4}>
        {t('channels.test.title')}
      </Title>
      {threads.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('channels.test.nobody')}
        </Text>
      ) : (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <Select
              label={t('channels.test.to')}
              data={threads.map(({ id, name, isBlocked }) => ({
                value: id,
                label: isBlocked ? t('channels.test.optedOut', { name }) : name || id,
                disabled: isBlocked,
              }))}
              value={threadId ?? null}
              onChange={setChosen}
              allowDeselect={false}
            />
            <TextInput
              label={t('channels.test.text')}
              value={text}
              maxLength={1000}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <div>
              <Button
                type="submit"
                variant="default"
                loading={send.isPending}
                disabled={threadId === undefined || text.trim() === ''}
              >
                {t('channels.test.send')}
              </Button>
            </div>
          </Stack>
        </form>
      )}
    </section>
  )
}
