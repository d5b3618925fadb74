// The token of a mailed link while its reader signs in first: in this tab, for another provider's page may lie between.
const KEY = 'parlance.link'

export const keepLink = (token: string): void => sessionStorage.setItem(KEY, token)
export const keptLink = (): string => sessionStorage.getItem(KEY) ?? ''
export const forgetLink = (): void => sessionStorage.removeItem(KEY)
