import type { ReactNode } from 'react'
import type { MantineTheme } from '@mantine/core'
import { createContext } from 'react'

export interface ReadOnlyProps {
  /** Why nothing can be changed; '' when it can. */
  why: string
  /** What the reader can do about it; in a `part` only. */
  action?: ReactNode
  /** `page`: a bar at its top; `fill`: the same on pages of full height; `part`: a box. */
  as: 'page' | 'fill' | 'part'
  children: ReactNode
}

/** The theme outside of a read-only part; undefined where everything is editable. */
export const EditableThemeContext = createContext<MantineTheme | undefined>(undefined)
