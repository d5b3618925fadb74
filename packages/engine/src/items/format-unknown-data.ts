// Formats data of unknown shape as text.

/** Keys whose values are technical. */
const HIDDEN = new Set([
  'type',
  'id',
  'url',
  'href',
  'link',
  'src',
  'image',
  'imageUrl',
  'payload',
  'mime',
  'layout',
  'min',
  'max',
])
/** An address of any scheme. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\S+|\/\S*)$/i

/** Total for data without cycles: texts and numbers in order, one per line, list entries behind a dash. */
export function formatUnknownData(value: unknown): string {
  if (typeof value === 'string') return ADDRESS.test(value.trim()) ? '' : value.trim()
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value))
    return value
      .map(formatUnknownData)
      .filter(Boolean)
      .map((text) => `- ${text}`)
      .join('\n')
  if (typeof value !== 'object' || value === null) return ''
  // `name` of a field with a label is a variable name.
  const isShown = (key: string) => !HIDDEN.has(key) && !(key === 'name' && 'label' in value)
  return Object.entries(value)
    .filter(([key]) => isShown(key))
    .map(([, each]) => formatUnknownData(each))
    .filter(Boolean)
    .join('\n')
}
