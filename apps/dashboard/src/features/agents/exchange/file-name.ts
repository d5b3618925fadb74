// Names of files: what an exported agent is stored as, and what an imported one is called before anybody names it.
const ENDING = '.parlance.json'
const LONGEST = 100

/** The title as a file name that every system takes: `Café: orders?` is `Café orders.parlance.json`. */
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

/** What the file calls its agent, or its own name without the ending; at most 200 characters. */
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
