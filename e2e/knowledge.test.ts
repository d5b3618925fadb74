// Knowledge: sources of every kind are added, the agent answers from them, and errors explain themselves.
import { startWebsite, type Website } from '@parlance/simulators/website/server'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { docx, pdf } from '../apps/server/src/adapters/ingest/samples.testing.ts'
import { setStage, testAll } from './harness.ts'
import {
  askInTestPanel,
  button,
  chooseMenuItem,
  dialog,
  dropFiles,
  idOf,
  waitForStatus,
  isFocused,
  SLOW,
  openEmptyKnowledge,
  openKnowledge,
  row,
  rows,
  tabTo,
  throttle,
} from './knowledge.ts'
import { sitePort } from './product.ts'
import { openNetworkLink } from './sites.ts'

let site: Website
const stage = setStage()
beforeAll(async () => {
  site = await startWebsite({ port: sitePort() })
})
afterAll(() => site.close())

/** A journey of many steps on a busy machine. */
const LONG = 300_000
const ACCEPT = '.txt, .md, .html, .htm, .csv, .xlsx, .docx, .pptx, .pdf, .json, .srt, .vtt'
const PANEL = '?showDebugger=true'
const onePage = (text: string) => pdf([[{ x: 72, y: 700, size: 11, text }]])
const html = (title: string, text: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`
const show = (path: string, title: string, text: string) => site.set(path, { body: html(title, text) })
const add = (page: Page) => dialog(page, 'Add Source')
const write = (page: Page) => dialog(page, 'New Source')
const file = (name: string, text: string) => ({ name, mimeType: '', buffer: Buffer.from(text) })

testAll('a text is written, asked about, renamed, tagged, and found by its address', { timeout: LONG }, async () => {
  const { page, agentId } = await openEmptyKnowledge(stage, PANEL)
  await page.getByRole('heading', { name: 'Add your first source' }).waitFor()
  await button(page, 'Add Source').click()
  await expect
    .poll(() => add(page).getByRole('tab').allTextContents())
    .toEqual(['Text', 'File', 'URL(s)', 'Sitemap', 'Q&A'])
  await button(add(page), 'Close').click()
  await button(page, 'New Source').click()
  await write(page).getByLabel('Name').fill('Opening hours')
  await button(write(page), 'Cancel').click()
  await button(dialog(page, 'Leave without saving?'), 'Cancel').click()
  await button(write(page), 'Add').click()
  await write(page).getByText('Enter some text.').waitFor()
  await write(page).getByRole('textbox', { name: 'Text' }).fill('The gate of the harbour opens at 05:47.')
  await button(write(page), 'Add').click()
  await page.getByText('“Opening hours” saved.').waitFor()
  await waitForStatus(page, 'Opening hours', 'Ready')
  expect(await row(page, 'Opening hours').innerText()).toMatch(/\bnow\b|seconds? ago|minute/)
  await askInTestPanel(page, 'When does the gate of the harbour open?', '05:47', 'Opening hours')
  await button(row(page, 'Opening hours'), 'Opening hours').click()
  const drawer = dialog(page, 'Opening hours')
  await drawer.getByLabel('Name').fill('Gate times')
  await drawer.getByLabel('Tags', { exact: true }).fill('visits')
  await drawer.getByLabel('Tags', { exact: true }).press('Enter')
  await button(drawer, 'Save').click()
  await button(row(page, 'Gate times'), 'Show documents tagged visits').click()
  await page.waitForURL(/[?&]tag=visits/)
  const docId = await idOf(page, 'Gate times')
  const other = await page.context().newPage()
  await other.goto(`${stage.url}/app/eu/agents/${agentId}/kb?doc_id=${docId}`)
  const opened = dialog(other, 'Gate times')
  await expect.poll(() => opened.getByRole('textbox', { name: 'Text' }).inputValue()).toContain('05:47')
})

test(
  'files are added by dialog and by drop; valid ones are used, and each invalid one says why',
  { timeout: LONG },
  async () => {
    const { page } = await openEmptyKnowledge(stage, PANEL, { allow: [/status of 400 .*\/kb\/files/] })
    await button(page, 'Add Source').click()
    const chooser = page.waitForEvent('filechooser')
    await button(add(page), 'Choose files').click()
    await (
      await chooser
    ).setFiles([
      {
        name: 'lighthouse.pdf',
        mimeType: '',
        buffer: Buffer.from(onePage('The code word of the lighthouse is PELICAN-4.')),
      },
      { name: 'ferry.docx', mimeType: '', buffer: Buffer.from(docx(['The ferry is painted in vermilion red.'])) },
      file('prices.csv', 'Lamp,Price\nHarbour,119 euros\n'),
    ])
    await add(page).getByText('3 files uploaded. We’ll read them in a moment.').waitFor(SLOW)
    await dropFiles(add(page).getByTestId('drop-zone'), [
      { name: 'virus.exe', bytes: 'MZ' },
      { name: 'large.pdf', length: 50_000_001 },
      { name: 'nothing.txt' },
      { name: 'broken.pdf', bytes: onePage('Torn in the middle.').slice(0, 300) },
      { name: 'notes.md', bytes: '# Notes\n\nThe bell rings twice in fog.' },
    ])
    const uploads = add(page).getByRole('region', { name: 'Uploads' }).getByRole('listitem')
    const said = async (name: string, text: string) =>
      uploads.filter({ hasText: name }).getByText(text, { exact: true }).waitFor(SLOW)
    await said('virus.exe', `Only ${ACCEPT} Files`)
    await said('large.pdf', 'Max size: 50 MBs')
    await said('nothing.txt', 'The file is empty.')
    await add(page).getByText('5 files uploaded').waitFor(SLOW)
    expect(await button(add(page), /^Upload .* again$/).count()).toBe(0)
    await button(add(page), 'Clear failed').click()
    await expect.poll(() => uploads.count()).toBe(0)
    await button(add(page), 'Done').click()
    for (const name of ['lighthouse.pdf', 'ferry.docx', 'prices.csv', 'notes.md'])
      await waitForStatus(page, name, 'Ready')
    await waitForStatus(page, 'broken.pdf', 'Failed')
    await row(page, 'broken.pdf')
      .getByText(/^[A-Z].{15,}\.$/)
      .waitFor()
    await button(page, 'More for broken.pdf').click()
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Try again' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await askInTestPanel(page, 'What is the code word of the lighthouse?', 'PELICAN-4', 'lighthouse.pdf')
    await askInTestPanel(page, 'In which red is the ferry painted?', 'vermilion', 'ferry.docx')
  },
)

testAll(
  'a slow line shows how far each file is; one is cancelled, one goes again after the line broke',
  { timeout: LONG },
  async () => {
    const line = await openNetworkLink(stage.url)
    const options = { allow: [/ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|ERR_SOCKET|Failed to fetch/] }
    const place = { url: line.url, newPage: stage.newPage, owner: stage.owner }
    const { page } = await openEmptyKnowledge(place, '?add=file', options)
    await add(page).getByTestId('drop-zone').waitFor()
    const hold = await throttle(page)
    // The uploads must outlast the reading of the short file; a change of the speed lets waiting bytes go at once.
    await hold(20_000)
    const text = 'The harbour master keeps a parrot. '.repeat(30_000)
    await dropFiles(add(page).getByTestId('drop-zone'), [
      { name: 'short.txt', bytes: 'Short.' },
      { name: 'first.txt', bytes: text },
      { name: 'second.txt', bytes: text },
    ])
    const percent = async (name: string) => {
      const bar = add(page).getByRole('progressbar', { name: `Uploading ${name}` })
      return Number((await bar.getAttribute('aria-valuenow', { timeout: 5000 }).catch(() => '0')) ?? 0)
    }
    await expect.poll(() => percent('second.txt'), SLOW).toBeGreaterThan(3)
    const before = await percent('second.txt')
    await expect.poll(() => percent('second.txt'), SLOW).toBeGreaterThan(before)
    await add(page)
      .getByText(/^\d+%$/)
      .first()
      .waitFor()
    // An incomplete upload is not listed as a document.
    await waitForStatus(page, 'short.txt', 'Ready')
    expect(await rows(page).count()).toBe(1)
    await button(add(page), 'Cancel upload of first.txt').click()
    const uploads = add(page).getByRole('region', { name: 'Uploads' }).getByRole('listitem')
    await expect.poll(() => uploads.count()).toBe(1)
    line.disconnect()
    await uploads.getByText('We couldn’t reach the server. Check your connection and try again.').waitFor(SLOW)
    line.reconnect()
    await hold(-1)
    await button(add(page), 'Upload second.txt again').click()
    await add(page).getByText('2 files uploaded. We’ll read them in a moment.').waitFor(SLOW)
    await button(add(page), 'Done').click()
    await waitForStatus(page, 'second.txt', 'Ready')
    await expect.poll(() => rows(page).count()).toBe(2)
    await line.close()
  },
)

testAll('pages by address: titles, refusals of what is private, and another try', { timeout: LONG }, async () => {
  show('/boats', 'Boats for hire', 'A rowing boat costs 12 florins an hour.')
  show('/crew', 'The crew', 'The captain is called Ottoline Brack.')
  site.set('/tides', { status: 404, body: html('Gone', 'Nothing here.') })
  const { page } = await openEmptyKnowledge(stage, PANEL)
  await button(page, 'Add web pages').click()
  const field = add(page).getByRole('textbox', { name: 'URLs' })
  await field.fill('ftp://files.example/x')
  await button(add(page), 'Add page').click()
  await add(page).getByText('“ftp://files.example/x” isn’t a web address.').waitFor()
  const inside = ['http://127.0.0.1:9/', 'http://169.254.169.254/latest/meta-data', 'http://[::ffff:10.0.0.1]/']
  await field.fill([`${site.url}/boats`, `${site.url}/crew`, `${site.url}/tides`, ...inside].join('\n'))
  await button(add(page), 'Add 6 pages').click()
  const refused = add(page).getByRole('alert')
  await refused.getByText('3 URLs weren’t added').waitFor(SLOW)
  for (const address of inside)
    await refused.getByText(`${address}: This address isn’t on the public internet.`).waitFor()
  await expect.poll(() => field.inputValue()).toBe(inside.join('\n'))
  await button(add(page), 'Cancel').click()
  await button(dialog(page, 'Leave without saving?'), 'Leave').click()
  await waitForStatus(page, 'Boats for hire', 'Ready')
  await waitForStatus(page, 'The crew', 'Ready')
  await waitForStatus(page, '/tides', 'Failed')
  await row(page, '/tides').getByText(/404/).waitFor()
  show('/tides', 'Tides', 'High water comes at noon.')
  await chooseMenuItem(page, `${site.host}/tides`, 'Try again')
  await waitForStatus(page, 'Tides', 'Ready')
  await askInTestPanel(page, 'What does a rowing boat cost an hour?', '12 florins', 'Boats for hire')
})

testAll(
  'a page that changed: the agent learns it, the difference is shown, and the old text comes back',
  { timeout: LONG },
  async () => {
    show('/fares', 'Fares', 'A crossing costs 7 crowns.')
    const { page } = await openEmptyKnowledge(stage, '?add=urls')
    await add(page).getByRole('textbox', { name: 'URLs' }).fill(`${site.url}/fares`)
    await button(add(page), 'Add page').click()
    await waitForStatus(page, 'Fares', 'Ready')
    show('/fares', 'Fares', 'A crossing costs 9 crowns since May.')
    await chooseMenuItem(page, 'Fares', 'Fetch again')
    await button(row(page, 'Fares'), 'Fares').click()
    const drawer = dialog(page, 'Fares')
    await expect
      .poll(
        () =>
          drawer
            .getByRole('textbox', { name: 'Text' })
            .inputValue()
            .catch(() => ''),
        SLOW,
      )
      .toContain('9 crowns')
    await drawer.getByRole('tab', { name: 'Earlier versions' }).click()
    await drawer.getByRole('button', { name: /^The page changed/ }).click()
    await drawer.locator('del').filter({ hasText: '7' }).waitFor()
    await drawer.locator('ins').filter({ hasText: '9' }).waitFor()
    await button(drawer, 'Restore').click()
    await page.getByText('Earlier text restored.').waitFor()
    await drawer.getByRole('button', { name: /^Restored/ }).waitFor()
    await drawer.getByRole('tab', { name: 'Content' }).click()
    await expect.poll(() => drawer.getByRole('textbox', { name: 'Text' }).inputValue()).toContain('7 crowns')
  },
)

testAll('a sitemap: its pages are chosen by a filter and by hand', { timeout: LONG }, async () => {
  const pages = ['/help/one', '/help/two', '/help/three', '/blog/four']
  for (const path of pages) show(path, `Page ${path}`, `All about ${path}.`)
  const list = pages.map((path) => `<url><loc>${site.url}${path}</loc></url>`).join('')
  site.set('/map.xml', {
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${list}</urlset>`,
  })
  const { page } = await openEmptyKnowledge(stage, '?add=sitemap', { allow: [/status of 400 .*\/kb\/sitemap/] })
  const address = add(page).getByRole('textbox', { name: 'Sitemap URL' })
  await address.fill('http://169.254.169.254/sitemap.xml')
  await button(add(page), 'Read').click()
  await add(page)
    .getByText(/public internet|private|not allowed/)
    .waitFor(SLOW)
  await address.fill(`${site.url}/map.xml`)
  await button(add(page), 'Read').click()
  await add(page).getByText('4 of 4 pages selected').waitFor(SLOW)
  await add(page).getByRole('textbox', { name: 'Only URLs containing' }).fill('/help/')
  await add(page).getByText('3 of 4 pages selected').waitFor()
  await add(page)
    .getByRole('checkbox', { name: `${site.url}/help/two` })
    .click()
  await button(add(page), 'Add 2 pages').click()
  await waitForStatus(page, 'Page /help/one', 'Ready')
  await waitForStatus(page, 'Page /help/three', 'Ready')
  expect(await rows(page).count()).toBe(2)
})

