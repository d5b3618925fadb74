/** Of radios shown as cards one is a Tab stop: the chosen one, or the first where the chosen one is not shown. */
export const tabStop = <T>(shown: readonly T[], chosen: T): T | undefined =>
  shown.includes(chosen) ? chosen : shown[0]
