import { DEFAULT_LANGUAGE } from '@parlance/contract/accounts/languages'
import type { Mailers } from '../lib/mail.ts'
import type { Settings } from '../lib/settings.ts'
import { type ContactMessage, TOPICS } from '../modules/site/contact-form.ts'

/** Queued in the first region, encrypted, so that no message is lost while the mail server is down. */
export const composeContact =
  ({ site, mail: { from }, regions }: Settings, mailers: Mailers) =>
  async ({ topic, ...message }: ContactMessage): Promise<void> => {
    const { contactMail } = await import('../mails/contact-mails.ts')
    const content = await contactMail({ ...message, topic: TOPICS[topic], language: DEFAULT_LANGUAGE })
    const mail = { ...content, to: site?.operator.email || from, replyTo: message.email }
    await mailers.of(regions[0] ?? 'eu').later(mail)
  }
