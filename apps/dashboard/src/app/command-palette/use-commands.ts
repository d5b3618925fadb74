// Collects the palette's entries: agents and documents from the server, pages and actions by permission.
import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { NO_MEMORY, tabsOf } from '@parlance/contract/agents/tabs'
import { REGIONS } from '@parlance/contract/lib/regions'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../lib/permissions.ts'
import { agentQuery } from '../../features/agents/draft/draft.tsx'
import { useNewAgent } from '../../features/agents/new-agent/new-agent.tsx'
import { useNavigateTo } from '../../lib/link.tsx'
import { AGENT_TABS, paths, type Target } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { NAV } from '../navigation/nav-entries.ts'
import { useNewWorkspace } from '../layout/new-workspace.tsx'
import { inRegion } from '../layout/region-href.ts'
import { useOtherRegion } from '../layout/use-other-region.ts'
import { tabSearchEntriesOf } from '../agent-area/tab-search-entries.ts'
import { useSwitchWorkspace } from '../layout/use-switch-workspace.ts'
import { inAgents, type Command } from './commands.ts'

/** The switcher's page size; the server searches beyond it. */
const LISTED = 200
/** Documents per search; as many again from other agents. */
const FOUND = 5
const PAUSE = 200

const words = (text: string) => text.split(',')

/** Id of the current agent; '' on workspace pages. */
const useAgentOnScreen = () =>
  useRouterState({ select: ({ location }) => /\/agents\/(\w{16})(?:\/|$)/.exec(location.pathname)?.[1] ?? '' })

export interface Commands {
  commands: readonly Command[]
  /** A server search is running. */
  searching: boolean
}

export function useCommands(typed: string, opened: boolean): Commands {
  const [search] = useDebouncedValue(typed.trim(), PAUSE)
  const agents = useAgentCommands(search, opened)
  const documents = useDocumentCommands(typed.trim(), search, opened)
  const pages = usePageCommands()
  const actions = useActionCommands()
  return {
    commands: [...agents.commands, ...pages, ...(typed.trim() ? documents.commands : []), ...actions],
    searching: search !== typed.trim() || agents.searching || documents.searching,
  }
}

function useAgentCommands(search: string, opened: boolean): Commands {
  const { api, region, workspace } = useScope()
  const go = useNavigateTo()
  const input = { uid: workspace.uid }
  const listed = useQuery(api.agents.summaries.queryOptions({ input, enabled: opened })).data?.items ?? []
  const asks = opened && search !== '' && listed.length >= LISTED
  const found = useQuery({
    ...api.agents.list.queryOptions({ input: { ...input, search, limit: 10 } }),
    enabled: asks,
    placeholderData: keepPreviousData,
  })
  const more = asks ? (found.data?.items ?? []) : []
  const known = new Set(listed.map(({ ID }) => ID))
  return {
    searching: asks && found.isFetching,
    commands: [...listed, ...more.filter(({ ID }) => !known.has(ID))].map(({ ID, title }) => ({
      id: `agent:${ID}`,
      group: 'agents',
      label: title,
      names: [title],
      run: () => go(paths.agent(region, ID)),
    })),
  }
}

/** Documents of the current agent, also by text, then of all agents by name and address. */
function useDocumentCommands(typed: string, search: string, opened: boolean): Commands {
  const { api, region, workspace } = useScope()
  const go = useNavigateTo()
  const agentId = useAgentOnScreen()
  const asks = opened && search.length > 1
  const here = useQuery({
    ...api.knowledge.list.queryOptions({ input: { agentId, search, limit: FOUND } }),
    enabled: asks && agentId !== '',
    placeholderData: keepPreviousData,
  })
  const everywhere = useQuery({
    ...api.knowledge.listWorkspace.queryOptions({ input: { uid: workspace.uid, search, limit: 2 * FOUND } }),
    enabled: asks,
    placeholderData: keepPreviousData,
  })
  // Until results arrive, filters the previous ones.
  const fits = (of: { isPlaceholderData: boolean }) => (document: { name: string }) =>
    (typed === search && !of.isPlaceholderData) || document.name.toLowerCase().includes(typed.toLowerCase())
  const own = asks && agentId !== '' ? (here.data?.items ?? []).filter(fits(here)) : []
  const all = asks ? (everywhere.data?.items ?? []).filter(fits(everywhere)) : []
  const titles = new Map((everywhere.data?.items ?? []).map((found) => [found.agentId, found.agentTitle]))
  const title = useQueryClient().getQueryData(agentQuery(api, agentId).queryKey)?.data.title
  if (title) titles.set(agentId, title)
  const known = new Set(own.map(({ ID }) => ID))
  const found = [...own, ...all.filter(({ ID }) => !known.has(ID))].slice(0, 2 * FOUND)
  return {
    searching: asks && (here.isFetching || everywhere.isFetching),
    commands: inAgents(found).map(({ ID, name, agentId: owner }) => ({
      id: `document:${ID}`,
      group: 'documents',
      label: name,
      ...(titles.has(owner) ? { about: titles.get(owner) ?? '' } : {}),
      names: [name],
      run: () => go(paths.agent(region, owner, 'kb', { doc_id: ID })),
    })),
  }
}

