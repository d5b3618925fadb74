// Messages the chat shows when it opens.
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { GrowingText } from '../../../components/inputs/autosize-text.tsx'
import { Section } from '../../../components/layout/page.tsx'
import { useDraft } from '../draft/draft.tsx'
import { startNodeOf } from '@parlance/contract/agents/greeting'
import classes from './design.module.css'
import { StarterQuestionsField } from './starter-questions-field.tsx'
import { Editing } from '../../../components/feedback/read-only.tsx'

const MOST_GREETINGS = 10

export default function Words() {
  const { t } = useTranslation()
  return (
    <Section title={t('agents.design.words')}>
      <GreetingField />
      <StarterQuestionsField />
    </Section>
  )
}

export function GreetingField() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  const messages = config.vg_initMessages ?? []
  const opening = startNodeOf(config)?.startConfig
  const set = (next: string[]) => edit({ vg_initMessages: next })
  return (
    <Stack component="fieldset" className={classes.group} gap="xs" aria-label={t('agents.design.greeting')}>
      <div>
        <Text size="sm" fw={500}>
          {t('agents.design.greeting')}
        </Text>
        <Text size="xs" c="dimmed">
          {opening?.initialMessage ? t('agents.design.greetingNode') : t('agents.design.greetingHint')}
        </Text>
      </div>
      {messages.map((message, index) => (
        // Messages are identified by their index.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={index} gap={4} wrap="nowrap" align="flex-start">
          <GrowingText
            flex={1}
            maxLength={5000}
            aria-label={t('agents.design.greetingNumber', { number: index + 1 })}
            value={message}
            onChange={(event) => set(messages.with(index, event.currentTarget.value))}
          />
          <Editing>
            <ActionIcon
              aria-label={t('agents.design.removeGreeting', { number: index + 1 })}
              onClick={() => set(messages.toSpliced(index, 1))}
            >
              <IconTrash size={16} stroke={1.5} />
            </ActionIcon>
          </Editing>
        </Group>
      ))}
      <Editing>
        {messages.length < MOST_GREETINGS && (
          <Button
            variant="default"
            size="xs"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconPlus size={14} stroke={1.5} />}
            onClick={() => set([...messages, ''])}
          >
            {t('agents.design.addGreeting')}
          </Button>
        )}
      </Editing>
    </Stack>
  )
}
