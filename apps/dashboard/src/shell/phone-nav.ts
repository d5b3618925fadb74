import { createContext } from 'react'

/** Opens the side navigation on a phone. */
export const PhoneNavContext = createContext<() => void>(() => undefined)
