// The token of a mailed link while its reader signs in first: in this tab, for another provider's page may lie between.
const KEY = 'parlance.link'

export const savePendingLink = (token: string): void => sessionStorage.setItem(KEY, token)
export const pendingLink = (): string => sessionStorage.getItem(KEY) ?? ''
export const clearPendingLink = (): void => sessionStorage.removeItem(KEY)
