// Owns how a visitor uses the widget on a host page.
import type { Page } from 'playwright-core'

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
    /** Waits until a message with this text is there and nothing is being written any more. */
    answered: async (text: string | RegExp) => {
      // Passages of sources are no paragraphs.
      await log.getByRole('paragraph').filter({ hasText: text }).last().waitFor()
      await frame.getByRole('button', { name: 'Send' }).waitFor()
    },
  }
}
export type Chat = ReturnType<typeof chatOf>

/** On the next page of a site it stands open already, except on phones. */
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

export const scriptTag = (origin: string, agentId: string, render = 'bottom-right', region = 'eu') =>
  `<script src="${origin}/widget.js" data-agent="${agentId}" data-region="${region}" data-render="${render}" defer></script>`
