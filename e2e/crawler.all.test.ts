// The crawler: a job reads a site into an agent, logs every page, runs again, and is deleted with its documents.
import { startWebsite, type Website } from '@parlance/simulators/website/server'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setStage } from './harness.ts'
import { askInTestPanel, button, dialog, SLOW, rows } from './knowledge.ts'
import { sitePort } from './product.ts'

let site: Website
const stage = setStage()
beforeAll(async () => {
  site = await startWebsite({ port: sitePort() })
})
afterAll(() => site.close())

/** Crawling is limited to two requests a second per site. */
const LONG = 400_000
const page = (title: string, text: string, links: readonly string[] = []) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav>${links
    .map((link) => `<a href="${link}">${link}</a>`)
    .join(' ')}</nav><main><h1>${title}</h1><p>${text}</p></main></body></html>`
const show = (path: string, ...of: Parameters<typeof page>) => site.set(path, { body: page(...of) })

const jobs = (at: Page) => at.getByRole('list', { name: 'Jobs' }).getByRole('listitem')
const log = (at: Page) => dialog(at, 'Quay site').getByRole('list', { name: 'Pages' }).getByRole('listitem')

/** The job's state, counts and reason, as its log shows them. */
const facts = (at: Page) => dialog(at, 'Quay site').getByRole('region', { name: 'Run summary' })

/** Shows only pages of this state. */
async function filterBy(at: Page, state: string) {
  await dialog(at, 'Quay site').getByRole('combobox', { name: 'Filter' }).click()
  await at.getByRole('option', { name: state, exact: true }).click()
}

test(
  'a job is created, watched, answered from, run again, and deleted with its documents',
  { timeout: LONG },
  async () => {
    show('/quay', 'The quay', 'Boats lie along the old quay.', [
      '/quay/moorings',
      '/quay/crane',
      '/quay/archive/1899',
      '/quay/lost',
      'https://elsewhere.example/',
    ])
    // Held back until the log of the running job is open.
    const opened = Promise.withResolvers<void>()
    const moorings = page('Moorings', 'A mooring costs 31 crowns a night.', ['/quay'])
    site.set('/quay/moorings', { body: moorings, after: opened.promise })
    show('/quay/crane', 'The crane', 'The crane lifts nine tons.', ['/quay'])
    site.set('/quay/lost', { status: 404, body: page('Lost', 'Nothing is here.') })
    const owner = await stage.owner()
    const agentId = await owner.agent('Harbour helper')
    const at = await stage.newPage()
    await owner.signIn(at)
    await at.goto(`${stage.url}/app/eu/automations`)
    await at.getByRole('heading', { name: 'Let your agents read a website' }).waitFor()

    // Errors are shown at their field, which takes the focus.
    await button(at, 'New job').click()
    const form = dialog(at, 'New crawler job')
    await form.getByRole('textbox', { name: 'Start URLs' }).fill('not an address')
    await form.getByRole('textbox', { name: 'Link depth' }).fill('99')
    await button(form, 'Start job').click()
    await form.getByText('“not an address” isn’t a web address.').waitFor()
    await form.getByText('Enter a number from 0 to 20.').waitFor()
    await form.getByRole('textbox', { name: 'Link depth' }).fill('2')
    await form.getByRole('textbox', { name: 'Start URLs' }).fill(`${site.url}/quay`)
    await form.getByRole('textbox', { name: 'Name' }).fill('Quay site')
    await button(form, 'Pages to read').click()
    await form.getByRole('textbox', { name: 'Include only' }).fill('/quay/*')
    await form.getByRole('textbox', { name: 'Exclude' }).fill('/quay/archive/*')
    await button(form, 'Start job').click()

    // The log updates while the job reads.
    await facts(at).getByRole('progressbar', { name: 'Progress of Quay site' }).waitFor()
    opened.resolve()
    await log(at).filter({ hasText: 'The quay' }).getByText('Read', { exact: true }).waitFor(SLOW)
    await log(at).filter({ hasText: 'Moorings' }).getByText('Read', { exact: true }).waitFor(SLOW)
    await facts(at).getByText('Completed', { exact: true }).waitFor(SLOW)
    await facts(at).getByText('3 pages read').waitFor()
    await facts(at).getByText('1 failed').waitFor()
    await filterBy(at, 'Failed')
    await expect.poll(() => log(at).count()).toBe(1)
    await log(at).filter({ hasText: '/quay/lost' }).getByText('There’s no page at this address (404).').waitFor()
    await filterBy(at, 'Skipped')
    await log(at).getByText('Excluded by “/quay/archive/*”.').waitFor()
    expect(site.asked.map(({ path }) => path)).not.toContain('/quay/archive/1899')

    await dialog(at, 'Quay site').getByRole('link', { name: 'Documents in Harbour helper' }).click()
    await at.waitForURL(/\/kb\?.*crawl=/)
    await expect.poll(() => rows(at).count(), SLOW).toBe(3)
    await expect.poll(() => rows(at).getByText('Ready', { exact: true }).count(), SLOW).toBe(3)
    await at.goto(`${stage.url}/app/eu/agents/${agentId}/kb?showDebugger=true`)
    await askInTestPanel(at, 'What does a mooring cost a night?', '31 crowns', 'Moorings')

    show('/quay/crane', 'The crane', 'The crane lifts eleven tons since May.', ['/quay'])
    await at.goto(`${stage.url}/app/eu/automations`)
    await button(at, 'More actions for Quay site').click()
    await at.getByRole('menuitem', { name: 'Run now' }).click()
    await at.getByText('Quay site started.').waitFor()
    await button(jobs(at), 'Quay site').click()
    await facts(at).getByText('Completed', { exact: true }).waitFor(SLOW)
    await filterBy(at, 'Unchanged')
    await expect.poll(() => log(at).count(), SLOW).toBe(2)
    await filterBy(at, 'Read')
    await expect.poll(() => log(at).count()).toBe(1)
    await log(at).filter({ hasText: 'The crane' }).waitFor()

    // Deletes the job with its documents.
    await button(dialog(at, 'Quay site'), 'Delete').click()
    const question = dialog(at, 'Delete Quay site?')
    await question.getByRole('radio', { name: 'Delete its documents too' }).click()
    await button(question, 'Delete job').click()
    await at.getByRole('heading', { name: 'Let your agents read a website' }).waitFor()
    const left = () => owner.get<{ items: unknown[] }>(`/v2/agents/${agentId}/kb`).then(({ items }) => items.length)
    await expect.poll(left, SLOW).toBe(0)
  },
)

test('a job is stopped while it reads, and keeps its documents when it is deleted', { timeout: LONG }, async () => {
  // Three pages are read; the others are on their way when the job is stopped.
  const ended = Promise.withResolvers<void>()
  const held = { body: page('Far buoy', 'It is far away.', []), after: ended.promise }
  for (let n = 3; n < 60; n += 1) site.set(`/row/${n}`, held)
  for (let n = 0; n < 3; n += 1)
    show(`/row/${n}`, `Buoy ${n}`, `Buoy ${n} is painted in colour ${n}.`, [`/row/${n + 1}`, `/row/${n + 2}`])
  const owner = await stage.owner()
  const agentId = await owner.agent('Harbour helper')
  const at = await stage.newPage()
  await owner.signIn(at)
  await at.goto(`${stage.url}/app/eu/automations?edit=new`)
  const form = dialog(at, 'New crawler job')
  await form.getByRole('textbox', { name: 'Start URLs' }).fill(`${site.url}/row/0`)
  await form.getByRole('textbox', { name: 'Name' }).fill('Quay site')
  await form.getByRole('textbox', { name: 'Link depth' }).fill('20')
  await button(form, 'Start job').click()
  await log(at).filter({ hasText: 'Buoy 0' }).getByText('Read', { exact: true }).waitFor(SLOW)
  const documents = () => owner.get<{ items: unknown[] }>(`/v2/agents/${agentId}/kb`).then(({ items }) => items.length)
  await expect.poll(documents, SLOW).toBe(3)
  await button(dialog(at, 'Quay site'), 'Stop').click()
  await at.getByText('Quay site stopped. Pages it already read are kept.').waitFor()
  await facts(at).getByText('Cancelled', { exact: true }).waitFor(SLOW)
  const asked = site.asked.filter(({ path }) => path.startsWith('/row/')).length
  expect(asked).toBeLessThan(20)
  await button(dialog(at, 'Quay site'), 'Delete').click()
  await button(dialog(at, 'Delete Quay site?'), 'Delete job').click()
  await at.getByRole('heading', { name: 'Let your agents read a website' }).waitFor()
  expect(await documents()).toBe(3)
  ended.resolve()
})
