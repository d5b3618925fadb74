import type { TabEntry } from '@parlance/contract/agents/tabs'
import { lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { useScrollRow } from '../../components/lists/scroll-row.ts'
import classes from './agent-area.module.css'
import { usePreloadedPages } from '../layout/preload-pages.ts'
import { useKept, useTabName } from './use-tabs.ts'

const MoreTabs = lazy(() => import('./more-tabs.tsx'))

interface Props {
  agentId: string
  entries: readonly TabEntry[]
  current: string
}

/** An agent's tabs; an open test panel stays open across them. */
export function AgentTabs({ agentId, entries, current }: Props) {
  const { t } = useTranslation()
  const { region } = useScope()
  const name = useTabName()
  const kept = useKept()
  const row = useScrollRow<HTMLElement>(current)
  const list = useRef<HTMLUListElement>(null)
  // The canvas is large: preloaded on hover.
  const usual = entries.filter((entry) => !entry.hidden && entry.path !== 'prompt')
  // A hidden tab is shown while it is open.
  const shown = entries.filter((entry) => !entry.hidden || entry.path === current)
  usePreloadedPages(usual.map((entry) => paths.part(region, agentId, entry.path)))
  return (
    <>
      <nav ref={row} className={`${classes.tabs} scroll-row`} aria-label={t('area.label')}>
        <ul ref={list} className={classes.tabList}>
          {shown.map((entry) => (
            <li key={entry.path} data-path={entry.path}>
              <AppLink
                target={paths.part(region, agentId, entry.path, kept)}
                className={classes.tab}
                aria-current={entry.path === current ? 'page' : undefined}
              >
                <span>{name(entry)}</span>
              </AppLink>
            </li>
          ))}
        </ul>
      </nav>
      <Suspense fallback={null}>
        <MoreTabs agentId={agentId} entries={shown} list={list} />
      </Suspense>
    </>
  )
}
