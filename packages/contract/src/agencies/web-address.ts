/** An address of a page that people can open. */
export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]/.test(text)
