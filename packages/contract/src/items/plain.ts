// Items as plain text: for previews, searches, models, screen readers, and channels that can't show them.
import type { Button, Card, FormField, Item } from './schemas.ts'

const lines = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join('\n')

const describeButton = ({ name, request }: Button): string =>
  request.type === 'open_url' ? `- ${name}: ${request.payload}` : `- ${name}`
const describeField = ({ label, required, options }: FormField): string =>
  `- ${label}${required ? ' *' : ''}${options ? ` (${options.join(' / ')})` : ''}`
const describeCard = ({ title, description, buttons }: Pick<Card, 'title' | 'description' | 'buttons'>): string =>
  lines(title, description?.text, ...buttons.map(describeButton))

export function itemText(item: Item): string {
  switch (item.type) {
    case 'text':
      return item.text
    case 'choice':
      return lines(item.message, ...item.buttons.map(describeButton))
    case 'visual':
      return item.alt ? `${item.alt}: ${item.image}` : item.image
    case 'cardV2':
      return describeCard(item)
    case 'carousel':
      return item.cards.map(describeCard).join('\n\n')
    case 'iFrame':
      return `${item.title}: ${item.url}`
    case 'form':
      return lines(item.title, item.description, ...item.fields.map(describeField))
    case 'input':
      return describeField(item.field)
    case 'file':
      return `${item.name}: ${item.url}`
  }
}

export const plainText = (items: readonly Item[]): string => items.map(itemText).filter(Boolean).join('\n\n')
