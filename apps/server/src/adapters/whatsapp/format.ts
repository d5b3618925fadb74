// Converts Markdown to WhatsApp's formatting. Unknown markup stays text.

const MARK = '\u{E000}'

export function whatsappText(markdown: string): string {
  const done: string[] = []
  const keep = (text: string) => `${MARK}${done.push(text) - 1}${MARK}`
  return markdown
    .replaceAll(MARK, '')
    .replaceAll(/```[\w-]*\n?([\s\S]*?)```/g, (_all, code: string) => keep(`\`\`\`${code.trimEnd()}\`\`\``))
    .replaceAll(/`([^`\n]+)`/g, (_all, code: string) => keep(`\`${code}\``))
    .replaceAll(/!?\[([^\][]*)\]\((https?:\/\/[^\s)]+)(?:\s+"[^"]*")?\)/g, (_all, name: string, url: string) =>
      keep(name === '' || name === url ? url : `${name}: ${url}`),
    )
    .replaceAll(/https?:\/\/[^\s<>]+/g, (url) => keep(url))
    .replaceAll(/^#{1,6}\s+(.+)$/gm, (_all, title: string) => keep(`*${title.replaceAll('*', '').trim()}*`))
    .replaceAll(/^(\s*)[*+]\s+/gm, '$1- ')
    .replaceAll(/\*\*(?=\S)([^*\n]+?)\*\*/g, (_all, bold: string) => keep(`*${bold}*`))
    .replaceAll(/(?<![\w*])\*(?=\S)([^*\n]+?)\*(?![\w*])/g, '_$1_')
    .replaceAll(/~~(?=\S)([^~\n]+?)~~/g, '~$1~')
    .replaceAll(new RegExp(`${MARK}(\\d+)${MARK}`, 'g'), (_all, at: string) => done[Number(at)] ?? '')
    .replaceAll(new RegExp(`${MARK}(\\d+)${MARK}`, 'g'), (_all, at: string) => done[Number(at)] ?? '')
}
