/** For times: this language as it is written where the visitor is; British English has no AM and PM. */
export const localeOf = (code: string) => code + (/^\w+((-\w+)*)/.exec(navigator.language)?.[1] ?? '')
