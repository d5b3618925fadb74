import { createContext } from 'react'

/** Opens the navigation on a phone; undefined where there is none. */
export const PhoneNavContext = createContext<(() => void) | undefined>(undefined)
