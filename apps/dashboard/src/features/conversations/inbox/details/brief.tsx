// What to know before taking over, and what a teammate settled before handing back.
import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import type { Brief as Known } from '@parlance/contract/conversations/inbox-api'
import { IconSparkles } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../../components/content/time.tsx'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import classes from './details-panel.module.css'
import { useAct } from '../use-inbox.ts'

interface Props {
  one: { agentId: string; conversationId: string }
  brief: Known | undefined
  handback: { by: string; text: string; at: string } | undefined
  mayAct: boolean
}

export function Brief({ one, brief, handback, mayAct }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const act = useAct()
  if (!brief && !handback) return null
  return (
    <section aria-label={t('conversations.inbox.brief')}>
      <Title order={3} size="h6" mb={6}>
        {t('conversations.inbox.brief')}
      </Title>
      <Stack gap={8}>
        {brief && <Words brief={brief} />}
        {brief?.by === 'rules' && mayAct && (
          <div>
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<IconSparkles size={14} stroke={1.5} />}
              title={t('conversations.inbox.briefCost')}
              onClick={() => void act(() => api.conversations.writeBrief.call(one))}
            >
              {t('conversations.inbox.briefWrite')}
            </Button>
          </div>
        )}
        {handback && (
          <div>
            <Text size="xs" c="dimmed">
              {t('conversations.inbox.handback', { name: handback.by })} · <RelativeTime at={handback.at} />
            </Text>
            <Text size="sm" className={classes.words} dir="auto">
              {handback.text}
            </Text>
          </div>
        )}
      </Stack>
    </section>
  )
}

function Words({ brief }: { brief: Known }) {
  const { t } = useTranslation()
  return (
    <>
      <Line name={t('conversations.inbox.briefQuestion')} text={brief.question} />
      {brief.tried.length > 0 && (
        <div>
          <Text size="xs" c="dimmed">
            {t('conversations.inbox.briefTried')}
          </Text>
          <ul className={classes.entries}>
            {brief.tried.map(({ question, answer, sources }) => (
              <li key={`${question} ${answer}`}>
                <Text size="sm" lineClamp={3} dir="auto">
                  {answer}
                </Text>
                {sources.map(({ title, url }) =>
                  url ? (
                    <Anchor key={title} href={url} target="_blank" rel="noreferrer" size="xs" me={8}>
                      {title}
                    </Anchor>
                  ) : (
                    <Text key={title} component="span" size="xs" c="dimmed" me={8}>
                      {title}
                    </Text>
                  ),
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {brief.open !== brief.question && <Line name={t('conversations.inbox.briefOpen')} text={brief.open} />}
    </>
  )
}

const Line = ({ name, text }: { name: string; text: string }) => (
  <div>
    <Text size="xs" c="dimmed">
      {name}
    </Text>
    <Text size="sm" dir="auto">
      {text}
    </Text>
  </div>
)
