import { createContext } from 'react'

/**
 * Reviews before publishing; false cancels. Other parts can replace it. `explains`: also shows changes for visitors.
 */
export const ReviewContext = createContext<(asked: { explains: boolean }) => Promise<boolean>>(async () => true)
