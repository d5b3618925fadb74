// What the other end of a channel of one's own can show, as it was ticked when it was connected.
import type { Capabilities } from './capabilities.ts'

export const WEBHOOK_ABILITIES = ['buttons', 'pictures', 'markdown'] as const
export type WebhookAbility = (typeof WEBHOOK_ABILITIES)[number]

/** Nothing ticked: plain words, and addresses written out. */
export const WRITTEN: Capabilities = {
  text: { format: 'plain', max: 10_000, unit: 'characters' },
  buttons: { max: 0, label: 0 },
  links: { max: 0, label: 0, mixed: 0 },
  visual: 'link',
  iFrame: 'link',
  form: false,
  file: 'link',
  upload: true,
}
const KEYS = { max: 30, label: 200 }
const CARD = { title: 200, text: 2000, buttons: 10 }

/** Pure. An ability is ticked where its setting is `yes`. */
export function webhookCan(settings: Readonly<Record<string, string>>): Capabilities {
  const can = (ability: WebhookAbility) => settings[ability] === 'yes'
  return {
    ...WRITTEN,
    text: { ...WRITTEN.text, format: can('markdown') ? 'markdown' : 'plain' },
    ...(can('buttons') ? { buttons: KEYS, links: { ...KEYS, mixed: KEYS.max } } : {}),
    ...(can('pictures') ? { visual: 'shown', file: 'shown' } : {}),
    ...(can('buttons') && can('pictures')
      ? { card: CARD, carousel: { min: 1, max: 10, text: CARD.text, uniform: false } }
      : {}),
  }
}
