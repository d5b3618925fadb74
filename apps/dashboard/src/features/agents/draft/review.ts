import { createContext } from 'react'

/**
 * Asked before a draft is published; false keeps it a draft. Other parts of the product may stand here. `explains`: what
 * changes for visitors is shown as well.
 */
export const ReviewContext = createContext<(asked: { explains: boolean }) => Promise<boolean>>(async () => true)
