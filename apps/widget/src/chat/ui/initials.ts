export const initials = (name: string, words: number): string =>
  name
    .split(/\s+/, words)
    .map((word) => [...word][0])
    .join('')
    .toUpperCase()
