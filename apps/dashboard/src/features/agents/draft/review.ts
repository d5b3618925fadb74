import { createContext } from 'react'

/** Asked before a draft is published; false keeps it a draft. Other parts of the product may stand here. */
export const ReviewContext = createContext<() => Promise<boolean>>(async () => true)
