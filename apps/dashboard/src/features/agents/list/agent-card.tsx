import { Badge } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { AgentFigures } from '@parlance/contract/analytics/api'
import type { ListedAgent } from '@parlance/contract/agents/api'
import { IconAppWindow, IconBuilding, IconCopy, IconFileExport, IconTemplate, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense } from 'react'
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

const SaveTemplate = lazy(() => import('../new-agent/save-template.tsx'))

interface Props {
  agent: ListedAgent
  /** Props of the list item in virtual lists. */
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
        {agent.figures && <Figures figures={agent.figures} />}
        <div className={classes.foot}>
          <Clients names={agent.clients ?? []} />
          {agent.agentPlatform === 'vf' && <Badge color="gray">{t('agents.list.platform.vf')}</Badge>}
          {agent.hasUnpublishedDraft && <Badge color="yellow">{t('agents.list.unpublished')}</Badge>}
          <span className={classes.edited}>
            {t('agents.list.edited')} <RelativeTime at={agent.lastModified} />
          </span>
        </div>
      </article>
    </li>
  )
}

/** The agent's clients. */
function Clients({ names: [first, ...more] }: { names: readonly string[] }) {
  if (first === undefined) return null
  return (
    <span className={classes.client} title={[first, ...more].join(', ')}>
      <IconBuilding size={16} stroke={1.5} aria-hidden />
      <span className="truncate">{first}</span>
      {more.length > 0 && <span>+{more.length}</span>}
    </span>
  )
}

function Figures({ figures }: { figures: AgentFigures }) {
  const { t, i18n } = useTranslation()
  const { conversationsToday, waiting, answered } = figures
  const locale = numberLocale(i18n.language)
  const share = answered?.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <div className={classes.figures}>
      <LiveStatus of={figures} isShort />
      <dl>
        <Figure label={t('home.card.conversations')} note={t('home.card.today')}>
          {conversationsToday.toLocaleString(locale)}
        </Figure>
        <Figure label={t('home.card.answered')} note={share && t('home.card.month')}>
          {share ?? t('home.none')}
        </Figure>
        <Figure label={t('home.waiting')} urgent={waiting > 0}>
          {waiting.toLocaleString(locale)}
        </Figure>
      </dl>
    </div>
  )
}

interface FigureProps {
  label: string
  note?: string | undefined
  urgent?: boolean
  children: string
}

function Figure({ label, note, urgent, children }: FigureProps) {
  return (
    <div data-urgent={urgent || undefined}>
      <dt>{label}</dt>
      <dd>
        {children} {note && <small>{note}</small>}
      </dd>
    </div>
  )
}

function CardMenu({ agent }: { agent: ListedAgent }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const settings = agent.agentPlatform === 'vf' ? paths.vfWidget : paths.widget
  const remove = useDeleteAgent()
  const toFile = useExport()
  const builds = useCan('editor')
  const duplicate = useDuplicate()
  const [isKeeping, keeping] = useDisclosure()
  return (
    <>
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
            icon: IconTemplate,
            text: t('agents.template.entry'),
            disabled: !builds,
            onClick: keeping.open,
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
      {isKeeping && (
        <Suspense fallback={null}>
          <SaveTemplate agentId={agent.ID} title={agent.title} onClose={keeping.close} />
        </Suspense>
      )}
    </>
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
