export const credentials = {} as const
export const billing = {} as const