function usePageCommands(): Command[] {
  const { t } = useTranslation()
  const { region } = useScope()
  const go = useNavigateTo()
  const parts = usePartCommands()
  const page = (id: string, label: string, target: Target, other = '', about?: string): Command => ({
    id: `page:${id}`,
    group: 'pages',
    label,
    ...(about ? { about } : {}),
    names: [label, ...(about ? [`${about} ${label}`] : []), ...words(other)],
    run: () => go(target),
  })
  const links = NAV.flatMap((entry) => ('children' in entry ? entry.children : [entry]))
  const settings = t('shell.palette.workspace')
  return [
    ...parts,
    ...links.map(({ key, target }) =>
      page(key, t(`shell.nav.${key}`), target(region), key === 'agents' ? t('shell.palette.words.agents') : ''),
    ),
    page('credits', t('shell.credits'), paths.billing(region), t('shell.palette.words.credits')),
    page('account', t('shell.account'), paths.account(region), t('shell.palette.words.account')),
    ...(['general', 'members', 'keys', 'requests', 'audit'] as const).map((tab) =>
      page(
        `workspace-${tab}`,
        t(`workspaces.tabs.${tab}`),
        paths.workspace(region, tab),
        t(`shell.palette.words.${tab}`),
        settings,
      ),
    ),
  ]
}

/** Tabs of the current agent and their pages. */
function usePartCommands(): Command[] {
  const { t } = useTranslation()
  const { api, region } = useScope()
  const go = useNavigateTo()
  const agentId = useAgentOnScreen()
  const agent = useQueryClient().getQueryData(agentQuery(api, agentId).queryKey)?.data
  if (!agent) return []
  const { agentPlatform, enableNodes, title } = agent
  const entries = tabsOf({
    agent: { agentPlatform, enableNodes },
    viewer: 'owner',
    built: AGENT_TABS,
    memory: NO_MEMORY,
  })
  const places = tabSearchEntriesOf(entries, t)
  // Tabs first: before anything is typed, only the first pages are shown.
  return [...places.filter(({ part }) => !part), ...places.filter(({ part }) => part)].map(
    ({ id, label, part, names, path, search }) => ({
      id: `part:${id}`,
      group: 'pages',
      label,
      about: part ?? title,
      names,
      run: () => go(paths.part(region, agentId, path, search)),
    }),
  )
}

function useActionCommands(): Command[] {
  const { t } = useTranslation()
  const { api, region, workspace } = useScope()
  const { setColorScheme } = useMantineColorScheme()
  const go = useNavigateTo()
  const newAgent = useNewAgent()
  const newWorkspace = useNewWorkspace()
  const change = useSwitchWorkspace()
  const other = useOtherRegion()
  const [builds, manages] = [useCan('editor'), useCan('admin')]
  const workspaces = useQuery(api.workspaces.list.queryOptions()).data?.items ?? []
  const action = (id: string, label: string, run: () => unknown, otherWords = ''): Command => ({
    id: `action:${id}`,
    group: 'actions',
    label,
    names: [label, ...words(otherWords)],
    run,
  })
  const theme = t('shell.palette.words.theme')
  return [
    ...(builds ? [action('agent', t('shell.newAgent'), newAgent, t('shell.palette.words.newAgent'))] : []),
    ...(manages
      ? [action('invite', t('shell.palette.invite'), () => go(paths.workspace(region, 'members', true)))]
      : []),
    action('workspace', t('shell.palette.newWorkspace'), newWorkspace),
    ...workspaces
      .filter(({ uid }) => uid !== workspace.uid)
      .map(({ uid, workspaceName: name }) =>
        action(`switch-${uid}`, t('shell.palette.switchTo', { name }), () => change(uid), name),
      ),
    ...REGIONS.filter((one) => one === other).map((one) =>
      action(`region-${one}`, t('shell.palette.goRegion', { region: t(`shell.region.${one}`) }), () =>
        location.assign(inRegion(one, location)),
      ),
    ),
    ...(['light', 'dark', 'auto'] as const).map((scheme) =>
      action(`theme-${scheme}`, t(`shell.palette.theme.${scheme}`), () => setColorScheme(scheme), theme),
    ),
  ]
}
