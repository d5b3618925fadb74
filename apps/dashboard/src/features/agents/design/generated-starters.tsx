// Starter questions generated from the knowledge, shown to visitors while the owner wrote none.
import { STARTER_QUESTIONS } from '@parlance/contract/agents/widget-fields'
import { Badge, Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Editing } from '../../../components/feedback/read-only.tsx'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useDraft } from '../draft/draft.tsx'

/** Empty when none were generated or all were adopted. */
export default function GeneratedStarters({ onKeep }: { onKeep: (questions: readonly string[]) => void }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId, config, edit } = useDraft()
  const { data } = useQuery(api.assistant.starters.queryOptions({ input: { agentId } }))
  const own = config.starterQuestions
  const left = (data?.questions ?? []).filter((question) => !own.includes(question))
  const hasRoom = own.length + left.length <= STARTER_QUESTIONS.max
  if (left.length === 0 || !hasRoom) return null
  return (
    <Stack gap="xs">
      {own.length === 0 && (
        <Switch
          size="sm"
          checked={config.offerGeneratedStarters}
          onChange={({ currentTarget }) => edit({ offerGeneratedStarters: currentTarget.checked })}
          label={t('assistant.generated.offer')}
          description={t('assistant.generated.hint')}
        />
      )}
      {(own.length > 0 || config.offerGeneratedStarters) && (
        <>
          <Group gap="xs">
            <Text size="sm" fw={500}>
              {t('assistant.generated.title')}
            </Text>
            <Badge color="gray">{t('assistant.generated.label')}</Badge>
          </Group>
          <Stack component="ul" gap={4} m={0} p={0} aria-label={t('assistant.generated.title')}>
            {left.map((question) => (
              <Group key={question} component="li" justify="space-between" wrap="nowrap" gap="xs">
                <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
                  {question}
                </Text>
                <Editing>
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    style={{ flexShrink: 0 }}
                    aria-label={t('assistant.generated.keepOne', { question })}
                    onClick={() => onKeep([question])}
                  >
                    {t('assistant.generated.keep')}
                  </Button>
                </Editing>
              </Group>
            ))}
          </Stack>
          {left.length > 1 && (
            <Editing>
              <Button variant="default" size="xs" style={{ alignSelf: 'flex-start' }} onClick={() => onKeep(left)}>
                {t('assistant.generated.take')}
              </Button>
            </Editing>
          )}
        </>
      )}
    </Stack>
  )
}
