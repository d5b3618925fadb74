// Example values of a tool's fields: taken along by imports, filled into a test call.
import { isRecord, readValue } from '@parlance/contract/tools/values'
import type { ToolField } from '@parlance/contract/tools/schemas'

export const MAX_EXAMPLE = 1000
const IN_DESCRIPTION = /(?:^|\s)For example: ([\s\S]+)$/

/** As a field keeps it; nothing where there is none, or where it is too long to be one. */
export function withExample(value: unknown): { example?: string } {
  const isData = Array.isArray(value) || isRecord(value)
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  const text = isData ? JSON.stringify(value) : isScalar ? String(value) : ''
  return text !== '' && text.length <= MAX_EXAMPLE ? { example: text } : {}
}

/**
 * A value to try the field with: its example, the one its description gives, or the first allowed value of a required
 * field. Empty where none is known that fits the field.
 */
export function exampleOf(field: ToolField): string {
  const [, described = ''] = IN_DESCRIPTION.exec(field.description) ?? []
  const isCut = described.endsWith('…')
  const allowed = field.required && field.type !== 'array' ? (field.options[0] ?? '') : ''
  const known = [field.example ?? '', isCut ? '' : described, allowed]
  return known.find((text) => text !== '' && 'value' in readValue(field, text)) ?? ''
}
