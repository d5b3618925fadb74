/** The locale for times: this language in the visitor's region; British English has no AM and PM. */
export const localeOf = (code: string) => code + (/^\w+((-\w+)*)/.exec(navigator.language)?.[1] ?? '')
