/** Roving focus of radio cards: the chosen one is a tab stop, or the first if the chosen one is hidden. */
export const tabStop = <T>(shown: readonly T[], chosen: T): T | undefined =>
  shown.includes(chosen) ? chosen : shown[0]
