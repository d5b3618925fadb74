// A client user's home of an agent: today's conversations, waiting visitors, and the share the agent answers alone.
import { Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Figure, Figures } from '../../components/content/figure.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { numberLocale } from '../../i18n/number-locale.ts'
import { errorText } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import classes from './client.module.css'
import { type ClientPage, pagesOf } from './client-tabs.ts'

const POLL_MS = 15_000

/** `children` are shown below the figures. */
export function ClientHome({ agentId, title, children }: { agentId: string; title: string; children?: ReactNode }) {
  const { t, i18n } = useTranslation()
  const { api, region, client } = useScope()
  const overview = useQuery(
    api.analytics.overview.queryOptions({ input: { agentId }, staleTime: 0, refetchInterval: POLL_MS }),
  )
  const data = overview.data?.data
  const pages = client ? pagesOf(client) : []
  const number = (value: number) => value.toLocaleString(numberLocale(i18n.language))
  const share = data?.answered?.toLocaleString(numberLocale(i18n.language), {
    style: 'percent',
    maximumFractionDigits: 0,
  })
  const to = (page: ClientPage) => (pages.includes(page) ? paths.part(region, agentId, page) : undefined)
  if (overview.error && !data)
    return <ErrorMessage text={errorText(overview.error)} onRetry={() => void overview.refetch()} />
  const figures = data && [
    { label: t('client.home.today'), value: number(data.conversationsToday), target: to('convos') },
    { label: t('client.home.waiting'), value: number(data.waiting), target: to('convos'), urgent: data.waiting > 0 },
    {
      label: t('client.home.answered'),
      value: share ?? '–',
      note: t('client.home.answeredNote'),
      target: to('analytics'),
    },
  ]
  return (
    <div className={classes.home}>
      <div>
        <Title order={1} dir="auto">
          {title}
        </Title>
        {data?.site && (
          <Text size="sm" c="dimmed">
            {t('client.home.live', { site: new URL(data.site.origin).host })}
          </Text>
        )}
      </div>
      <Figures label={t('client.home.figures')} busy={!data}>
        {!figures && [1, 2, 3].map((one) => <Skeleton key={one} height={84} radius="lg" />)}
        {figures?.map(({ label, value, note, target, urgent }) => (
          <Figure key={label} label={label} note={note} target={target} urgent={urgent}>
            {value}
          </Figure>
        ))}
      </Figures>
      {children}
    </div>
  )
}