testAll('questions with answers, pasted from a spreadsheet', { timeout: LONG }, async () => {
  const { page } = await openEmptyKnowledge(stage, `${PANEL}&add=qa`)
  const question = add(page).getByRole('textbox', { name: 'Question', exact: true })
  await question.first().focus()
  await question.first().evaluate((field) => {
    const clipboardData = new DataTransfer()
    const table =
      'Do you ship to Iceland?\tYes, by the trawler Hekla.\nDo you wrap gifts?\t"In two papers:\nblue and ""storm"" grey."\n'
    clipboardData.setData('text/plain', table)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect.poll(() => question.count()).toBe(2)
  const answer = add(page).getByRole('textbox', { name: 'Answer' })
  expect(await answer.nth(1).inputValue()).toBe('In two papers:\nblue and "storm" grey.')
  await button(add(page), 'Add question').click()
  await question.nth(2).fill('Is there a museum?')
  await button(add(page), 'Add 3 questions').click()
  await add(page).getByText('Enter an answer.').waitFor()
  await answer.nth(2).fill('Only in August.')
  await button(add(page), 'Add 3 questions').click()
  await page.getByText('3 questions added.').waitFor()
  await waitForStatus(page, 'Do you ship to Iceland?', 'Ready')
  await waitForStatus(page, 'Do you wrap gifts?', 'Ready')
  await askInTestPanel(page, 'Do you ship to Iceland?', 'trawler Hekla', 'Do you ship to Iceland?')
})

testAll(
  'a hundred documents: scrolled to the last, searched, filters in the address; delete asks, can be undone, and is for good',
  { timeout: LONG },
  async () => {
    const owner = await stage.owner()
    const agentId = await owner.agent('Lumen helper')
    await owner.teach(agentId, 'The very first', 'It tells of the first buoy.')
    for (let n = 1; n <= 104; n += 1) await owner.teach(agentId, `Leaflet ${n}`, `It tells of buoy ${n}.`)
    const taught = (await owner.teach(agentId, 'Secret cellar', 'The cellar key hangs behind the barometer.')) as {
      data: { ID: string }
    }
    const docId = taught.data.ID
    expect(docId).toHaveLength(10)
    const page = await openKnowledge(stage, owner, agentId, PANEL)
    // The list renders visible rows only; scrolling adds the rest.
    await row(page, 'Secret cellar').waitFor()
    expect(await rows(page).count()).toBeLessThan(60)
    await row(page, 'Secret cellar').hover()
    const scrolled = async () => {
      await page.mouse.wheel(0, 20_000)
      return row(page, 'The very first').count()
    }
    await expect.poll(scrolled, SLOW).toBe(1)
    expect(await rows(page).count()).toBeLessThan(60)
    await page
      .getByRole('textbox', { name: 'Search documents' })
      .or(page.getByRole('searchbox', { name: 'Search documents' }))
      .fill('cellar')
    await page.waitForURL(/[?&]search=cellar/)
    await expect.poll(() => rows(page).count()).toBe(1)
    await waitForStatus(page, 'Secret cellar', 'Ready')
    await askInTestPanel(page, 'Where does the cellar key hang?', 'barometer', 'Secret cellar')
    await chooseMenuItem(page, 'Secret cellar', 'Delete')
    await button(dialog(page, 'Delete “Secret cellar”?'), 'Delete document').click()
    await expect.poll(() => rows(page).count()).toBe(0)
    await button(page, 'Undo').click()
    await row(page, 'Secret cellar').waitFor()
    const read = () => owner.get(`/v2/agents/${agentId}/kb/${docId}`).then(() => 200)
    const status = () => read().catch((error: { status: number }) => error.status)
    await expect.poll(status).toBe(200)
    await chooseMenuItem(page, 'Secret cellar', 'Delete')
    await button(dialog(page, 'Delete “Secret cellar”?'), 'Delete document').click()
    await expect.poll(() => rows(page).count()).toBe(0)
    await expect.poll(status, SLOW).toBe(404)
    await page.reload()
    expect(await status()).toBe(404)
    await page.getByText('Nothing matches “cellar”.').waitFor()
    const panel = page.getByRole('region', { name: 'Test panel' })
    await button(panel, /^(Restart|New chat|Start over)/)
      .first()
      .click()
    await panel.getByRole('textbox', { name: 'Write a message' }).fill('Where does the cellar key hang?')
    await button(panel, 'Send').click()
    await panel.getByText('demo model').waitFor(SLOW)
    expect(await panel.getByText('barometer').count()).toBe(0)
    await page.goto(`${stage.url}/app/eu/agents/${agentId}/kb?type=file`)
    await page.getByText('Nothing matches “these filters”.').waitFor()
    await button(page, 'Clear search').click()
    await expect.poll(() => rows(page).count()).toBeGreaterThan(10)
  },
)

testAll('passages: seen, put right and taken out; the text before is kept', { timeout: LONG }, async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Lumen helper')
  const parts = ['Harbour', 'Market'].map((name) => `# ${name}\n\n${`The ${name} is open on Mondays. `.repeat(30)}`)
  const { data } = (await owner.teach(agentId, 'Places', parts.join('\n\n'))) as { data: { ID: string } }
  const page = await openKnowledge(stage, owner, agentId, `?doc_id=${data.ID}`)
  const drawer = dialog(page, 'Places')
  await drawer.getByRole('tab', { name: 'Chunks' }).click()
  await button(drawer, 'Edit chunk 1').click()
  const field = drawer.getByRole('textbox', { name: 'Chunk 1' })
  await isFocused(field)
  await field.fill('# Harbour\n\nThe Harbour is closed on Fridays.')
  await drawer.getByRole('tab', { name: 'Content' }).click()
  await button(dialog(page, 'Leave without saving?'), 'Cancel').click()
  await button(drawer, 'Save').click()
  await page.getByText('Chunk saved.').waitFor()
  await drawer.getByText('closed on Fridays').waitFor()
  await drawer.getByRole('tab', { name: 'Earlier versions' }).click()
  await drawer.getByRole('button', { name: /^Edited/ }).click()
  await drawer.locator('ins').filter({ hasText: 'closed' }).first().waitFor()
})

testAll('by keyboard alone: a text is added and a document deleted', { timeout: LONG }, async () => {
  const { page } = await openEmptyKnowledge(stage)
  await button(page, 'New Source').focus()
  await page.keyboard.press('Enter')
  await isFocused(write(page).getByLabel('Name'))
  await page.keyboard.type('Typed')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Written without a mouse.')
  await tabTo(page, 'Add')
  await page.keyboard.press('Enter')
  await waitForStatus(page, 'Typed', 'Ready')
  await isFocused(button(page, 'New Source'))
  await tabTo(page, 'More for Typed')
  await page.keyboard.press('Enter')
  await isFocused(page.getByRole('menuitem').first())
  await page.keyboard.press('ArrowUp')
  await isFocused(page.getByRole('menuitem', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  await dialog(page, 'Delete “Typed”?').waitFor()
  await tabTo(page, 'Delete document')
  await page.keyboard.press('Enter')
  await page.getByText('“Typed” deleted.').waitFor()
  await page.getByRole('heading', { name: 'Add your first source' }).waitFor(SLOW)
})
