// The agent area: its tabs and pages, their search, publishing and versions, and public access.
import type { Agent } from '@parlance/contract/agents/schemas'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, setStage, testAll, type Owner } from './harness.ts'
import { publishDraft } from './pages.ts'

const stage = setStage()
const PHONE = { width: 390, height: 844 }

async function open(owner: Owner, path: string, options: Parameters<typeof stage.newPage>[0] = {}) {
  const page = await stage.newPage(options)
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents/${path}`)
  return page
}
const parts = (page: Page) => page.getByRole('navigation', { name: 'Agent navigation' }).getByRole('link')
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor({ state: 'attached' })
const draftOf = async (owner: Owner, agentId: string) => {
  const { data, draft } = await owner.get<{ data: Agent; draft: { config: Agent } | null }>(`/v2/agents/${agentId}`)
  return draft?.config ?? data
}

testAll('the parts of an agent by their names; those of another platform are absent', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Ada')
  const page = await open(owner, agentId)
  await page.waitForURL(`**/agents/${agentId}/overview`)
  const names = () => parts(page).allTextContents()
  await parts(page).first().waitFor()
  await expect
    .poll(names)
    .toEqual([
      'Design',
      'Voice',
      'Prompt',
      'Canvas',
      'Knowledge',
      'Tests',
      'Chats',
      'Analytics',
      'Metrics',
      'Channels',
      'Leads',
      'Campaigns',
      'Settings',
    ])
  const vf = await owner.agent('Flo', { agentPlatform: 'vf', VF_DIALOGUE_API_KEY: 'VF.DM.key' })
  await page.goto(`${stage.url}/app/eu/agents/${vf}/nodes`)
  await page.waitForURL(`**/agents/${vf}/overview`)
  await parts(page).first().waitFor()
  await expect
    .poll(names)
    .toEqual([
      'Design',
      'Tests',
      'Chats',
      'Analytics',
      'Metrics',
      'Channels',
      'Integrations',
      'Leads',
      'Campaigns',
      'Settings',
    ])
})

testAll('a dismissed part stays hidden in this browser, and can still be found', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Ada')
  const page = await open(owner, `${agentId}/overview`)
  await button(page, 'Arrange tabs').click()
  const arrange = page.getByRole('dialog', { name: 'Arrange tabs' })
  await arrange.getByRole('checkbox', { name: 'Show Voice' }).waitFor()
  await expect.poll(() => arrange.evaluate((box) => box.contains(box.ownerDocument.activeElement))).toBe(true)
  await arrange.getByRole('checkbox', { name: 'Show Voice' }).click()
  await button(arrange, 'Move Chats forward').click()
  await page.keyboard.press('Escape')
  await expect
    .poll(() => button(page, 'Arrange tabs').evaluate((opener) => opener === opener.ownerDocument.activeElement))
    .toBe(true)
  const names = () => parts(page).allTextContents()
  const expected = [
    'Design',
    'Prompt',
    'Canvas',
    'Knowledge',
    'Chats',
    'Tests',
    'Analytics',
    'Metrics',
    'Channels',
    'Leads',
    'Campaigns',
    'Settings',
  ]
  await expect.poll(names).toEqual(expected)
  await page.reload()
  await parts(page).first().waitFor()
  await expect.poll(names).toEqual(expected)
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/voice`)
  await parts(page).first().waitFor()
  await expect.poll(names).toContain('Voice')
  const elsewhere = await open(owner, `${agentId}/overview`)
  await parts(elsewhere).first().waitFor()
  await expect.poll(() => parts(elsewhere).allTextContents()).toContain('Voice')
})

