export const conversations = {} as const
export const panel = {} as const
