import { Button } from '@mantine/core'
import { firstWords } from '@parlance/contract/retrieval-evals/rank'
import type { Passage } from '@parlance/contract/knowledge/schemas'
import { IconCheck, IconTargetArrow } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { useMutation } from '../../../lib/use-mutation.ts'

const MAX_QUESTION = 500

interface Props {
  agentId: string
  question: string
  passage: Passage
}

/** Saves the question with this passage as the expected result. */
export function SaveRetrievalQuestion({ agentId, question, passage }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const client = useQueryClient()
  const save = useMutation(
    api.goldens.create.mutationOptions({
      onSuccess: ({ data: { rank } }) => {
        notify.success(rank === null ? t('preview.goldenNotFound') : t('preview.goldenFound', { rank }))
        void client.invalidateQueries({ queryKey: api.goldens.key() })
      },
      onError: (error) => void notify.error(errorText(error)),
    }),
  )
  const { docId, text } = passage
  const Icon = save.isSuccess ? IconCheck : IconTargetArrow
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<Icon size={16} stroke={1.5} />}
      loading={save.isPending}
      disabled={save.isSuccess || question.length > MAX_QUESTION}
      onClick={() => save.mutate({ agentId, question, docId, quote: firstWords(text) })}
    >
      {save.isSuccess ? t('preview.savedGolden') : t('preview.saveGolden')}
    </Button>
  )
}
