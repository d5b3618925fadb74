/** A line of dashes and pipes below another line of pipes. */
export const TABLE = /^[^|\n]*\|[^\n]*\n[ \t]*\|?[ \t]*:?-{2,}/m

/** Renders Markdown as plain text. Spoken text omits addresses; written text puts them after their names. */
export function plainMarkdown(text: string, isSpoken = false): string {
  const link = (_all: string, name: string, url: string) =>
    isSpoken || name === url ? name : name === '' ? url : `${name}: ${url}`
  const plain = text
    .replaceAll(/^\s*```.*$/gm, '')
    .replaceAll(/!?\[([^\][]*)\]\((\S+?)(?:\s+"[^"]*")?\)/g, link)
    .replaceAll(/^#{1,6}\s+/gm, '')
    .replaceAll(/^>\s?/gm, '')
    .replaceAll(/(\*\*|__|~~)(?=\S)(.+?)\1/g, '$2')
    .replaceAll(/(?<![\w*])\*(?=\S)([^*\n]+?)\*(?![\w*])/g, '$1')
    .replaceAll(/`([^`\n]+)`/g, '$1')
  const spoken = isSpoken
    ? plain
        .replaceAll(/https?:\/\/\S+/g, '')
        .replaceAll(/^\s*[-*+]\s+/gm, '')
        .replaceAll(/[ \t]{2,}/g, ' ')
    : plain
  return spoken.trim()
}
