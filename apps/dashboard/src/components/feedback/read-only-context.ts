import type { ReactNode } from 'react'
import type { MantineTheme } from '@mantine/core'
import { createContext } from 'react'

export interface ReadOnlyProps {
  /** Why nothing can be changed; '' where everything can. */
  why: string
  /** A page says it in a bar at its top, `fill` for one that is exactly as high as its frame; a part of a page in a box. */
  as: 'page' | 'fill' | 'part'
  children: ReactNode
}

/** The theme outside of what may only be looked at; undefined where everything may be edited. */
export const EditableThemeContext = createContext<MantineTheme | undefined>(undefined)
