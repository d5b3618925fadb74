import { ActionIcon, Badge } from '@mantine/core'
import type { AgentSummary } from '@parlance/core/agents/agents'
import { IconAppWindow, IconCopy, IconDots, IconFileExport, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../can.ts'
import { errorText } from '../../../errors.ts'
import { AppLink } from '../../../link.tsx'
import { paths } from '../../../paths.ts'
import { useScope } from '../../../scope.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { notify } from '../../../ui/notify.ts'
import { RelativeTime } from '../../../ui/time.tsx'
import { useDeleteAgent } from '../delete-agent.tsx'
import { useExport } from '../exchange/use-export.ts'
import classes from './agents-page.module.css'

type Listed = AgentSummary & { agentPlatform: 'vg' | 'vf'; hasUnpublishedDraft: boolean }

interface Props {
  agent: Listed
  /** Of its list item, where only the cards in sight are drawn. */
  item?: ComponentProps<'li'>
}

export function AgentCard({ agent, item }: Props) {
  const { t } = useTranslation()
  const { region } = useScope()
  return (
    <li {...item}>
      <article className={classes.card} aria-label={agent.title}>
        <div className={classes.head}>
          <span className={classes.mark} aria-hidden="true">
            {[...agent.title][0]?.toUpperCase()}
          </span>
          <AppLink
            target={paths.agent(region, agent.ID)}
            className={`${classes.title} truncate`}
            title={agent.title}
            aria-label={t('agents.list.open', { title: agent.title })}
          >
            {agent.title}
          </AppLink>
          <CardMenu agent={agent} />
        </div>
        <p className={classes.description} dir="auto" style={{ margin: 0 }}>
          {agent.description || t('agents.list.noDescription')}
        </p>
        <div className={classes.foot}>
          <Badge color="gray">{t(`agents.list.platform.${agent.agentPlatform}`)}</Badge>
          {agent.hasUnpublishedDraft && <Badge color="yellow">{t('agents.list.unpublished')}</Badge>}
          <RelativeTime at={agent.lastModified} />
        </div>
      </article>
    </li>
  )
}

function CardMenu({ agent }: { agent: Listed }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const settings = agent.agentPlatform === 'vf' ? paths.vfWidget : paths.widget
  const remove = useDeleteAgent()
  const toFile = useExport()
  const builds = useCan('editor')
  const duplicate = useDuplicate()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          className={classes.menu}
          size="md"
          loading={duplicate.isPending || toFile.isPending}
          aria-label={t('agents.list.more', { title: agent.title })}
        >
          <IconDots size={18} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconAppWindow size={16} stroke={1.5} />}
          renderRoot={(props) => <AppLink target={settings(region, agent.ID)} {...props} />}
        >
          {t('widget.settingsOf')}
        </Menu.Item>
        <Menu.Item
          disabled={!builds}
          leftSection={<IconCopy size={16} stroke={1.5} />}
          onClick={() => duplicate.mutate({ agentId: agent.ID })}
        >
          {t('agents.list.duplicate')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileExport size={16} stroke={1.5} />}
          onClick={() => toFile.mutate({ agentId: agent.ID })}
        >
          {t('agents.exchange.export')}
        </Menu.Item>
        <Menu.Item
          color="red"
          disabled={!builds}
          leftSection={<IconTrash size={16} stroke={1.5} />}
          onClick={() => void remove({ agentId: agent.ID, title: agent.title })}
        >
          {t('common.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function useDuplicate() {
  const { t } = useTranslation()
  const { api } = useScope()
  const client = useQueryClient()
  return useMutation(
    api.agents.duplicate.mutationOptions({
      onSuccess: ({ data }) => {
        notify.success(t('agents.list.duplicated', { title: data.title }))
        return client.invalidateQueries({ queryKey: api.agents.key() })
      },
      onError: (error) => notify.error(errorText(error)),
    }),
  )
}
