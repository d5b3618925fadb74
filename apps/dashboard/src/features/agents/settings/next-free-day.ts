const DAY_MS = 86_400_000

/** The first day from `today` on (both YYYY-MM-DD) that is not among `taken`. */
export function nextFreeDay(taken: readonly string[], today: string): string {
  for (let at = Date.parse(today); ; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10)
    if (!taken.includes(day)) return day
  }
}
