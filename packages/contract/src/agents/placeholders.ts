export const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_]{0,99})(?:\s?\|([^{}|\n]{1,60}))?\}/g

/** Undefined for any other formatter. */
export const defaultIn = (formatter: string): string | undefined => /^\s*default\s*:\s*(.*\S)\s*$/.exec(formatter)?.[1]
