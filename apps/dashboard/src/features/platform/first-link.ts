/** The first http(s) link of a mail's text; undefined when there is none. */
export function firstLink(text: string): string | undefined {
  return /https?:\/\/[^\s<>"')\]]+/.exec(text)?.[0]
}
