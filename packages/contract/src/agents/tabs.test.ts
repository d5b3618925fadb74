import { expect, test } from 'vitest'
import {
  firstTab,
  isFullWidth,
  layoutOf,
  moveTab,
  NO_MEMORY,
  TAB_KEYS,
  tabsOf,
  toggleTab,
  type TabsOf,
} from './tabs.ts'

const vg = { agentPlatform: 'vg', enableNodes: true } as const
const vf = { agentPlatform: 'vf', enableNodes: true } as const
const paths = (given: Partial<TabsOf>) =>
  tabsOf({ agent: vg, viewer: 'owner', built: TAB_KEYS, ...given }).map((entry) => entry.path)
const prices = { href: 'prices', label: 'Prices', iconUrl: '', alwaysVisible: false }
const help = { ...prices, href: 'help', alwaysVisible: true }

test.each<[string, Partial<TabsOf>, string]>([
  [
    'an owner has everything but home, tools and what is for vf',
    {},
    'overview voice nodes prompt kb tests convos analytics channels leads settings metrics campaigns',
  ],
  [
    'without nodes there are tools',
    { agent: { ...vg, enableNodes: false } },
    'overview voice nodes prompt kb tests convos analytics channels tools leads settings metrics campaigns',
  ],
  [
    'a vf agent has integrations, and nothing that works on a model of ours',
    { agent: { ...vf, enableNodes: false } },
    'overview tests convos analytics channels integrations leads settings metrics campaigns',
  ],
  ['what is not built does not appear', { built: ['overview', 'kb', 'tools'] }, 'overview kb'],
  ['a client sees what they may access', { viewer: 'client', canAccess: ['/convos', '/home'] }, 'home convos'],
  ['a client who may access nothing sees nothing', { viewer: 'client' }, ''],
  ['access does not overrule the kind of agent', { viewer: 'client', canAccess: ['/tools', '/integrations'] }, ''],
  [
    'the order of the client is followed; what it does not name comes after',
    { viewer: 'client', canAccess: ['/home', '/convos', '/kb'], clientTabOrder: ['/kb', 'convos'] },
    'kb convos home',
  ],
  [
    'a workspace user is not bound by access',
    { canAccess: ['/convos'], built: ['overview', 'convos'] },
    'overview convos',
  ],
  [
    'custom pages: allowed ones and those everybody sees',
    { viewer: 'client', canAccess: ['/convos'], customTabs: [prices, help] },
    'convos c/help',
  ],
  [
    'a custom page by access',
    { viewer: 'client', canAccess: ['/c/prices'], customTabs: [prices], clientTabOrder: ['/c/prices'] },
    'c/prices',
  ],
  ['owners have no custom pages', { customTabs: [help], built: ['overview'] }, 'overview'],
  [
    'the own arrangement comes before the client order',
    {
      viewer: 'client',
      canAccess: ['/home', '/convos'],
      clientTabOrder: ['/home'],
      memory: { hidden: [], order: ['convos'] },
    },
    'convos home',
  ],
])('%s', (_, given, expected) => {
  expect(paths(given).join(' ')).toBe(expected)
})

test('marks hidden tabs, shows them again, and keeps the last visible one', () => {
  const built = ['overview', 'kb'] as const
  const entries = (memory = NO_MEMORY) => tabsOf({ agent: vg, viewer: 'owner', built, memory })
  const hidden = (memory = NO_MEMORY) =>
    entries(memory)
      .filter((entry) => entry.hidden)
      .map((entry) => entry.path)
  const away = toggleTab(NO_MEMORY, 'kb', entries())
  expect(hidden(away)).toEqual(['kb'])
  expect(toggleTab(away, 'overview', entries(away))).toBe(away)
  expect(hidden(toggleTab(away, 'kb', entries(away)))).toEqual([])
})

test('moves a tab one place but not past the ends', () => {
  const built = ['overview', 'kb', 'convos'] as const
  const entries = (memory = NO_MEMORY) => tabsOf({ agent: vg, viewer: 'owner', built, memory })
  const moved = moveTab(NO_MEMORY, 'convos', -1, entries())
  expect(entries(moved).map((entry) => entry.path)).toEqual(['overview', 'convos', 'kb'])
  expect(moveTab(NO_MEMORY, 'overview', -1, entries())).toBe(NO_MEMORY)
  expect(moveTab(NO_MEMORY, 'convos', 1, entries())).toBe(NO_MEMORY)
  expect(moveTab(NO_MEMORY, 'nowhere', 1, entries())).toBe(NO_MEMORY)
})

test.each<[string, Partial<TabsOf>, string | undefined]>([
  ['owner', {}, 'overview'],
  ['client', { viewer: 'client', canAccess: ['/convos', '/overview'] }, 'convos'],
  ['client whose first path does not fit the agent', { viewer: 'client', canAccess: ['/tools', '/kb'] }, 'kb'],
  ['client with nothing', { viewer: 'client', canAccess: [] }, undefined],
])('chooses the first tab: %s', (_, given, expected) => {
  const entries = tabsOf({ agent: vg, viewer: 'owner', built: TAB_KEYS, ...given })
  expect(firstTab(entries, given.viewer === 'client' ? given.canAccess : [])).toBe(expected)
})

test.each([
  [{ phone: true, workspaceUser: false, orgLayout: 'vertical' }, 'horizontal'],
  [{ phone: false, workspaceUser: true, orgLayout: 'vertical' }, 'horizontal'],
  [{ phone: false, workspaceUser: false, orgLayout: 'vertical' }, 'vertical'],
  [{ phone: false, workspaceUser: false, orgLayout: 'horizontal' }, 'horizontal'],
  [{ phone: false, workspaceUser: false }, 'vertical'],
] as const)('layout of %o is %s', (given, expected) => {
  expect(layoutOf(given)).toBe(expected)
})

test('three items fill the width', () => {
  expect(TAB_KEYS.filter(isFullWidth)).toEqual(['prompt', 'convos', 'tools'])
})
