// Attachments: pictures and files by every method, their failures, and a voice note.
import { fileURLToPath } from 'node:url'
import type { Frame } from 'playwright-core'
import { expect, test } from 'vitest'
import { chatFrame, openChat, scriptTag, type Chat } from './chat.ts'
import { call, setStage, testAll, type Owner } from './harness.ts'
import { look, expectAccessible } from './pages.ts'
import { shopPage } from './sites.ts'

const stage = setStage({
  model: { firstTokenMs: 5, perTokenMs: 1 },
  browserArgs: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
})

const TITLE = 'Lumen helper'
const OPEN = { allowAttachments: true, allowVoiceNotes: true }
const PICTURE = fileURLToPath(import.meta.resolve('./attachments/lamp.png'))
const NOTE = { name: 'order.txt', mimeType: 'text/plain', buffer: Buffer.from('Two lamps, in blue.') }
const fileInput = ({ frame }: Chat) => frame.locator('input[type=file]')
const remove = ({ frame }: Chat, name: string) => frame.getByRole('button', { name: `Remove ${name}` })
const attached = async ({ frame }: Chat, name: string) =>
  frame.locator('.pending-file', { hasText: name }).locator(':scope:not(:has(progress))').waitFor()
const transcript = async (owner: Owner, agentId: string) => {
  const { items } = await owner.get<{ items: { id: string }[] }>(`/v2/agents/${agentId}/conversations`)
  return owner.get<{ conversation: { id: string }; messages: { from: string; items: Record<string, string>[] }[] }>(
    `/v2/agents/${agentId}/conversations/${items[0]?.id}`,
  )
}
/** Drags files from outside. */
const drag = (frame: Frame, types: readonly string[], files: readonly { name: string; type: string; text: string }[]) =>
  frame.evaluate(
    ({ types, files }) => {
      const data = new DataTransfer()
      for (const { name, type, text } of files) data.items.add(new File([text], name, { type }))
      for (const type of types)
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
    },
    { types: [...types], files: [...files] },
  )

async function open(config: Parameters<Owner['agent']>[1], options: Parameters<typeof stage.newPage>[0] = {}) {
  const owner = await stage.owner()
  const agentId = await owner.agent(TITLE, config)
  const site = await stage.hostPage(shopPage(scriptTag(stage.url, agentId)))
  const page = await stage.newPage(options)
  await page.goto(site.url)
  return { owner, agentId, page, chat: await openChat(page, TITLE) }
}

testAll.each([
  { theme: 'blue-light', width: 1280, height: 800 },
  { theme: 'blue-dark', width: 390, height: 800 },
])('files before the first word, $theme at $width', async ({ theme, width, height }) => {
  const { owner, agentId, page, chat } = await open({ ...OPEN, theme }, { width, height })
  const { frame } = chat
  const seen = async (name: string) => {
    await look(page, `attachments-${name}-${width}`)
    await expectAccessible(await chatFrame(page), name)
  }
  await frame.getByRole('button', { name: 'Attach files' }).waitFor()
  expect(await frame.getByRole('button', { name: 'Send' }).isEnabled()).toBe(false)
  await fileInput(chat).setInputFiles([PICTURE])
  await attached(chat, 'lamp.png')
  await drag(
    await chatFrame(page),
    ['dragenter', 'dragover'],
    [{ name: 'order.txt', type: 'text/plain', text: 'Two lamps.' }],
  )
  await frame.getByText('Drop files here').waitFor()
  await look(page, `attachments-drop-${width}`)
  await drag(await chatFrame(page), ['drop'], [{ name: 'order.txt', type: 'text/plain', text: 'Two lamps, in blue.' }])
  await attached(chat, 'order.txt')
  await drag(
    await chatFrame(page),
    ['dragenter', 'drop'],
    [{ name: 'evil.svg', type: 'image/svg+xml', text: '<svg/>' }],
  )
  await frame.getByText('This file type isn’t supported.').first().waitFor()
  await seen('pending')
  await remove(chat, 'evil.svg').press('Enter')
  await expect.poll(() => frame.getByRole('list', { name: 'Attachments' }).getByRole('listitem').count()).toBe(2)

  stage.model.control.script([{ text: 'A fine lamp.' }])
  await frame.getByRole('button', { name: 'Send' }).click()
  await chat.answered('A fine lamp.')
  await frame.getByRole('link', { name: 'Download order.txt' }).waitFor()
  const picture = frame.getByRole('button', { name: 'Open image lamp.png' })
  await picture.press('Enter')
  const large = frame.getByRole('dialog', { name: 'lamp.png' })
  await large.waitFor()
  await seen('large')
  await page.keyboard.press('Escape')
  await large.waitFor({ state: 'hidden' })
  expect(await frame.getByRole('log').isVisible()).toBe(true)
  await seen('sent')
  const { messages, conversation } = await transcript(owner, agentId)
  expect(messages[0]?.items.map(({ type }) => type)).toEqual(['visual', 'file'])
  const { body } = stage.model.control.requests.findLast(({ path }) => path.endsWith('/chat/completions')) ?? {}
  expect(JSON.stringify(body)).toContain('data:image/png;base64,')
  expect(JSON.stringify(body)).toContain('Two lamps, in blue.')

  const desk = await stage.newPage({ width, height, scheme: theme === 'blue-dark' ? 'dark' : 'light' })
  await owner.signIn(desk)
  await desk.goto(`${stage.url}/app/eu/agents/${agentId}/convos?conversation=${conversation.id}`)
  await desk.getByRole('button', { name: 'Image: lamp.png' }).waitFor()
  await desk.getByRole('link', { name: 'Download: order.txt' }).waitFor()
  await look(desk, `attachments-owner-${width}`)
  await expectAccessible(desk, 'transcript')
  await desk.getByRole('button', { name: 'Why?' }).click()
  await desk.getByText('the model sees the image').waitFor()
  await look(desk, `attachments-why-${width}`)

  await page.reload()
  const again = await openChat(page, TITLE)
  await again.frame.getByRole('link', { name: 'Download order.txt' }).waitFor()
  await again.frame.getByRole('button', { name: 'Open image lamp.png' }).waitFor()
})

