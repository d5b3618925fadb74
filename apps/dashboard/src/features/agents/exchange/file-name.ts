// File names of exports and default names of imports.
const ENDING = '.parlance.json'
const LONGEST = 100

/** The title as a portable file name: `Café: orders?` is `Café orders.parlance.json`. */
export function fileNameOf(title: string): string {
  const plain = title
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001F\u007F<>:"/\\|?*]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
  const short = [...plain]
    .slice(0, LONGEST)
    .join('')
    .replace(/[. ]+$/, '')
  return `${short || 'agent'}${ENDING}`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** The agent's title in the file, otherwise the file name without extension; at most 200 characters. */
export function titleIn(file: unknown, fileName: string): string {
  const { name, config } = (typeof file === 'object' && file !== null ? file : {}) as {
    name?: unknown
    config?: unknown
  }
  const { title } = (typeof config === 'object' && config !== null ? config : {}) as { title?: unknown }
  const own = textOf(title) || textOf(name)
  const ofFile = fileName.replace(/(\.parlance)?\.json$/i, '').trim()
  return [...(own || ofFile)].slice(0, 200).join('')
}
