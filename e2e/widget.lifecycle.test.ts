// A conversation's life cycle in the widget: list, mail, absent teammates, the left message, the end, the rating.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chatFrame, chatOf, openChat, scriptTag, showChat, type Chat } from './chat.ts'
import { call, newEmail, setStage } from './harness.ts'
import { isAll } from '../scripts/test-tier.ts'
import { look, expectAccessible } from './pages.ts'
import { shopPage } from './sites.ts'

const stage = setStage({ model: { firstTokenMs: 5, perTokenMs: 1 } })

const TITLE = 'Lumen helper'

async function ask(chat: Chat, question: string, answer: string) {
  stage.model.control.script([{ text: answer }])
  await chat.send(question)
  await chat.answered(answer)
}
async function choose(chat: Chat, name: string) {
  await chat.frame.getByRole('button', { name: 'Options' }).click()
  await chat.frame.getByRole('button', { name, exact: true }).click()
}
/** Whether an element behind the dialog takes the focus. */
const focusedBehind = async (page: Page) =>
  (await chatFrame(page)).evaluate(() => {
    const field = document.querySelector('textarea')
    field?.focus()
    return field !== null && document.activeElement === field
  })
const heard = (page: Page) => page.evaluate('window.heard') as Promise<string[]>
const LISTEN = `<script>window.heard = []; addEventListener('VG_Events', ({ detail }) => heard.push(detail.type))</script>`

