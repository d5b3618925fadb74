// Sample values of a tool's fields: kept by imports, used in test calls.
import { isRecord, readValue } from '@parlance/contract/tools/values'
import type { ToolField } from '@parlance/contract/tools/schemas'

export const MAX_EXAMPLE = 1000
const IN_DESCRIPTION = /(?:^|\s)For example: ([\s\S]+)$/

/** As stored in a field; nothing when missing or too long. */
export function withExample(value: unknown): { example?: string } {
  const isData = Array.isArray(value) || isRecord(value)
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  const text = isData ? JSON.stringify(value) : isScalar ? String(value) : ''
  return text !== '' && text.length <= MAX_EXAMPLE ? { example: text } : {}
}

/**
 * A sample value of the field: its example, one from its description, or the first option of a required field. Empty
 * when none fits.
 */
export function exampleOf(field: ToolField): string {
  const [, described = ''] = IN_DESCRIPTION.exec(field.description) ?? []
  const isCut = described.endsWith('…')
  const allowed = field.required && field.type !== 'array' ? (field.options[0] ?? '') : ''
  const known = [field.example ?? '', isCut ? '' : described, allowed]
  return known.find((text) => text !== '' && 'value' in readValue(field, text)) ?? ''
}
