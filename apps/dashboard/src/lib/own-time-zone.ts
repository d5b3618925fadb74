/** The time zone of the browser, like `Europe/Vienna`. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
