// Every screen, light and wide, dark and on a phone: no axe findings, no stray scroll of the window.
import { startWebsite, type Website } from '@parlance/simulators/website/server'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { crawl, makeDemo, type Demo } from './demo.ts'
import { setStage, type Owner } from './harness.ts'
import { axe, complete, look, LOOKS } from './pages.ts'
import { sitePort } from './product.ts'

let site: Website
const stage = setStage()
beforeAll(async () => {
  site = await startWebsite({ port: sitePort() })
})
let demo: Demo
let fresh: Owner
let jobId: string
beforeAll(async () => {
  demo = await makeDemo(stage)
  fresh = await stage.owner()
  jobId = await crawl(demo, site)
})
afterAll(() => site.close())

interface Screen {
  readonly name: string
  readonly path: string | (() => string)
  /** Whose session; signed out when absent. */
  readonly as?: () => Owner
  /** Must be visible before the checks. */
  readonly heading: string | RegExp
  /** Opens a state that has no address. */
  readonly open?: (page: Page) => Promise<void>
  readonly allow?: readonly RegExp[]
}

const owner = () => demo.owner
const inApp = (path: string) => () => `/app/eu${path}`
const inAgent = (tab: string) => () => `/app/eu/agents/${demo.agentId}/${tab}`
const press = (name: string | RegExp) => async (page: Page) => page.getByRole('button', { name }).first().click()
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name }).waitFor()

const ACCOUNT_SCREENS: Screen[] = [
  { name: 'login', path: '/login', heading: 'Sign in' },
  { name: 'sign-up', path: '/sign-up', heading: 'Create your account' },
  { name: 'forgot-password', path: '/forgot-password', heading: 'Reset your password' },
  { name: 'reset-password', path: '/reset-password?token=x', heading: 'Set a new password' },
  { name: 'reset-password-bare', path: '/reset-password', heading: 'Set a new password' },
  {
    name: 'verify-email',
    path: '/verify-email?token=x',
    heading: 'Confirming your email address',
  },
  {
    name: 'sandbox-mail',
    path: '/sandbox/mail',
    heading: 'Sandbox inbox',
    open: async (page) => {
      await page.getByRole('list', { name: 'Emails' }).waitFor()
    },
  },
  {
    name: 'sandbox-mail-open',
    path: '/sandbox/mail',
    heading: 'Sandbox inbox',
    open: async (page) => {
      await page.getByRole('list', { name: 'Emails' }).getByRole('button').first().click()
      await page.getByRole('heading', { level: 2 }).waitFor()
    },
  },
  { name: 'not-found', path: '/404', heading: 'Page not found' },
  { name: 'api-docs', path: '/api/docs', heading: 'Parlance API' },
]