testAll('the search goes by itself to an exact name, and suggests otherwise', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Ada')
  const page = await open(owner, `${agentId}/overview`)
  await parts(page).first().waitFor()
  const find = async (text: string) => {
    await button(page, 'Find a page or setting').click()
    await page.getByRole('textbox', { name: 'Find a page or setting' }).fill(text)
  }
  const options = page.getByRole('option')
  await find('knowlege')
  await page.getByRole('option', { name: /^Knowledge\s?Possible match$/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('[data-combobox-selected]', { hasText: 'Knowledge' }).waitFor()
  expect(page.url()).toContain(`${agentId}/overview`)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/agents/${agentId}/kb`)
  await find('zeppelin')
  await page.getByText('Nothing matches “zeppelin”.').waitFor()
  expect(await options.count()).toBe(0)
  await page.keyboard.press('Escape')
  await find('voice library')
  await page.waitForURL('**/voice?tab=voiceLibrary')
  await page.getByRole('tab', { name: 'Voice Library', selected: true }).waitFor()
  for (const key of ['core', 'ui', 'language', 'security', 'notifications', 'handoff', 'technical', 'integrations']) {
    await find(key)
    await page.waitForURL(`**/settings?tab=${key}`)
  }
  await find('analytics')
  await options.first().waitFor()
  const both = ['AnalyticsStrong match', 'Analyticsin SettingsStrong match']
  await expect.poll(async () => (await options.allTextContents()).slice(0, 2)).toEqual(both)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/settings?tab=analytics')
  await find('advanced')
  const advanced = ['Advancedin VoiceStrong match', 'Advancedin SettingsStrong match']
  await expect.poll(async () => (await options.allTextContents()).slice(0, 2)).toEqual(advanced)
  const texts = await options.allTextContents()
  expect(texts.length).toBeLessThanOrEqual(5)
  expect(texts.every((text) => /(Strong|Good|Possible) match$/.test(text))).toBe(true)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/settings?tab=advanced')
})

testAll(
  'chats fill the width, other parts are centred; the title and description of the page are the agent’s',
  async () => {
    const owner = await stage.owner()
    const agentId = await owner.agent('Ada', { description: 'Answers about lamps.' })
    const page = await open(owner, `${agentId}/channels`, { width: 1440 })
    await page.getByRole('heading', { name: 'Channels', level: 1 }).waitFor()
    await expect.poll(() => page.title()).toBe('Ada - Agent')
    await expect
      .poll(() => page.locator('meta[name="description"]').getAttribute('content'))
      .toBe('Answers about lamps.')
    const full = () => page.locator('#content').getAttribute('data-full')
    expect(await full()).toBeNull()
    for (const part of ['Chats', 'Canvas']) {
      await parts(page).filter({ hasText: part }).click()
      await expect.poll(full).toBe('true')
    }
    await page.goto(`${stage.url}/app/eu/agents/${agentId}/settings?light=true`)
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Main navigation' }).count()).toBe(0)
  },
)

testAll('the menu next to Publish has three sections, and each entry opens something', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('A name that is far too long for a bar')
  const page = await open(owner, `${agentId}/overview`)
  await page.getByText('A name that is far t…').first().waitFor()
  const menu = async (name: string) => {
    await button(page, 'More publishing options').click()
    await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
  }
  await button(page, 'More publishing options').click()
  await page.getByRole('menu').waitFor()
  await expect
    .poll(() => page.getByRole('menuitem').allTextContents())
    .toEqual([
      'Website Script',
      'Connect to Number',
      'WhatsApp',
      'Discord',
      'Telegram',
      'Instagram',
      'Messenger',
      'Version History',
      'Copies for clients',
    ])
  expect(await page.getByRole('menu').innerText()).toMatch(/^Deploy\n[\s\S]*\nConnect\n[\s\S]*\nHistory\n/)
  await page.keyboard.press('Escape')
  await menu('Website Script')
  await page.getByRole('dialog', { name: 'Add to website' }).waitFor()
  await page.keyboard.press('Escape')
  await menu('Connect to Number')
  await page.waitForURL(`**/agents/${agentId}/channels/voice`)
  await menu('Telegram')
  await page.waitForURL('**/channels?channel=telegram')
  const drawer = page.getByRole('dialog', { name: 'Telegram' })
  await drawer.getByText('A bot token from @BotFather').waitFor()
  await button(drawer, 'Connect Telegram').click()
  await drawer.getByText('Please provide a valid token.').waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  const demo = page.getByRole('link', { name: 'Demo', exact: true })
  expect(await demo.getAttribute('href')).toBe(`/app/eu/prototype?vg_id=${agentId}`)
})

test('an older version can be compared, previewed and restored into the draft', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Ada')
  for (const title of ['Ada one', 'Ada two', 'Ada three']) {
    await owner.publish(agentId, { title, vg_systemPrompt: `You are ${title}, who sells lamps by the harbour.` })
    await call(`${owner.api}/rpc/saveAgentBackup`, owner.token, { agentId, workspaceId: owner.uid })
  }
  const page = await open(owner, `${agentId}/overview?history=true`)
  const panel = page.getByRole('complementary', { name: 'Version History' })
  const versions = panel.getByRole('list', { name: 'Versions' }).getByRole('button')
  await versions.first().waitFor()
  await expect.poll(() => versions.count()).toBe(3)
  await versions.filter({ hasText: 'Live' }).waitFor()
  const drawer = page.getByRole('dialog')
  await versions.first().click()
  await drawer.getByText('Your draft matches this version.').waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await versions.nth(1).click()
  const changes = drawer.getByRole('list', { name: 'Changes' })
  await changes.getByText('System prompt').waitFor()
  await expect.poll(() => changes.locator('del').allTextContents()).toEqual(['Ada two', 'two'])
  await expect.poll(() => changes.locator('ins').allTextContents()).toEqual(['Ada three', 'three'])
  await drawer.getByText('Preview', { exact: true }).click()
  await drawer.getByTestId('chat-preview').frameLocator('iframe').getByText('Ada two').first().waitFor()
  await button(drawer, 'Restore to draft').click()
  await button(page.getByRole('dialog', { name: 'Restore this version?' }), 'Restore to draft').click()
  await panel.waitFor({ state: 'hidden' })
  await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Ada two')
  await expect.poll(() => button(page, 'Publish').isEnabled()).toBe(true)
  await expect.poll(async () => (await draftOf(owner, agentId)).title).toBe('Ada two')
  await publishDraft(page)
  await page.getByText('Published. No site has loaded this agent yet.').waitFor()
})

testAll('an agent of which no version is kept says what is live', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Ada')
  const page = await open(owner, `${agentId}/prompt?history=true`)
  const panel = page.getByRole('complementary', { name: 'Version History' })
  const versions = panel.getByRole('list', { name: 'Versions' }).getByRole('button')
  await versions.first().waitFor()
  expect(await versions.count()).toBe(1)
  await versions.filter({ hasText: 'Live' }).click()
  await page.getByRole('dialog').getByText('Your draft matches this version.').waitFor()
  await page.keyboard.press('Escape')
  await button(panel, 'Close').click()
  await panel.waitFor({ state: 'hidden' })
})

testAll('tabs without room are listed under More, and keep their words', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Ada')
  const page = await open(owner, `${agentId}/overview`, PHONE)
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Leads' }).waitFor()
  await page.getByRole('menuitem', { name: 'Channels' }).click()
  await page.waitForURL(`**/agents/${agentId}/channels`)
  await expect.poll(() => parts(page).filter({ hasText: 'Channels' }).isVisible()).toBe(true)
  await page.getByRole('listitem').filter({ hasText: 'Website' }).getByText('Not on a site yet').waitFor()
})

testAll('every field of the settings, the voice and the channels is stored as it was typed', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Ada')
  const page = await open(owner, `${agentId}/settings?tab=ui`)
  const at = (path: string) => page.goto(`${stage.url}/app/eu/agents/${agentId}/${path}`)
  const flip = (name: string) => page.getByRole('switch', { name }).click()
  const type = (name: string, text: string) => page.getByRole('textbox', { name, exact: true }).fill(text)
  for (const name of ['Proactive message', 'Open automatically', 'Start conversation when opened', 'Scroll animation'])
    await flip(name)
  for (const name of ['Cards, buttons and forms', 'One conversation across tabs']) await flip(name)
  await flip('Track page address changes')
  await type('Delay between messages', '250')
  await saved(page)
  // The theme is edited only in Design; the settings link to it.
  await page.getByRole('link', { name: 'Open Design' }).click()
  await type('Primary colour', '#12AB3')
  await type('Primary colour', '#12AB34')
  await page.getByRole('textbox', { name: 'Custom CSS' }).fill('.bubble { color: red }')
  await saved(page)
  await at('settings?tab=language')
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'German', exact: true }).click()
  await saved(page)
  await at('settings?tab=security')
  await flip('Keep chat history')
  await saved(page)
  await at('settings?tab=handoff')
  await type('Title', 'Talk to us')
  await type('Subtitle', 'From nine to five')
  await flip('Always show hand-off')
  await saved(page)
  await at('settings?tab=analytics')
  await flip('Visitor country')
  await saved(page)
  await at('settings?tab=advanced')
  await page.getByRole('textbox', { name: 'vgOptions' }).fill('{"maxChunkSize": 2000, "foo": "x"}')
  await saved(page)
  await at('voice?tab=voiceLibrary')
  await page.getByText('Luna', { exact: true }).click()
  await saved(page)
  await at('voice?tab=transcriber')
  await page.getByRole('combobox', { name: 'Model', exact: true }).fill('nova-3')
  await type('Language', 'de')
  await type('Utterance threshold', '400')
  await saved(page)
  await at('voice?tab=advanced')
  for (const name of ['Web calls', 'Record calls']) await flip(name)
  await type('Google Cloud client email', 'a@b.iam.gserviceaccount.com')
  await page.getByRole('textbox', { name: 'Google Cloud private key' }).fill('no key')
  await page.getByText('This isn’t a service account’s private key.').waitFor()
  await page.getByRole('textbox', { name: 'Vapi assistant' }).fill('{"id":"x"}')
  await saved(page)
  await at('channels?channel=whatsapp')
  await type('Access token', 'token')
  await type('Phone number ID', '123')
  await type('Business account ID', '456')
  await type('Test number', '+49123')
  await flip('Verified')
  await saved(page)
  await expect
    .poll(() => draftOf(owner, agentId))
    .toMatchObject({
      proactiveMessage: 'Hi! Can I help you?',
      autoStartWidget: true,
      smartInit: false,
      scrollAnimation: false,
      vg_enableUIEngine: true,
      syncBrowser: false,
      listenForUrlChanges: true,
      messageDelayMS: 250,
      theme: 'custom-light',
      lang: 'de',
      recordChatHistory: false,
      UIhandoffTitle: 'Talk to us',
      UIhandoffSubtitle: 'From nine to five',
      alwaysShowHandoff: true,
      enableGeoAnalytics: true,
      ADVANCED_customCSS: '.bubble { color: red }',
      vgOptions: { maxChunkSize: 2000, foo: 'x' },
      voiceConfig: {
        config: { recordAudio: true, enableWebCalling: true },
        transcriber: { modelId: 'nova-3', language: 'de', utteranceThreshold: 400 },
        speechGen: { provider: 'deepgram', voiceId: 'luna' },
      },
      gcloudClientEmail: 'a@b.iam.gserviceaccount.com',
      vapi: { id: 'x' },
      whatsappToken: 'token',
      whatsappNumberId: '123',
      whatsappBusniessId: '456',
      waTestNumber: '+49123',
      waVerifyPassed: true,
    })
})

testAll('a Voiceflow agent is not saved without its key', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Ada')
  const page = await open(owner, `${agentId}/integrations`)
  await page.waitForURL('**/settings?tab=integrations')
  await page.getByRole('radio', { name: 'Voiceflow' }).click()
  await page.getByText('Please provide your Voiceflow dialogue API key and try again.').first().waitFor()
  expect(await button(page, 'Publish').isDisabled()).toBe(true)
  expect((await draftOf(owner, agentId)).agentPlatform).toBe('vg')
  await page.getByLabel('Voiceflow dialogue API key').fill('VF.DM.key')
  await saved(page)
  await expect.poll(async () => (await draftOf(owner, agentId)).VF_DIALOGUE_API_KEY).toBe('VF.DM.key')
})

testAll('a renewed key replaces the old one', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Ada')
  const page = await open(owner, `${agentId}/settings?tab=security`)
  const before = (await owner.get<{ data: Agent }>(`/v2/agents/${agentId}`)).data.SECRET_API_KEY
  const shown = () => page.getByRole('textbox', { name: 'SECRET_API_KEY' }).inputValue()
  await button(page, 'Show key').click()
  await expect.poll(shown).toBe(before)
  await button(page, 'Renew key').click()
  await button(page.getByRole('dialog', { name: 'Renew the secret key?' }), 'Renew key').click()
  await expect.poll(shown).not.toBe(before)
  await expect.poll(shown).toMatch(/^vg_.{20}$/)
})

testAll('signed out: the prototype answers, at both of its addresses', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Ada')
  const page = await stage.newPage()
  const answer = await page.goto(`${stage.url}/app/eu/prototype?vg_id=${agentId}`)
  expect(answer?.status()).toBe(200)
  const chat = page.frameLocator('iframe')
  await chat.getByRole('textbox').fill('Hello')
  await chat.getByRole('textbox').press('Enter')
  await expect.poll(() => chat.getByRole('article').or(chat.locator('.message, .bubble')).count()).toBeGreaterThan(1)
  const second = await stage.newPage()
  expect((await second.goto(`${stage.url}/eu/prototype/${agentId}`))?.status()).toBe(200)
  await second.getByRole('heading', { name: 'Ada' }).waitFor()
  await second.frameLocator('iframe').getByRole('textbox').waitFor()
})

testAll('signed out: an unknown agent is at no address', async () => {
  const page = await stage.newPage({ allow: [/status of 404/, /status of 421/] })
  await page.goto(`${stage.url}/app/eu/agents/AbCdEfGhIjKlMnOp/share`)
  await page.waitForURL('**/404')
  await page.goto(`${stage.url}/app/eu/prototype?vg_id=AbCdEfGhIjKlMnOp`)
  await page.waitForURL('**/404')
})

testAll('signed out: the public view shows the agent, has no navigation, and carries no secret', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Ada', { description: 'Answers about lamps.', vg_systemPrompt: 'A quiet secret.' })
  const key = (await owner.get<{ data: Agent }>(`/v2/agents/${agentId}`)).data.SECRET_API_KEY
  const page = await stage.newPage()
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/')) bodies.push(response.text().catch(() => ''))
  })
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/share`)
  await page.getByRole('heading', { name: 'Ada' }).waitFor()
  await expect.poll(() => page.title()).toBe('Ada - Agent')
  await page.frameLocator('iframe').getByRole('textbox').waitFor()
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await page.getByRole('textbox').count()).toBe(0)
  const sent = (await Promise.all(bodies)).join('\n')
  expect(sent).toContain('Answers about lamps.')
  expect(sent).not.toContain(key)
  expect(sent).not.toContain('A quiet secret.')
})

testAll('the sample website carries the widget on each of its pages', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Ada')
  const page = await stage.newPage({ ...PHONE })
  await page.goto(`${stage.url}/app/eu/demo/${agentId}/page1`)
  await page.getByRole('link', { name: 'Delivery and returns' }).click()
  await page.waitForURL('**/page2')
  await page.getByRole('heading', { name: 'From our bench to your table' }).waitFor()
  await page.getByRole('button', { name: /chat/i }).click()
  await page.frameLocator('iframe').getByRole('textbox').waitFor()
})

testAll('Prompt and Canvas lead to each other', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Ada')
  const page = await open(owner, `${agentId}/nodes`)
  await page.getByRole('link', { name: 'Open in Canvas' }).click()
  await page.waitForURL(`**/agents/${agentId}/prompt`)
  await page.getByRole('button', { name: 'More for the canvas' }).click()
  await page.getByRole('menuitem', { name: 'Open in Prompt' }).click()
  await page.waitForURL(`**/agents/${agentId}/nodes`)
})
