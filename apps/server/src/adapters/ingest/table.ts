const MAX_COLUMNS = 200

const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|')

/** The first row is the header. Empty rows and columns are dropped; a single column becomes a list. */
export function tableMarkdown(rows: readonly (readonly string[])[]): string {
  const written = rows.map((row) => narrowed(row).map(cell)).filter((row) => row.some((text) => text !== ''))
  const width = written.reduce((most, row) => Math.max(most, row.length), 0)
  const columns: number[] = []
  for (let at = 0; at < width; at += 1) if (written.some((row) => row[at])) columns.push(at)
  const [head, ...body] = written
  if (!head) return ''
  if (columns.length === 1) return written.map((row) => `- ${row[columns[0] ?? 0] ?? ''}`).join('\n')
  const line = (row: readonly string[]) => `| ${columns.map((at) => row[at] ?? '').join(' | ')} |`
  return [line(head), `| ${columns.map(() => '---').join(' | ')} |`, ...body.map(line)].join('\n')
}

function narrowed(row: readonly string[]): readonly string[] {
  if (row.length <= MAX_COLUMNS) return row
  return [
    ...row.slice(0, MAX_COLUMNS - 1),
    row
      .slice(MAX_COLUMNS - 1)
      .filter(Boolean)
      .join(' '),
  ]
}
