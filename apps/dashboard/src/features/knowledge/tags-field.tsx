// Tags of documents, suggesting used ones.
import { TagsInput } from '@mantine/core'
import { MAX_TAGS } from '@parlance/contract/knowledge/schemas'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../lib/workspace-scope.tsx'

const MAX_CHARS = 50

/** The agent's tags, the most used first. */
export function useTags(agentId: string) {
  const { api } = useScope()
  return useQuery(api.knowledge.tags.queryOptions({ input: { agentId } })).data?.items ?? []
}

interface Props {
  agentId: string
  value: readonly string[]
  onChange: (tags: string[]) => void
}

export function TagsField({ agentId, value, onChange }: Props) {
  const { t } = useTranslation()
  const known = useTags(agentId)
  return (
    <TagsInput
      label={t('knowledge.tags.label')}
      description={t('knowledge.tags.hint')}
      placeholder={value.length === 0 ? t('knowledge.tags.placeholder') : ''}
      data={known.map(({ tag }) => tag)}
      maxTags={MAX_TAGS}
      splitChars={[',']}
      acceptValueOnBlur
      value={[...value]}
      onChange={(tags) => onChange(tags.map((tag) => tag.trim().slice(0, MAX_CHARS)).filter(Boolean))}
    />
  )
}
