import { Badge } from '@mantine/core'
import type { AgentFigures } from '@parlance/contract/analytics/api'
import type { AgentSummary } from '@parlance/contract/agents/schemas'
import { IconAppWindow, IconCopy, IconFileExport, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../lib/permissions.ts'
import { errorText } from '../../../lib/errors.ts'
import { AppLink } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { RowMenu } from '../../../components/overlay/row-menu.tsx'
import { RelativeTime } from '../../../components/content/time.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { numberLocale } from '../../../i18n/number-locale.ts'
import { LiveStatus } from '../overview/live-status.tsx'
import { useDeleteAgent } from '../delete-agent.tsx'
import { useExport } from '../exchange/use-export.ts'
import classes from './agents-page.module.css'

type Listed = AgentSummary & { agentPlatform: 'vg' | 'vf'; hasUnpublishedDraft: boolean }

interface Props {
  agent: Listed
  /** Null where nothing is known yet. */
  figures: AgentFigures | null
  /** Of its list item, where only the cards in sight are drawn. */
  item?: ComponentProps<'li'>
}

export function AgentCard({ agent, figures, item }: Props) {
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
        <div className={classes.figures}>{figures && <Figures figures={figures} />}</div>
        <div className={classes.foot}>
          <Badge color="gray">{t(`agents.list.platform.${agent.agentPlatform}`)}</Badge>
          {agent.hasUnpublishedDraft && <Badge color="yellow">{t('agents.list.unpublished')}</Badge>}
          <RelativeTime at={agent.lastModified} />
        </div>
      </article>
    </li>
  )
}

/** Live or not, and only what there is to say of today. */
function Figures({ figures: { site, conversationsToday, waiting, answered, gaps } }: { figures: AgentFigures }) {
  const { t, i18n } = useTranslation()
  const share = answered?.toLocaleString(numberLocale(i18n.language), { style: 'percent', maximumFractionDigits: 0 })
  const said = [
    conversationsToday > 0 && t('home.list.today', { count: conversationsToday }),
    waiting > 0 && t('home.list.waiting', { count: waiting }),
    share && t('home.list.answered', { share }),
    gaps > 0 && t('home.list.gaps', { count: gaps }),
  ].filter(Boolean)
  return (
    <>
      <LiveStatus site={site} />
      {said.length > 0 && <span>{said.join(' · ')}</span>}
    </>
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
    <RowMenu
      className={classes.menu}
      size="md"
      loading={duplicate.isPending || toFile.isPending}
      label={t('agents.list.more', { title: agent.title })}
      actions={[
        {
          icon: IconAppWindow,
          text: t('widget.settingsOf'),
          renderRoot: (props) => <AppLink target={settings(region, agent.ID)} {...props} />,
        },
        {
          icon: IconCopy,
          text: t('agents.list.duplicate'),
          disabled: !builds,
          onClick: () => duplicate.mutate({ agentId: agent.ID }),
        },
        {
          icon: IconFileExport,
          text: t('agents.exchange.export'),
          onClick: () => toFile.mutate({ agentId: agent.ID }),
        },
        {
          icon: IconTrash,
          text: t('common.delete'),
          danger: true,
          disabled: !builds,
          onClick: () => void remove({ agentId: agent.ID, title: agent.title }),
        },
      ]}
    />
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
