const LONGEST = 20

/** A short name for a switcher: at most 20 characters, then an ellipsis. */
export function shortName(name: string): string {
  const letters = [...name]
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : name
}
