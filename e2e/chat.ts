// A visitor's use of the widget on a host page.
import type { Frame, Page } from 'playwright-core'

export const launcher = (page: Page) => page.getByRole('button', { name: /^(Open|Close) chat/ })

/** The chat inside its frame; `title` is the agent's. */
export function chatOf(page: Page, title: string) {
  const frame = page.frameLocator(`iframe[title="${title}"]`)
  const field = frame.getByRole('textbox', { name: 'Write a message…' })
  const log = frame.getByRole('log', { name: 'Messages' })
  return {
    frame,
    field,
    log,
    send: async (text: string) => {
      await field.fill(text)
      await field.press('Enter')
    },
    /** Waits for a message with this text and for the answer to end. */
    answered: async (text: string | RegExp) => {
      // Only messages contain paragraphs; quoted sources don't.
      await log.getByRole('paragraph').filter({ hasText: text }).last().waitFor()
      await frame.getByRole('button', { name: 'Send' }).waitFor()
    },
  }
}
export type Chat = ReturnType<typeof chatOf>

/** Opens the chat unless it is open, as on the next page of a site (except on phones). */
export async function showChat(page: Page): Promise<void> {
  await launcher(page).waitFor()
  if ((await launcher(page).getAttribute('aria-expanded')) !== 'true') await launcher(page).click()
}

export async function openChat(page: Page, title: string): Promise<Chat> {
  await showChat(page)
  const chat = chatOf(page, title)
  await chat.field.waitFor()
  return chat
}

/** Waits for the first frame whose URL contains `path`. */
export async function frameWith(page: Page, path: string): Promise<Frame> {
  const isWanted = (frame: Frame) => frame.url().includes(path)
  return page.frames().find(isWanted) ?? (await page.waitForEvent('framenavigated', isWanted))
}

export const chatFrame = (page: Page): Promise<Frame> => frameWith(page, '/widget/frame/')

export const scriptTag = (origin: string, agentId: string, render = 'bottom-right', region = 'eu') =>
  `<script src="${origin}/widget.js" data-agent="${agentId}" data-region="${region}" data-render="${render}" defer></script>`
