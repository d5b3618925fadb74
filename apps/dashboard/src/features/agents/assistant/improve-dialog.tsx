// Suggests a better wording of a prompt as a diff.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { MAX_WISH, type PromptKind } from '@parlance/contract/assistant/schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DiffText } from '../../../components/content/diff-text.tsx'
import { diffText } from '../../../components/content/text-diff.ts'
import { FormError } from '../../../components/feedback/form-error.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useDraft } from '../draft/draft.tsx'
import { NeedsKey } from './needs-key.tsx'

interface Props {
  label: string
  kind: PromptKind
  text: string
  onUse: (text: string) => void
  onClose: () => void
}

export default function ImproveDialog({ label, kind, text, onUse, onClose }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId } = useDraft()
  const [wish, setWish] = useState('')
  const improve = useMutation({
    mutationFn: () => api.assistant.improve.call({ agentId, kind, text, ...(wish.trim() ? { wish } : {}) }),
  })
  const better = improve.data?.data.text
  return (
    <Dialog size="lg" onClose={onClose} title={t('assistant.improve.title', { label })}>
      <NeedsKey text={t('assistant.write.needsKey')}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            improve.mutate()
          }}
        >
          <Stack gap="md">
            <TextInput
              label={t('assistant.improve.wish')}
              placeholder={t('assistant.improve.wishExample')}
              maxLength={MAX_WISH}
              data-autofocus
              value={wish}
              onChange={({ currentTarget }) => setWish(currentTarget.value)}
            />
            <div aria-live="polite">
              {improve.isPending && (
                <Text size="sm" c="dimmed">
                  {t('assistant.write.writing')}
                </Text>
              )}
              {better === text && <Text size="sm">{t('assistant.improve.same')}</Text>}
            </div>
            <FormError error={improve.error} />
            {better !== undefined && better !== text && !improve.isPending && (
              <div>
                <Text size="xs" c="dimmed" mb={4}>
                  {t('assistant.improve.legend')}
                </Text>
                <DiffText parts={diffText(text, better)} />
              </div>
            )}
            <Group justify="space-between">
              <Text size="xs" c="dimmed">
                {improve.data &&
                  t('assistant.write.cost', {
                    model: improve.data.written.model,
                    count: improve.data.written.credits,
                  })}
              </Text>
              <Group gap="xs">
                <Button type="submit" variant={better === undefined ? 'filled' : 'default'} loading={improve.isPending}>
                  {t(better === undefined ? 'assistant.improve.do' : 'assistant.improve.again')}
                </Button>
                {better !== undefined && better !== text && (
                  <Button
                    onClick={() => {
                      onUse(better)
                      onClose()
                    }}
                  >
                    {t('assistant.improve.use')}
                  </Button>
                )}
              </Group>
            </Group>
          </Stack>
        </form>
      </NeedsKey>
    </Dialog>
  )
}
