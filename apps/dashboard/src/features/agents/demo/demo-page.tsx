// A sample shop that embeds the widget in every display mode.
import { NativeSelect } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { PublicAgent } from '@parlance/contract/agents/schemas'
import type { Region } from '@parlance/contract/lib/regions'
import { Navigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSearchValues } from '../../../lib/link.tsx'
import { DEMO_PAGES, hrefOf, paths, type DemoPage as PageKey } from '../../../lib/paths.ts'
import { RENDERS, type Render } from '../deploy/script-tag.ts'
import { PublicPage } from '../public-page.tsx'
import { Delivery } from './delivery-page.tsx'
import { Shop } from './shop-page.tsx'
import classes from './site.module.css'
import { useWidget } from './use-widget.ts'
import { SHOP_MAIL, Visit } from './visit-page.tsx'
import type { SiteLinks } from './site-links.ts'

const CONTENT = { page1: Shop, page2: Delivery, page3: Visit } as const
const PLACE = 'ask'

export function DemoPage() {
  const { agentId = '', page } = useParams({ strict: false }) as { agentId?: string; page?: string }
  const { render } = useSearchValues()
  const key = DEMO_PAGES.find((entry) => entry === page)
  if (!key) return <Navigate to={paths.notFound().to} replace />
  const shown = RENDERS.find((entry) => entry === render)
  return (
    <PublicPage agentId={agentId} place={(region, id) => paths.demo(region, id, key, shown)}>
      {(agent, region) => <Site agent={agent} region={region} page={key} render={shown} />}
    </PublicPage>
  )
}

interface SiteProps {
  agent: PublicAgent
  region: Region
  page: PageKey
  render: Render | undefined
}

function Site({ agent, region, page, render }: SiteProps) {
  const { t } = useTranslation()
  const name = t('demoSite.name')
  useDocumentTitle(`${t(`demoSite.${page}.title`)} · ${name}`)
  useWidget({ agentId: agent.ID, region, render, container: `#${PLACE}` })
  const Content = CONTENT[page]
  // Plain links: each page loads afresh, as on most sites.
  const to = (key: PageKey) => hrefOf(paths.demo(region, agent.ID, key, render))
  return (
    <div className={classes.site}>
      <Chooser agentId={agent.ID} region={region} page={page} render={render} />
      <header className={classes.head}>
        <a className={classes.name} href={to('page1')}>
          <Mark />
          {name}
        </a>
        <Links label={name} page={page} to={to} />
      </header>
      <main id="content" className={classes.main}>
        <Content to={to} />
        {render === 'full-width' && (
          <section className={classes.ask} aria-labelledby="ask-title">
            <h2 id="ask-title">{t('demoSite.ask')}</h2>
            <div id={PLACE} className={classes.place} />
          </section>
        )}
      </main>
      <FormFooter />
    </div>
  )
}

function Links({ label, page, to }: SiteLinks & { label: string; page: PageKey }) {
  const { t } = useTranslation()
  return (
    <nav className={classes.links} aria-label={label}>
      {DEMO_PAGES.map((key) => (
        <a key={key} href={to(key)} aria-current={key === page ? 'page' : undefined}>
          {t(`demoSite.${key}.link`)}
        </a>
      ))}
    </nav>
  )
}

/** Chooses the display mode; not part of the shop. */
function Chooser({
  agentId,
  region,
  page,
  render,
}: {
  agentId: string
  region: Region
  page: PageKey
  render: Render | undefined
}) {
  const { t } = useTranslation()
  const choose = (next: string) => {
    const wanted = RENDERS.find((entry) => entry === next)
    // The widget can't move without a page load.
    location.assign(hrefOf(paths.demo(region, agentId, page, wanted)))
  }
  return (
    <aside className={classes.chooser} aria-label={t('demoSite.chooser')}>
      <span>{t('demoSite.sample')}</span>
      <label>
        {t('demoSite.show')}
        <NativeSelect
          size="xs"
          value={render ?? ''}
          onChange={(event) => choose(event.currentTarget.value)}
          data={[
            { value: '', label: t('demoSite.asSet') },
            ...RENDERS.map((entry) => ({ value: entry, label: t(`widget.renders.${entry}.name`) })),
          ]}
        />
      </label>
    </aside>
  )
}

function FormFooter() {
  const { t } = useTranslation()
  return (
    <footer className={classes.foot}>
      <div>
        <b>{t('demoSite.name')}</b>
        <p>{t('demoSite.foot')}</p>
      </div>
      <div>
        <b>{t('demoSite.page3.link')}</b>
        <p>{t('demoSite.page3.second.text')}</p>
        <p>{t('demoSite.page3.first.text')}</p>
      </div>
      <div>
        <b>{t('demoSite.page3.mail')}</b>
        <p>
          <a href={`mailto:${SHOP_MAIL}`}>{SHOP_MAIL}</a>
        </p>
      </div>
    </footer>
  )
}

const Mark = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className={classes.mark}>
    <path d="M8 3h8l4 9H4zM12 12v7M8 21h8" />
  </svg>
)
