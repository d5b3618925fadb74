import { type Capabilities, WRITTEN } from './capabilities.ts'

export const WEBHOOK_ABILITIES = ['buttons', 'pictures', 'markdown'] as const
export type WebhookAbility = (typeof WEBHOOK_ABILITIES)[number]

const KEYS = { max: 30, label: 200 }
const CARD = { title: 200, text: 2000, buttons: 10 }

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
