// An agent on a neutral public page with the real widget.
import { Button, Group, Text, Title } from '@mantine/core'
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks'
import type { PublicAgent } from '@parlance/contract/agents/schemas'
import type { Region } from '@parlance/contract/lib/regions'
import { IconMessageCircle } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSearchValues } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useMetaDescription } from '../../../lib/meta-description.ts'
import { PublicPage } from '../public-page.tsx'
import classes from './demo.module.css'
import { AgentAvatar } from './agent-avatar.tsx'
import { openChat, useWidget } from './use-widget.ts'

export function PrototypePage() {
  const agentId = useSearchValues()['vg_id'] ?? ''
  return (
    <PublicPage agentId={agentId} place={paths.prototype}>
      {(agent, region) => <Prototype agent={agent} region={region} />}
    </PublicPage>
  )
}

export function PublicPrototypePage() {
  const agentId = useParams({ strict: false, select: (params: { agentId?: string }) => params.agentId ?? '' })
  return (
    <PublicPage agentId={agentId} place={paths.publicPrototype}>
      {(agent, region) => <Prototype agent={agent} region={region} />}
    </PublicPage>
  )
}

function Prototype({ agent, region }: { agent: PublicAgent; region: Region }) {
  const { t } = useTranslation()
  // On phones the open chat would cover the page.
  const wide = useMediaQuery('(min-width: 48.01em)', true, { getInitialValueInEffect: false })
  useDocumentTitle(agent.title)
  useMetaDescription(agent.description)
  useWidget({ agentId: agent.ID, region, open: wide })
  return (
    <main id="content" className={classes.prototype}>
      <div className={classes.words}>
        <Group gap="md" wrap="nowrap">
          <AgentAvatar agent={agent} />
          <div className={classes.names}>
            <Title order={1} dir="auto">
              {agent.title}
            </Title>
            {agent.description && (
              <Text c="dimmed" dir="auto">
                {agent.description}
              </Text>
            )}
          </div>
        </Group>
        <Text mt="lg">{t('area.prototype.text')}</Text>
        <Text c="dimmed" size="sm" mt="xs">
          {t('area.prototype.hint')}
        </Text>
        <Button mt="lg" variant="default" leftSection={<IconMessageCircle size={18} stroke={1.5} />} onClick={openChat}>
          {t('area.prototype.open')}
        </Button>
      </div>
    </main>
  )
}