const LOOKS = [
  { theme: 'blue-light', width: 1280, height: 800 },
  { theme: 'blue-dark', width: 390, height: 800 },
]
test.each(isAll ? LOOKS : LOOKS.slice(0, 1))(
  'a conversation from its first word to its rating, $theme at $width',
  async ({ theme, width, height }) => {
    const owner = await stage.owner()
    const agentId = await owner.agent(TITLE, {
      theme,
      alwaysShowHandoff: true,
      UIhandoffTitle: 'Talk to our team',
      UIhandoffSubtitle: 'Weekdays from nine to five.',
      handoffTimeoutS: 3,
    })
    const site = await stage.hostPage(shopPage(LISTEN + scriptTag(stage.url, agentId)))
    const page = await stage.newPage({ width, height })
    await page.goto(site.url)
    const chat = await openChat(page, TITLE)
    const { frame } = chat
    /** Takes a screenshot and runs axe. */
    const seen = async (name: string) => {
      await look(page, `lifecycle-${name}-${width}`)
      await expectAccessible(await chatFrame(page), name)
    }

    await ask(chat, 'Do you sell lamps?', 'We sell lamps.')
    await choose(chat, 'Start a new conversation')
    const restart = frame.getByRole('alertdialog', { name: 'Start a new conversation' })
    await restart.waitFor()
    expect(await focusedBehind(page)).toBe(false)
    await seen('restart')
    await page.keyboard.press('Escape')
    await restart.waitFor({ state: 'detached' })
    await expect.poll(() => focusedBehind(page)).toBe(true)
    await choose(chat, 'Start a new conversation')
    await restart.getByRole('button', { name: 'Start over' }).click()
    await expect.poll(() => chat.log.getByText('We sell lamps.').count()).toBe(0)
    await ask(chat, 'And sofas?', 'No sofas here.')
    await frame.getByRole('button', { name: 'Options' }).click()
    await frame.getByRole('button', { name: 'Your conversations' }).waitFor()
    await seen('menu')
    await frame.getByRole('button', { name: 'Your conversations' }).click()
    const list = frame.getByRole('dialog', { name: 'Your conversations' })
    await list.getByRole('button', { name: /Do you sell lamps\?/ }).waitFor()
    await expect.poll(() => list.getByRole('listitem').count()).toBe(2)
    await seen('list')
    await list.getByRole('button', { name: /Do you sell lamps\?/ }).press('Enter')
    await chat.log.getByText('We sell lamps.').waitFor()
    await ask(chat, 'Blue ones?', 'In every colour.')

    const email = newEmail()
    await choose(chat, 'Email this conversation')
    const mail = frame.getByRole('dialog', { name: 'Email this conversation' })
    await mail.waitFor()
    expect(await focusedBehind(page)).toBe(false)
    await mail.getByRole('textbox', { name: 'Email address' }).fill('nobody')
    await mail.getByRole('button', { name: 'Send' }).click()
    await mail.getByText('Enter a valid email address.').waitFor()
    await seen('mail')
    await mail.getByRole('textbox', { name: 'Email address' }).fill(email)
    await mail.getByRole('button', { name: 'Send' }).click()
    const sent = mail.getByText(`Sent to ${email}.`)
    await sent.waitFor()
    // It has the focus but does not look like a field.
    await expect
      .poll(() => sent.evaluate((line) => [line === document.activeElement, getComputedStyle(line).outlineStyle]))
      .toEqual([true, 'none'])
    const mails = async () =>
      (await call<{ items: { text: string; from: string }[] }>(`${stage.url}/api/sandbox/mails?to=${email}`)).items
    await expect
      .poll(mails)
      .toMatchObject([{ from: expect.stringContaining(TITLE), text: expect.stringContaining('In every colour.') }])
    await page.keyboard.press('Escape')
    await mail.waitFor({ state: 'detached' })

    const entry = frame.getByRole('button', { name: /Talk to our team Weekdays/ })
    await seen('entry')
    await entry.click()
    const waiting = frame.getByRole('region', { name: 'Connecting you with our team…' })
    await waiting.getByRole('button', { name: 'Leave a message' }).waitFor()
    expect(await entry.count()).toBe(0)
    await chat.send('Is anybody there?')
    await chat.log.getByText('Is anybody there?').waitFor()
    await seen('waiting')
    const away = frame.getByRole('region', { name: 'Leave a message' })
    await away.getByRole('button', { name: 'Leave a message' }).click()
    await away.getByText('Enter a valid email address.').waitFor()
    await seen('leave')
    await away.getByRole('textbox', { name: 'Email address' }).fill('ada@example.com')
    await chat.send('Please call me back.')
    await chat.log.getByText('You left a message.').waitFor()
    await ask(chat, 'And lampshades?', 'Those as well.')

    await choose(chat, 'End this chat')
    await frame.getByRole('alertdialog', { name: 'End this chat' }).getByRole('button', { name: 'End chat' }).click()
    const ended = frame.getByRole('region', { name: 'This chat has ended' })
    await ended.getByRole('radio', { name: '3 of 5 stars' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await ended.getByRole('textbox').fill('Friendly, and quick.')
    expect(await chat.field.count()).toBe(0)
    await seen('ended')
    await ended.getByRole('button', { name: 'Send rating' }).click()
    await ended.getByText('Thanks for your rating.').waitFor()
    await expect
      .poll(async () => (await heard(page)).filter((name) => !/^(chat_(open|close)|new_)/.test(name)))
      .toEqual(['chat_restart', 'handoff_requested', 'chat_ended'])
    await page.reload()
    await showChat(page)
    await chatOf(page, TITLE).frame.getByText('Thanks for your rating.').waitFor()
    await seen('rated')
    await frame.getByRole('button', { name: 'Start a new conversation' }).click()
    await chat.field.waitFor()

    const listed = await owner.get<{ items: object[] }>(`/v2/agents/${agentId}/conversations`)
    expect(listed.items[0]).toMatchObject({
      state: 'ended_chat',
      rating: { score: 4, comment: 'Friendly, and quick.' },
      leftMessage: { email: 'ada@example.com', message: 'Is anybody there?\nPlease call me back.' },
    })
    if (width > 500) await inTheDashboard(page, owner, agentId)
  },
)

async function inTheDashboard(page: Page, owner: Awaited<ReturnType<typeof stage.owner>>, agentId: string) {
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/convos`)
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click()
  await page.getByRole('region', { name: 'Message left' }).getByText('Please call me back.').waitFor()
  await page.getByRole('region', { name: 'Rating' }).getByText('4 of 5 stars').waitFor()
  await look(page, 'lifecycle-dashboard')
  await expectAccessible(page)
}
