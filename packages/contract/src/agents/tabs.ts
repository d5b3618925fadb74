import type { AgentConfig } from './schemas.ts'

export const TAB_KEYS = [
  'home',
  'overview',
  'voice',
  'nodes',
  'prompt',
  'kb',
  'tests',
  'convos',
  'analytics',
  'channels',
  'tools',
  'integrations',
  'leads',
  'settings',
  'metrics',
  'campaigns',
] as const
export type TabKey = (typeof TAB_KEYS)[number]

export const FIRST_TAB: TabKey = 'overview'

const FULL_WIDTH: ReadonlySet<string> = new Set<TabKey>(['convos', 'tools', 'prompt'])
export const isFullWidth = (key: string): boolean => FULL_WIDTH.has(key)

export const SUB_PAGES = {
  settings: [
    'core',
    'ui',
    'language',
    'security',
    'notifications',
    'handoff',
    'technical',
    'analytics',
    'advanced',
    'integrations',
  ],
  voice: ['voiceLibrary', 'speechGen', 'transcriber', 'phoneNumbers', 'testCall', 'advanced'],
} as const satisfies Partial<Record<TabKey, readonly string[]>>
export type SubPages = typeof SUB_PAGES
export type SettingsPage = SubPages['settings'][number]
export type VoicePage = SubPages['voice'][number]

export interface CustomTab {
  readonly href: string
  readonly label: string
  readonly iconUrl: string
  readonly alwaysVisible: boolean
}

export interface TabMemory {
  readonly hidden: readonly string[]
  readonly order: readonly string[]
}
export const NO_MEMORY: TabMemory = { hidden: [], order: [] }

export interface TabsOf {
  readonly agent: Pick<AgentConfig, 'agentPlatform' | 'enableNodes'>
  /** `owner` is everyone signed in as a workspace user, whatever other sessions they have. */
  readonly viewer: 'owner' | 'client'
  readonly canAccess?: readonly string[]
  readonly clientTabOrder?: readonly string[]
  readonly customTabs?: readonly CustomTab[]
  readonly built: readonly TabKey[]
  readonly memory?: TabMemory
}

export interface TabEntry {
  /** The path below the agent, which is also the key: `overview`, `c/prices`. */
  readonly path: string
  readonly key?: TabKey
  readonly custom?: CustomTab
  readonly fullWidth: boolean
  /** Still reachable by its URL and the search. */
  readonly hidden: boolean
}

const VG_ONLY: ReadonlySet<TabKey> = new Set<TabKey>(['voice', 'nodes', 'prompt', 'tools', 'kb'])
const VF_ONLY: ReadonlySet<TabKey> = new Set<TabKey>(['integrations'])

export function tabFits(key: TabKey, { agentPlatform, enableNodes }: TabsOf['agent']): boolean {
  if (key === 'tools' && enableNodes) return false
  return agentPlatform === 'vg' ? !VF_ONLY.has(key) : !VG_ONLY.has(key)
}

const bare = (path: string) => path.replace(/^\/+/, '')

export function tabsOf({ agent, viewer, built, memory = NO_MEMORY, ...client }: TabsOf): TabEntry[] {
  const allowed = new Set((client.canAccess ?? []).map(bare))
  const own = built
    .filter((key) => tabFits(key, agent))
    .filter((key) => (viewer === 'owner' ? key !== 'home' : allowed.has(key)))
    .map((key) => ({ path: key as string, key }))
  const customs = viewer === 'owner' ? [] : (client.customTabs ?? [])
  const extra = customs
    .map((custom) => ({ path: `c/${custom.href}`, custom }))
    .filter(({ path, custom }) => custom.alwaysVisible || allowed.has(path))
  const order = memory.order.length > 0 ? memory.order : viewer === 'client' ? (client.clientTabOrder ?? []) : []
  const entries = arranged([...own, ...extra], order.map(bare))
  return entries.map((entry) => ({
    ...entry,
    fullWidth: isFullWidth(entry.path),
    hidden: memory.hidden.includes(entry.path),
  }))
}

function arranged<T extends { path: string }>(entries: readonly T[], order: readonly string[]): T[] {
  const place = (entry: T) => {
    const at = order.indexOf(entry.path)
    return at < 0 ? order.length : at
  }
  return entries.toSorted((a, b) => place(a) - place(b))
}

export function firstTab(entries: readonly TabEntry[], canAccess: readonly string[] = []): string | undefined {
  const wanted = canAccess.map(bare).find((path) => entries.some((entry) => entry.path === path))
  const usual = entries.find((entry) => entry.path === FIRST_TAB)
  return wanted ?? (usual ?? entries[0])?.path
}

export function toggleTab(memory: TabMemory, path: string, entries: readonly TabEntry[]): TabMemory {
  if (memory.hidden.includes(path)) return { ...memory, hidden: memory.hidden.filter((entry) => entry !== path) }
  const shown = entries.filter((entry) => !entry.hidden)
  if (shown.length <= 1) return memory
  return { ...memory, hidden: [...memory.hidden, path] }
}

/** `by` -1 moves towards the start. */
export function moveTab(memory: TabMemory, path: string, by: -1 | 1, entries: readonly TabEntry[]): TabMemory {
  const order = entries.map((entry) => entry.path)
  const from = order.indexOf(path)
  const to = from + by
  const other = order[to]
  if (from < 0 || other === undefined) return memory
  return { ...memory, order: order.with(from, other).with(to, path) }
}

export interface LayoutOf {
  readonly phone: boolean
  readonly workspaceUser: boolean
  readonly orgLayout?: 'vertical' | 'horizontal'
}

/** Phones and workspace users have tabs in a row; for clients their organisation decides. */
export function layoutOf({ phone, workspaceUser, orgLayout = 'vertical' }: LayoutOf): 'vertical' | 'horizontal' {
  return phone || workspaceUser ? 'horizontal' : orgLayout
}
