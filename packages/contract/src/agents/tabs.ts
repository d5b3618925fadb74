// The parts of an agent's area as data: which there are, who sees which, in what order, and how they are laid out.
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

/** What owners start with when they open an agent. */
export const FIRST_TAB: TabKey = 'overview'

/** Parts that need the whole width; all others are centred. */
const FULL_WIDTH: ReadonlySet<string> = new Set<TabKey>(['convos', 'tools', 'prompt'])
export const isFullWidth = (key: string): boolean => FULL_WIDTH.has(key)

/** Pages within a part, reached by `?tab=`. */
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

/** A page of an agency's own, at `/c/{href}` of the agent. */
export interface CustomTab {
  readonly href: string
  readonly label: string
  readonly iconUrl: string
  /** Shown to every client, whatever they may see otherwise. */
  readonly alwaysVisible: boolean
}

/** What this browser remembers of somebody's arrangement. */
export interface TabMemory {
  readonly hidden: readonly string[]
  readonly order: readonly string[]
}
export const NO_MEMORY: TabMemory = { hidden: [], order: [] }

export interface TabsOf {
  readonly agent: Pick<AgentConfig, 'agentPlatform' | 'enableNodes'>
  /** `owner` is everybody signed in as a workspace user, whatever else they are signed in as. */
  readonly viewer: 'owner' | 'client'
  /** Paths a client may see: `/convos`, `/c/prices`. */
  readonly canAccess?: readonly string[]
  readonly clientTabOrder?: readonly string[]
  readonly customTabs?: readonly CustomTab[]
  /** The parts whose page exists. */
  readonly built: readonly TabKey[]
  readonly memory?: TabMemory
}

export interface TabEntry {
  /** The path below the agent, which is also the key: `overview`, `c/prices`. */
  readonly path: string
  /** Absent for a page of the agency's own. */
  readonly key?: TabKey
  readonly custom?: CustomTab
  readonly fullWidth: boolean
  /** Put away by this person; still reachable by its address and the search. */
  readonly hidden: boolean
}

const VG_ONLY: ReadonlySet<TabKey> = new Set<TabKey>(['voice', 'nodes', 'prompt', 'tools', 'kb'])
const VF_ONLY: ReadonlySet<TabKey> = new Set<TabKey>(['integrations'])

/** Whether an agent of this kind has the part at all. */
export function tabFits(key: TabKey, { agentPlatform, enableNodes }: TabsOf['agent']): boolean {
  if (key === 'tools' && enableNodes) return false
  return agentPlatform === 'vg' ? !VF_ONLY.has(key) : !VG_ONLY.has(key)
}

const bare = (path: string) => path.replace(/^\/+/, '')

/** Every part this viewer may open, in their order; what they put away is among them and marked. */
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

/** Named ones first and in the named order; the others keep their places behind them. */
function arranged<T extends { path: string }>(entries: readonly T[], order: readonly string[]): T[] {
  const place = (entry: T) => {
    const at = order.indexOf(entry.path)
    return at < 0 ? order.length : at
  }
  return entries.toSorted((a, b) => place(a) - place(b))
}

/** Where the bare address of an agent leads; undefined when there is nothing this viewer may see. */
export function firstTab(entries: readonly TabEntry[], canAccess: readonly string[] = []): string | undefined {
  const wanted = canAccess.map(bare).find((path) => entries.some((entry) => entry.path === path))
  const usual = entries.find((entry) => entry.path === FIRST_TAB)
  return wanted ?? (usual ?? entries[0])?.path
}

/** Puts a part away or brings it back. The last one on show stays. */
export function toggleTab(memory: TabMemory, path: string, entries: readonly TabEntry[]): TabMemory {
  if (memory.hidden.includes(path)) return { ...memory, hidden: memory.hidden.filter((entry) => entry !== path) }
  const shown = entries.filter((entry) => !entry.hidden)
  if (shown.length <= 1) return memory
  return { ...memory, hidden: [...memory.hidden, path] }
}

/** Moves a part one place towards the start (-1) or the end (1). */
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
  /** Signed in as a workspace user. */
  readonly workspaceUser: boolean
  readonly orgLayout?: 'vertical' | 'horizontal'
}

/** Phones and workspace users have their parts in a row; clients as their organisation says. */
export function layoutOf({ phone, workspaceUser, orgLayout = 'vertical' }: LayoutOf): 'vertical' | 'horizontal' {
  return phone || workspaceUser ? 'horizontal' : orgLayout
}
