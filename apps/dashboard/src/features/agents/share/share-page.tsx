// An agent's public page: name, look and the chat. Read-only.
import { Badge, Group, Text, Title } from '@mantine/core'
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks'
import type { PublicAgent } from '@parlance/contract/agents/schemas'
import { readTheme } from '@parlance/contract/agents/theme'
import type { Region } from '@parlance/contract/lib/regions'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSearchValues } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useMetaDescription } from '../../../lib/meta-description.ts'
import { AgentAvatar } from '../demo/agent-avatar.tsx'
import { useWidget } from '../demo/use-widget.ts'
import { PublicPage } from '../public-page.tsx'
import { ALL_PRESETS, themeName } from '../design/presets.ts'
import classes from './share.module.css'

export function SharePage() {
  const named = useParams({ strict: false, select: (params: { agentId?: string }) => params.agentId })
  const searched = useSearchValues()['vg_id']
  const agentId = named ?? searched ?? ''
  return (
    <PublicPage agentId={agentId} place={paths.share}>
      {(agent, region) => <Shared agent={agent} region={region} />}
    </PublicPage>
  )
}

function Shared({ agent, region }: { agent: PublicAgent; region: Region }) {
  const { t } = useTranslation()
  useDocumentTitle(t('shell.agentTitle', { title: agent.title }))
  useMetaDescription(agent.description)
  // Without enough room the chat opens from its button, full screen.
  const wide = useMediaQuery('(min-width: 62.01em)', true, { getInitialValueInEffect: false })
  useWidget({ agentId: agent.ID, region, active: !wide })
  const greeting = (agent.vg_initMessages ?? []).filter((message) => message.trim() !== '')
  return (
    <main id="content" className={classes.share}>
      <section className={classes.about}>
        <Group gap="sm" wrap="nowrap">
          <AgentAvatar agent={agent} />
          <div className={classes.names}>
            <Title order={1} dir="auto">
              {agent.title}
            </Title>
            <Badge color="gray">{t('area.share.readOnly')}</Badge>
          </div>
        </Group>
        {agent.description && <Text dir="auto">{agent.description}</Text>}
        {greeting.length > 0 && (
          <div>
            <Title order={2} size="h4" mb={4}>
              {t('area.fields.vg_initMessages')}
            </Title>
            {greeting.map((message) => (
              <Text key={message} size="sm" c="dimmed" dir="auto">
                {message}
              </Text>
            ))}
          </div>
        )}
        <Look agent={agent} />
      </section>
      {wide && (
        <iframe
          className={classes.chat}
          title={t('area.share.chat', { title: agent.title })}
          src={`/widget/frame/${region}/${encodeURIComponent(agent.ID)}`}
          allow="clipboard-write"
        />
      )}
    </main>
  )
}

function Look({ agent }: { agent: PublicAgent }) {
  const { t } = useTranslation()
  const { accent, surface, text } = readTheme(agent)
  const preset = ALL_PRESETS.find(({ name }) => name === agent.theme)
  const colours = [
    [t('area.share.accent'), accent],
    [t('area.share.surface'), surface],
    [t('area.share.words'), text],
  ] as const
  return (
    <div>
      <Title order={2} size="h4" mb={4}>
        {t('area.share.look')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {[preset && themeName(t, preset), agent.fontFamily].filter(Boolean).join(' · ')}
      </Text>
      <Group component="ul" gap="md" p={0} m={0} className={classes.colours}>
        {colours.map(([name, hex]) => (
          <li key={name}>
            <span className={classes.colour} style={{ background: hex }} />
            <Text span size="xs" c="dimmed">
              {name}
            </Text>
          </li>
        ))}
      </Group>
    </div>
  )
}