testAll('pasted; cut off, tried again, taken back; the words wait for what is on its way', async () => {
  const { owner, agentId, page, chat } = await open(OPEN, { allow: [/ERR_FAILED/] })
  const { frame } = chat
  await frame.getByRole('button', { name: 'Attach files' }).waitFor()
  await page.route('**/attachments', (route) => route.abort(), { times: 1 })
  await (
    await chatFrame(page)
  ).evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['Two lamps.'], 'order.txt', { type: 'text/plain' }))
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })
  await frame.getByText('Upload failed. Check your connection.').first().waitFor()
  await frame.getByRole('button', { name: 'Try again: order.txt' }).click()
  await attached(chat, 'order.txt')
  await remove(chat, 'order.txt').click()
  await expect.poll(() => frame.getByRole('list', { name: 'Attachments' }).count()).toBe(0)

  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/attachments', async (route) => (await held, route.continue()), { times: 1 })
  await fileInput(chat).setInputFiles([NOTE])
  await frame.getByRole('progressbar', { name: 'order.txt' }).waitFor()
  await chat.field.fill('My order')
  expect(await frame.getByRole('button', { name: 'Send' }).isEnabled()).toBe(false)
  go()
  await attached(chat, 'order.txt')
  stage.model.control.script([{ text: 'Thank you.' }])
  await chat.field.press('Enter')
  await chat.answered('Thank you.')
  const { messages } = await transcript(owner, agentId)
  expect(messages[0]?.items.map(({ type, text }) => text ?? type)).toEqual(['My order', 'file'])
  await fileInput(chat).setInputFiles(Array.from({ length: 6 }, (_, n) => ({ ...NOTE, name: `${n}.txt` })))
  await frame.getByText('You can attach up to 5 files.').first().waitFor()
  expect(await frame.getByRole('button', { name: 'Attach files' }).isEnabled()).toBe(false)
})

testAll.each([
  { theme: 'blue-light', width: 1280 },
  { theme: 'blue-dark', width: 390 },
])('a voice note by keyboard alone, $theme at $width', async ({ theme, width }) => {
  const { owner, agentId, page, chat } = await open({ ...OPEN, theme }, { width, height: 800 })
  const { frame } = chat
  const mic = frame.getByRole('button', { name: 'Record a voice note' })
  await mic.press('Enter')
  await frame.getByRole('timer', { name: 'Recording' }).getByText('0:01').waitFor()
  await look(page, `attachments-recording-${width}`)
  await expectAccessible(await chatFrame(page))
  await page.keyboard.press('Escape')
  await expect.poll(() => mic.evaluate((node) => node === document.activeElement)).toBe(true)
  await mic.press('Enter')
  await frame.getByRole('timer', { name: 'Recording' }).getByText('0:01').waitFor()
  stage.model.control.script([{ text: 'I heard you.' }])
  await page.keyboard.press('Enter')
  await chat.answered('I heard you.')
  const player = chat.log.locator('audio')
  await player.waitFor({ state: 'attached' })
  await chat.log.getByRole('button', { name: 'Voice note' }).waitFor()
  const duration = () => player.evaluate((node) => (node as HTMLAudioElement).duration)
  // Initially unknown, and again while it is measured: browser recordings have no duration in their header.
  let seconds = Number.NaN
  await expect.poll(async () => (seconds = await duration())).toBeGreaterThan(0.5)
  expect(seconds).toBeLessThan(10)
  // Drawn from the recording, whose volume varies.
  const heights = () =>
    chat.log.locator('.wave i').evaluateAll((bars) => bars.map((bar) => (bar as HTMLElement).style.height))
  await expect.poll(async () => new Set(await heights()).size).toBeGreaterThan(1)
  await look(page, `attachments-voice-${width}`)
  await expectAccessible(await chatFrame(page))
  const { messages } = await transcript(owner, agentId)
  expect(messages[0]?.items).toEqual([
    { type: 'text', text: expect.stringMatching(/nobody listened to this voice note of [1-3] second/) },
    { type: 'file', url: expect.stringMatching(/\.webm\?until=/), name: 'voice-note.webm', mime: 'audio/webm' },
  ])
})

test('nothing is offered when the agent takes no attachments, and no microphone when it takes only files', async () => {
  const { page, chat, owner, agentId } = await open({ allowAttachments: true })
  await chat.frame.getByRole('button', { name: 'Attach files' }).waitFor()
  expect(await chat.frame.getByRole('button', { name: 'Record a voice note' }).count()).toBe(0)
  expect(await page.locator('iframe').first().getAttribute('allow')).not.toContain('microphone')
  await call(`${owner.api}/v2/agents/${agentId}`, owner.token, { allowAttachments: false })
  await page.reload()
  const closed = await openChat(page, TITLE)
  expect(await closed.frame.getByRole('button', { name: 'Attach files' }).count()).toBe(0)
})
