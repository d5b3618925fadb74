// The help centre: linked from the app, searched, read. With HELP_PICTURES set, updates its screenshots.
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { startWebsite, type Website } from '@parlance/simulators/website/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { crawl, type Demo } from './demo.ts'
import { call, newEmail, PASSWORD, setStage } from './harness.ts'
import { inspect } from './pages.ts'
import { sitePort } from './product.ts'

const HELP = join(import.meta.dirname, '../apps/server/src/modules/site/help')
let website: Website
const stage = setStage()
beforeAll(async () => {
  website = await startWebsite({ port: sitePort() })
})
afterAll(() => website.close())

test('help is opened from the app, searched without a reload, and readable on every screen', async () => {
  const owner = await stage.owner()
  const page = await stage.newPage({ width: 1280, height: 900 })
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents`)
  await page
    .getByRole('button', { name: /Account menu|person-/ })
    .first()
    .click()
  const docs = page.getByRole('menuitem', { name: 'Docs' })
  expect(await docs.getAttribute('href')).toBe('/help')
  await page.goto(`${stage.url}/help`)
  const search = page.getByRole('searchbox', { name: 'Search the help centre' })
  await search.fill('signature replay')
  await expect.poll(() => page.getByRole('main').getByRole('listitem').filter({ visible: true }).count()).toBe(1)
  await search.fill('quantum entanglement')
  await page.getByText('Nothing found. Try another word.').waitFor()
  await search.fill('webhook')
  await page.getByRole('link', { name: /Send events to your systems/ }).click()
  await page.getByRole('heading', { name: 'Send events to your systems', level: 1 }).waitFor()
  for (const [path, name] of [
    ['/help', 'help'],
    ['/help/add-to-website', 'help-article'],
  ] as const) {
    await page.goto(stage.url + path)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await inspect(page, `${name}-${width}`)
    }
  }
})

test('every picture of an article loads', () => {
  const wanted = readdirSync(join(HELP, 'articles')).flatMap((file) =>
    [...readFileSync(join(HELP, 'articles', file), 'utf8').matchAll(/!\[[^\]]+\]\(([\w-]+\.webp)\)/g)].map(
      ([, name = '']) => name,
    ),
  )
  expect(wanted.length).toBeGreaterThanOrEqual(20)
  expect(readdirSync(join(HELP, 'pictures')).toSorted()).toEqual([...new Set(wanted)].toSorted())
})

interface DemoPlace {
  readonly agencies: readonly {
    readonly owner: { readonly email: string; readonly password: string }
    readonly orgs: readonly { readonly agentId: string }[]
  }[]
}

test.runIf(process.env['HELP_PICTURES'])('the pictures are taken', { timeout: 400_000 }, async () => {
  const sharp = createRequire(join(import.meta.dirname, '../apps/server/package.json'))('sharp') as (input: Buffer) => {
    webp: (options: object) => { toFile: (path: string) => Promise<unknown> }
  }
  const pictures = join(HELP, 'pictures')
  mkdirSync(pictures, { recursive: true })
  const seeding = await promisify(execFile)('node', ['apps/server/src/cli/seed.ts', '--demo', '--json'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, DATA_DIR: stage.dataDir },
    maxBuffer: 10_000_000,
  })
  const [{ owner, orgs } = { owner: undefined, orgs: [] }] = (JSON.parse(seeding.stdout) as DemoPlace).agencies
  const agentId = orgs[0]?.agentId ?? ''
  const page = await stage.newPage({ width: 1280, height: 800, allow: [/./] })
  const take = async (name: string) => {
    await page.waitForTimeout(1000)
    await expect.poll(() => page.locator('.mantine-Skeleton-root').count(), { timeout: 20_000 }).toBe(0)
    await page.waitForTimeout(500)
    const picture = await page.screenshot({ animations: 'disabled' })
    await sharp(picture)
      .webp({ quality: 82 })
      .toFile(join(pictures, `${name}.webp`))
  }
  const app = `${stage.url}/app/eu`
  const at = (tab: string) => `${app}/agents/${agentId}/${tab}`

  const signedIn = await page
    .context()
    .request.post(`${stage.url}/api/account/sign-in`, { data: { email: owner?.email, password: owner?.password } })
  expect(signedIn.status()).toBe(200)
  await page.goto(`${app}/agents`)
  await page.evaluate(() => localStorage.setItem('parlance-operator-banner-hidden', 'true'))
  await page.evaluate(() => sessionStorage.setItem('parlance-verify-banner-hidden', 'true'))
  for (const [path, name] of [
    [at('kb'), 'knowledge'],
    [at('kb?view=gaps'), 'gaps'],
    [at('overview'), 'design'],
    [at('analytics'), 'analytics'],
    [at('metrics'), 'metrics'],
    [at('leads'), 'leads'],
    [at('channels'), 'channels'],
    [at('tools'), 'tools'],
    [at('settings?tab=ui'), 'settings'],
    [at('settings?tab=handoff'), 'hand-off'],
    [at('settings?tab=security'), 'privacy'],
    [at('convos'), 'chats'],
    [at('nodes'), 'prompt'],
    [`${app}/inbox`, 'inbox'],
    [`${app}/events`, 'events'],
    [`${app}/workspace?tab=members`, 'team'],
    [`${app}/workspace?tab=keys`, 'api-keys'],
    [`${app}/whitelabel/clients`, 'clients'],
    [`${app}/credentials`, 'credentials'],
  ] as const) {
    await page.goto(path)
    if (name === 'inbox' || name === 'chats')
      await page.getByText('My lamp arrived with', { exact: false }).first().click()
    await take(name)
  }
  await page.goto(at('kb?showDebugger=true'))
  const panel = page.getByRole('region', { name: 'Test panel' })
  await panel.getByRole('textbox', { name: 'Write a message' }).fill('How long does delivery take?')
  await panel.getByRole('textbox', { name: 'Write a message' }).press('Enter')
  await panel
    .getByRole('button', { name: /source/i })
    .first()
    .waitFor({ timeout: 20_000 })
    .catch(() => undefined)
  await take('test-panel')
  await page.goto(at('convos'))
  await page.getByRole('button', { name: 'Widget Script' }).click()
  await take('add-to-website')

  const builder = await stage.owner()
  const stepsId = await builder.agent('Lumen', { enableNodes: true, nodes: NODES as AgentNode[] })
  await builder.signIn(page)
  for (const [path, name] of [
    ['prompt', 'canvas'],
    ['prompt?node=repair', 'collect'],
  ] as const) {
    await page.goto(`${app}/agents/${stepsId}/${path}`)
    await take(name)
  }
  await call(
    `${builder.api}/v2/agents/${stepsId}/draft`,
    builder.token,
    { description: 'Repairs and sells lamps.' },
    'PUT',
  )
  await page.goto(`${app}/agents/${stepsId}/overview`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await take('publish')
  await crawl({ owner: builder } as Demo, website)
  await page.goto(`${app}/automations`)
  await take('crawler')

  const fresh = await stage.newPage({ width: 1280, height: 800 })
  await fresh.goto(`${stage.url}/sign-up`)
  await fresh.getByRole('textbox', { name: 'Email' }).fill(newEmail())
  await fresh.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await fresh.getByRole('radio', { name: /Europe/ }).click()
  await fresh.getByRole('button', { name: 'Create account' }).click()
  await fresh.waitForURL('**/onboarding?region=eu')
  await fresh.goto(
    `${stage.url}/onboarding?region=eu&step=review&use=support&website=${encodeURIComponent(website.url)}`,
  )
  await fresh.getByRole('button', { name: 'Create agent' }).waitFor()
  await fresh.waitForTimeout(1500)
  await sharp(await fresh.screenshot({ animations: 'disabled' }))
    .webp({ quality: 82 })
    .toFile(join(pictures, 'onboarding.webp'))
})

const NODES: Partial<AgentNode>[] = [
  {
    id: 'start',
    type: 'start',
    name: 'Welcome',
    instructions: 'Greet visitors of Lumen and find out what they need.',
    childrenNodes: [
      { nodeId: 'repair', condition: 'has a broken lamp' },
      { nodeId: 'shop', condition: 'looks for a lamp' },
    ],
  },
  { id: 'repair', type: 'collect', name: 'Repair request', instructions: 'Ask for what the workshop needs.' },
  { id: 'shop', type: 'default', name: 'Find a lamp', instructions: 'Recommend one of our lamps.' },
]