const LIST_SCREENS: Screen[] = [
  { name: 'agents-empty', path: inApp('/agents'), as: () => fresh, heading: 'Create your first agent' },
  { name: 'agents', path: inApp('/agents'), as: owner, heading: 'Agents' },
  { name: 'agents-nothing-found', path: inApp('/agents?search=xyz'), as: owner, heading: /Nothing matches/ },
  {
    name: 'new-agent',
    path: inApp('/agents'),
    as: owner,
    heading: 'Agents',
    open: async (page) => {
      await press('New Agent')(page)
      await dialog(page, 'New Agent')
    },
  },
  {
    name: 'agent-delete',
    path: inApp('/agents'),
    as: owner,
    heading: 'Agents',
    open: async (page) => {
      await press('More for Lumen helper')(page)
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await dialog(page, /Delete “Lumen helper”/)
    },
  },
  { name: 'sessions-empty', path: inApp('/sessions'), as: () => fresh, heading: 'No conversations yet' },
  { name: 'sessions', path: inApp('/sessions'), as: owner, heading: 'Sessions' },
  { name: 'account', path: inApp('/account'), as: owner, heading: 'Account' },
  { name: 'credentials', path: inApp('/credentials'), as: owner, heading: 'Credentials' },
  {
    name: 'credential',
    path: inApp('/credentials'),
    as: owner,
    heading: 'Credentials',
    open: async (page) => {
      await press(/Add key: OpenAI$/)(page)
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'credits', path: inApp('/account/billing'), as: owner, heading: 'Billing' },
]

const CRAWLER_SCREENS: Screen[] = [
  { name: 'crawler-empty', path: inApp('/automations'), as: () => fresh, heading: 'Let your agents read a website' },
  { name: 'crawler', path: inApp('/automations'), as: owner, heading: 'Crawler' },
  { name: 'crawler-nothing-found', path: inApp('/automations?search=xyz'), as: owner, heading: /Nothing matches/ },
  {
    name: 'crawler-new',
    path: inApp('/automations?edit=new'),
    as: owner,
    heading: 'New crawler job',
    open: async (page) => {
      await page.getByRole('button', { name: 'Pages to read' }).click()
      await press('Start job')(page)
      await page.getByText('Enter at least one address.').waitFor()
    },
  },
  {
    name: 'crawler-log',
    path: () => inApp(`/automations?job=${jobId}`)(),
    as: owner,
    heading: 'The shop and all its pages',
    open: async (page) => {
      await page.getByRole('list', { name: 'Pages' }).getByText('Read', { exact: true }).first().waitFor()
    },
  },
  {
    name: 'crawler-delete',
    path: inApp('/automations'),
    as: owner,
    heading: 'Crawler',
    open: async (page) => {
      await press('More actions for The shop and all its pages')(page)
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await dialog(page, 'Delete The shop and all its pages?')
    },
  },
  { name: 'crawler-bot', path: '/bot', heading: 'ParlanceBot' },
]

const AGENT_SCREENS: Screen[] = [
  { name: 'design', path: inAgent('overview'), as: owner, heading: 'Design' },
  { name: 'prompt', path: inAgent('nodes'), as: owner, heading: 'Prompt' },
  { name: 'prompt-steps', path: () => `/app/eu/agents/${demo.manySteps}/nodes`, as: owner, heading: 'Prompt' },
  { name: 'knowledge', path: inAgent('kb'), as: owner, heading: 'Knowledge' },
  {
    name: 'knowledge-empty',
    path: () => `/app/eu/agents/${demo.manySteps}/kb`,
    as: owner,
    heading: 'Add your first source',
  },
  {
    name: 'document-new',
    path: inAgent('kb?add=text'),
    as: owner,
    heading: 'Add Source',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByText('Enter a name.').waitFor()
    },
  },
  ...['file', 'urls', 'sitemap', 'qa'].map((kind) => ({
    name: `document-new-${kind}`,
    path: inAgent(`kb?add=${kind}`),
    as: owner,
    heading: 'Add Source',
  })),
  ...['Content', 'Chunks', 'Earlier versions'].map((tab) => ({
    name: `document-${tab.toLowerCase().replaceAll(' ', '-')}`,
    path: () => `${inAgent('kb')()}?doc_id=${demo.docId}`,
    as: owner,
    heading: 'Shipping and returns',
    open: async (page: Page) => {
      await page.getByRole('dialog').getByRole('tab', { name: tab }).click()
      await page.getByRole('dialog').getByRole('tabpanel', { name: tab }).waitFor()
    },
  })),
  {
    name: 'test-search',
    path: inAgent('kb'),
    as: owner,
    heading: 'Knowledge',
    open: async (page) => {
      await press('Preview KB')(page)
      await page.getByRole('textbox', { name: 'Question' }).fill('returning a lamp')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page
        .getByText(/chunks? found/)
        .first()
        .waitFor()
    },
  },
  { name: 'chats-empty', path: () => `/app/eu/agents/${demo.manySteps}/convos`, as: owner, heading: 'No chats yet' },
  { name: 'tests-empty', path: inAgent('tests'), as: owner, heading: 'No tests yet' },
  { name: 'test-new', path: inAgent('tests?test=new'), as: owner, heading: 'New test' },
  { name: 'chats', path: inAgent('convos'), as: owner, heading: 'Chats' },
  { name: 'analytics', path: inAgent('analytics'), as: owner, heading: 'Analytics' },
  {
    name: 'chat',
    path: () => `${inAgent('convos')()}?conversation=${demo.conversationId}`,
    as: owner,
    heading: 'Chats',
    open: (page) =>
      page
        .getByTitle(/How many days/)
        .first()
        .waitFor(),
  },
  { name: 'settings-core', path: inAgent('settings'), as: owner, heading: 'Settings' },
  { name: 'settings-technical', path: inAgent('settings?tab=technical'), as: owner, heading: 'Settings' },
  { name: 'settings-advanced', path: inAgent('settings?tab=advanced'), as: owner, heading: 'Settings' },
  {
    name: 'deploy',
    path: inAgent('overview'),
    as: owner,
    heading: 'Design',
    open: async (page) => {
      await press('Widget Script')(page)
      await dialog(page, 'Add to website')
    },
  },
  {
    name: 'test-panel',
    path: inAgent('nodes?showDebugger=true'),
    as: owner,
    heading: 'Prompt',
    open: async (page) => {
      const panel = page.getByRole('region', { name: 'Test panel' })
      await panel.getByRole('textbox', { name: 'Write a message' }).fill('How many days do I have to return a lamp?')
      await panel.getByRole('button', { name: 'Send' }).click()
      await panel.getByText('demo model').waitFor()
      await panel.getByText(/^\d sources?$/).click()
    },
  },
]

/** Each user keeps one page across screens; a failure replaces it. */
const pages = new Map<Owner | undefined, Page>()
async function pageOf(screen: Screen): Promise<Page> {
  const who = screen.as?.()
  const known = screen.allow ? undefined : pages.get(who)
  if (known) return known
  const page = await stage.newPage({ allow: screen.allow ?? [], keep: !screen.allow })
  await who?.signIn(page)
  if (!screen.allow) pages.set(who, page)
  return page
}

// On a slow machine axe takes long in every look.
test.each([...ACCOUNT_SCREENS, ...LIST_SCREENS, ...CRAWLER_SCREENS, ...AGENT_SCREENS])(
  '$name',
  async (screen) => {
    const page = await pageOf(screen)
    onTestFailed(() => void pages.delete(screen.as?.()))
    const [first] = LOOKS
    await page.emulateMedia({ colorScheme: first.scheme })
    await page.setViewportSize(first.size)
    await page.goto(stage.url + (typeof screen.path === 'string' ? screen.path : screen.path()))
    await page.getByRole('heading', { name: screen.heading }).first().waitFor({ state: 'attached' })
    await screen.open?.(page)
    await complete(page)
    const findings: unknown[] = []
    for (const { name, scheme, size } of LOOKS) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize(size)
      // First, since it waits for the change to be painted.
      findings.push(...(await axe(page)).map((violation) => ({ ...violation, look: name })))
      await look(page, `${screen.name}-${scheme}`)
      const sideways = Number(await page.evaluate('document.scrollingElement.scrollWidth - innerWidth'))
      if (sideways > 0) findings.push({ look: name, id: 'scrolls sideways', by: sideways })
      // The app scrolls inside its frame; a window that scrolls shows nothing below it.
      const below = Number(await page.evaluate('document.scrollingElement.scrollHeight - innerHeight'))
      if (below > 0 && page.url().includes('/app/')) findings.push({ look: name, id: 'window scrolls', by: below })
    }
    expect(findings).toEqual([])
  },
  180_000,
)
