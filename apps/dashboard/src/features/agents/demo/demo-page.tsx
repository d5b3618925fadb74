// A small web site of an invented shop that carries the widget: how the agent looks where it will live.
import { useDocumentTitle } from '@mantine/hooks'
import type { PublicAgent } from '@parlance/core/agents/agents'
import type { Region } from '@parlance/core/kit/regions'
import { Navigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DEMO_PAGES, hrefOf, paths, type DemoPage as PageKey } from '../../../paths.ts'
import { PublicPage } from '../public-page.tsx'
import classes from './site.module.css'
import { useWidget } from './use-widget.ts'

export function DemoPage() {
  const { agentId = '', page } = useParams({ strict: false }) as { agentId?: string; page?: string }
  const key = DEMO_PAGES.find((entry) => entry === page)
  if (!key) return <Navigate to={paths.notFound().to} replace />
  return (
    <PublicPage agentId={agentId} place={(region, id) => paths.demo(region, id, key)}>
      {(agent, region) => <Site agent={agent} region={region} page={key} />}
    </PublicPage>
  )
}

function Site({ agent, region, page }: { agent: PublicAgent; region: Region; page: PageKey }) {
  const { t } = useTranslation()
  const name = t('area.site.name')
  useDocumentTitle(`${t(`area.site.${page}.title`)} · ${name}`)
  useWidget({ agentId: agent.ID, region })
  return (
    <div className={classes.site}>
      <header className={classes.head}>
        <b>{name}</b>
        <nav aria-label={name}>
          {/* Ordinary links: each page loads afresh, as on most sites. */}
          {DEMO_PAGES.map((key) => (
            <a
              key={key}
              href={hrefOf(paths.demo(region, agent.ID, key))}
              aria-current={key === page ? 'page' : undefined}
            >
              {t(`area.site.${key}.link`)}
            </a>
          ))}
        </nav>
      </header>
      <main id="content" className={classes.main}>
        <h1>{t(`area.site.${page}.title`)}</h1>
        <p className={classes.lead}>{t(`area.site.${page}.text`)}</p>
        <ul className={classes.things}>
          {(['first', 'second', 'third'] as const).map((thing) => (
            <li key={thing}>
              <Lamp kind={thing} />
              <h2>{t(`area.site.${page}.${thing}.name`)}</h2>
              <p>{t(`area.site.${page}.${thing}.text`)}</p>
            </li>
          ))}
        </ul>
      </main>
      <footer className={classes.foot}>{t('area.site.foot')}</footer>
    </div>
  )
}

const SHADES = { first: 'M30 20h40l14 36H16z', second: 'M26 56a24 24 0 0 1 48 0z', third: 'M50 18a20 20 0 1 1-.01 0z' }

function Lamp({ kind }: { kind: keyof typeof SHADES }) {
  return (
    <svg viewBox="0 0 100 110" aria-hidden="true" className={classes.lamp}>
      <path d={SHADES[kind]} />
      <path d="M50 56v38M34 96h32" />
    </svg>
  )
}
